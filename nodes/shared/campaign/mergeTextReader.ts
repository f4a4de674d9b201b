import { NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

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
 * @param label its display name
 * @param check the specification's rule for the finished text
 * @throws NodeOperationError when the text is the same for all items and can't be used for any
 */
export function mergeTextReader(
	context: IExecuteFunctions,
	name: string,
	label: string,
	check: Reader<string>,
): ContentReader {
	const source = readPerItem<unknown>(context, name, '');
	const missing = missingValueOption(context);
	const parse = (entered: unknown): Read<MergeText> =>
		isEmpty(entered)
			? { problem: { rule: 'is required', fix: 'Write a text.' } }
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
	if ('problem' in parsed) {
		const { rule, fix } = parsed.problem;
		throw new NodeOperationError(context.getNode(), `${label} ${rule}`, {
			description: `${fix} Nothing was sent.`,
		});
	}
	const { hasFields } = parsed.value;
	if (hasFields) return (_item, json) => finish(parsed, json);
	const forAll = finish(parsed, {});
	return () => forAll;
}
