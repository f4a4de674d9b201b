import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { wireParameters, type Field, type WireParameter } from '../fields/field';
import { inputError, isReview, isTool } from '../service/nodeErrors';
import type { RunItem } from '../service/itemCredential';
import { checkRequest, type FieldProblem, type RequestRules } from '../rules/checkRequest';
import { isExpression, jsonWithData, textWithData } from '../rules/expressions';
import { EMPTY, type Read } from '../rules/reader';
import { typedText, type TypedTextOptions } from '../rules/typedText';

/**
 * Makes what checks the parameters that fields fill, and turns them into the request's body. It throws
 * NodeOperationError for values that break a rule.
 */
export function bodyChecker(
	fields: Field[],
	rules: RequestRules,
	context: IExecuteFunctions,
): (item: RunItem, entered: IDataObject) => IDataObject {
	const parameters = wireParameters(fields);
	const timeZone = context.getTimezone();
	return (item, entered) => {
		const typed = withTypedTexts(item, parameters, entered);
		const checked = checkRequest(parameters, rules, typed.body, { now: new Date(), timeZone });
		const problems = [...typed.problems, ...('problems' in checked ? checked.problems : [])];
		if ('problems' in checked || problems.length > 0) {
			const told = problems.map((each) => ofExpression(fields, item, each));
			throw inputError(item.node, told, item.index);
		}
		return checked.body;
	};
}

/** What to do about a field that looks filled: its expression gives nothing. A model knows of no expressions. */
function ofExpression(fields: Field[], { node }: RunItem, found: FieldProblem): FieldProblem {
	const name = fields.find(({ displayName }) => displayName === found.field)?.name ?? '';
	return found.fix === EMPTY.fix &&
		(!isTool(node) || isReview(node)) &&
		isExpression(node.parameters[name])
		? {
				...found,
				fix: 'The expression returned nothing: correct it, or the input data.',
			}
		: found;
}

export interface ReadTypedOptions extends TypedTextOptions {
	/** What becomes of data that an expression puts between typed text. */
	dataInText?: (data: string) => string;
}

/**
 * Looks at what a person typed into a text parameter, beside what its expressions give.
 *
 * n8n (2.0 and 2.41) evaluates a parameter before any hook sees it, so typed text and data
 * can no longer be told apart. Delete this when hooks get both.
 *
 * @param path where the parameter is in the node's parameters
 * @returns the parameter's value if escaped braces or data in JSON make it another, undefined if it is as n8n read
 * it; a problem for a merge field or expression that nothing would replace
 */
export function readTyped(
	item: RunItem,
	path: string[],
	options: ReadTypedOptions = {},
): Read<unknown> {
	const saved = path.reduce<unknown>(
		(value, key) => (value as IDataObject | undefined)?.[key],
		item.node.parameters,
	);
	const { problem, unescaped } = typedText(saved, item.json, options);
	if (problem) return { problem };
	const evaluate = (expression: string) => item.context.evaluateExpression(expression, item.index);
	const source = unescaped ?? saved;
	if (isExpression(source)) {
		const { isJson, dataInText } = options;
		const code = source.slice(1);
		const json = isJson ? jsonWithData(code, evaluate) : undefined;
		if (json !== undefined) return json;
		const text = dataInText && textWithData(code, evaluate, dataInText);
		if (text !== undefined) return text;
	}
	return { value: isExpression(unescaped) ? evaluate(unescaped.slice(1)) : unescaped };
}

/** The same for the texts of a request, as n8n read it. */
function withTypedTexts(
	item: RunItem,
	parameters: Record<string, WireParameter>,
	body: IDataObject,
): { body: IDataObject; problems: FieldProblem[] } {
	const read = { ...body };
	const problems: FieldProblem[] = [];
	for (const { wire, path, label, isJson, isText } of Object.values(parameters)) {
		if (!isText || body[wire] === undefined) continue;
		// An option is filled in no operation, unlike the text it goes with.
		const mergedIn = path.startsWith('options.') ? 'the message of a campaign' : undefined;
		const typed = readTyped(item, path.split('.'), { isJson, mergedIn });
		if ('problem' in typed) problems.push({ ...typed.problem, field: label });
		else if (typed.value !== undefined) read[wire] = typed.value as IDataObject;
	}
	return { body: read, problems };
}
