import { isExpression, type IDataObject } from 'n8n-workflow';

import { wireParameters, type Field, type WireParameter } from '../fields/field';
import { inputError, isReview, isTool } from '../service/nodeErrors';
import type { RunItem } from '../service/itemCredential';
import { checkRequest, type FieldProblem, type RequestRules } from '../rules/checkRequest';
import { jsonWithData } from '../rules/expressions';
import { EMPTY, type Read } from '../rules/reader';
import { valueIn } from './parameters';
import { isFromData, unfilledColumn, unreplaced } from '../rules/typedText';

/**
 * Makes what checks the parameters that fields fill, and turns them into the request's body. It throws
 * NodeOperationError for values that break a rule.
 */
export function bodyChecker(
	fields: Field[],
	rules: RequestRules,
): (item: RunItem, entered: IDataObject) => IDataObject {
	const parameters = wireParameters(fields);
	return (item, entered) => {
		const typed = withTypedTexts(item, parameters, entered);
		const checked = checkRequest(parameters, rules, typed.body, { now: new Date() });
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

/**
 * Looks at what a person typed into a text parameter, beside what its expressions give.
 *
 * n8n (2.0 and 2.41) evaluates a parameter before any hook sees it, so typed text and data
 * can no longer be told apart. Delete this when hooks get both.
 *
 * @param path where the parameter is in the node's parameters
 * @param isJson true for JSON text
 * @returns the parameter's value if data in JSON makes it another, undefined if it is as n8n read it; a problem for what
 * looks as if it were replaced
 */
export function readTyped(item: RunItem, path: string[], isJson: boolean): Read<unknown> {
	const saved = valueIn(item.node.parameters, path);
	const problem = unreplaced(saved, item.json);
	if (problem) return { problem };
	const evaluate = (expression: string) => item.context.evaluateExpression(expression, item.index);
	const json = isJson && isExpression(saved) ? jsonWithData(saved.slice(1), evaluate) : undefined;
	return json ?? { value: undefined };
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
		const saved = valueIn(item.node.parameters, path.split('.'));
		const ofData = isFromData(saved) ? unfilledColumn(body[wire], item.json) : undefined;
		const typed = ofData ?? readTyped(item, path.split('.'), isJson);
		if ('problem' in typed) problems.push({ ...typed.problem, field: label });
		else if (typed.value !== undefined) read[wire] = typed.value as IDataObject;
	}
	return { body: read, problems };
}
