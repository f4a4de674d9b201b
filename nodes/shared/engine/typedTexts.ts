import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { wireFields } from '../descriptions/wireFields';
import type { RunItem } from '../transport/runItem';
import type { FieldProblem } from '../validation/checkRequest';
import type { Read } from '../validation/reader';
import { typedText, type TypedTextOptions } from '../validation/typedText';

/**
 * Looks at what a person typed into a text parameter, beside what its expressions give.
 *
 * n8n (1.123, 2.0 and 2.41) evaluates a parameter before any hook sees it, so typed text and data
 * can no longer be told apart. Delete this when hooks get both.
 *
 * @param path where the parameter stands in the node's parameters
 * @returns the parameter's value if escaped braces make it another, undefined if it is as n8n read
 * it; a problem for a merge field or expression that nothing would replace
 */
export function readTyped(
	item: RunItem,
	path: string[],
	options: TypedTextOptions = {},
): Read<unknown> {
	const saved = path.reduce<unknown>(
		(value, key) => (value as IDataObject | undefined)?.[key],
		item.node.parameters,
	);
	const { problem, unescaped } = typedText(saved, item.json, options);
	if (problem) return { problem };
	return {
		value: unescaped?.startsWith('=')
			? item.context.evaluateExpression(unescaped.slice(1), item.index)
			: unescaped,
	};
}

/**
 * The same for the texts of a request.
 *
 * @param wires the wire names of the texts
 * @param body what n8n read, by wire name
 * @returns the body to check instead, or what is wrong
 */
export function withTypedTexts(
	item: RunItem,
	fields: INodeProperties[],
	wires: string[],
	body: IDataObject,
): { body: IDataObject; problems: FieldProblem[] } {
	const read = { ...body };
	const problems: FieldProblem[] = [];
	for (const { wire, path, label, isJson } of wireFields(fields)) {
		if (!wires.includes(wire) || body[wire] === undefined) continue;
		const typed = readTyped(item, path.split('.'), { isJson });
		if ('problem' in typed) problems.push({ ...typed.problem, field: label });
		else if (typed.value !== undefined) read[wire] = typed.value as IDataObject;
	}
	return { body: read, problems };
}
