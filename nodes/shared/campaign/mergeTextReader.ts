import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Read, Reader } from '../validation/reader';
import { isEmpty } from '../validation/reader';
import type { ContentReader } from './campaignKind';
import { parseMergeText, type MergeText, type MissingValue } from './mergeFields';
import { readPerItem } from './parameters';

/** What the options say about merge fields without a value. */
export function missingValueOption(context: IExecuteFunctions): MissingValue {
	const { missingValues = 'error', missingText = '' } = context.getNodeParameter(
		'options',
		0,
		{},
	) as IDataObject;
	if (missingValues === 'error') return { use: 'error' };
	return { use: 'text', text: missingValues === 'default' ? String(missingText) : '' };
}

/**
 * Reads a text parameter with merge fields for each item. A text without an expression is read and
 * parsed once.
 *
 * @param name the node parameter
 * @param check the specification's rule for the finished text
 */
export function mergeTextReader(
	context: IExecuteFunctions,
	name: string,
	check: Reader<string>,
): ContentReader {
	const source = readPerItem<unknown>(context, name, '');
	const missing = missingValueOption(context);
	const parse = (entered: unknown): Read<MergeText> =>
		isEmpty(entered)
			? { problem: { rule: 'is empty or missing', fix: 'Write a text.' } }
			: parseMergeText(String(entered), missing);
	const finish = (parsed: Read<MergeText>, json: IDataObject): Read<string> => {
		if ('problem' in parsed) return parsed;
		const filled = parsed.value.fill(json);
		if ('problem' in filled) return filled;
		return isEmpty(filled.value)
			? { problem: { rule: 'is empty', fix: 'Fill the fields it is made of.' } }
			: check(filled.value);
	};
	if (!source.constant) return (item, json) => finish(parse(source.at(item)), json);

	const parsed = parse(source.at(0));
	// Refused item by item, not thrown: with "On Error: Continue" n8n would pass a thrown error off as success.
	if ('problem' in parsed) return () => parsed;
	const { hasFields } = parsed.value;
	if (hasFields) return (_item, json) => finish(parsed, json);
	const forAll = finish(parsed, {});
	return () => forAll;
}
