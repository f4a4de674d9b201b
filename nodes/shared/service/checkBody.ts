import {
	type NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeProperties,
} from 'n8n-workflow';

import { fieldLabels } from '../fields/wireFields';
import { doingOf } from './doing';
import { operationError } from './nodeErrors';
import { quietTexts, withFullTexts } from './quietError';
import { messageForModel } from './messageForModel';
import type { RunItem } from './runItem';
import { withTypedTexts } from './typedTexts';
import { checkRequest, type FieldProblem, type RequestRules } from '../rules/checkRequest';

/**
 * Makes what checks the parameters that fields fill, and turns them into the request's body, before
 * anything leaves. It throws NodeOperationError for values that break a rule.
 *
 * @param fields the operation's fields, for their display names
 */
export function bodyChecker(
	fields: INodeProperties[],
	rules: RequestRules,
	context: IExecuteFunctions,
): (item: RunItem, entered: IDataObject) => IDataObject {
	const labels = fieldLabels(fields);
	const timeZone = context.getTimezone();
	return (item, entered) => {
		const typed = withTypedTexts(item, fields, rules.texts ?? [], entered);
		const checked = checkRequest(rules, labels, typed.body, { now: new Date(), timeZone });
		const problems = [...typed.problems, ...('problems' in checked ? checked.problems : [])];
		if ('problems' in checked || problems.length > 0) {
			throw inputError(item.node, problems, item.index);
		}
		return checked.body;
	};
}

/** The error for values that break a rule: which fields, which rules, how to fix them. */
export function inputError(
	node: INode,
	problems: FieldProblem[],
	itemIndex: number,
): NodeOperationError {
	const [first, ...others] = problems.map(({ field, rule }) => `${field} ${rule}`);
	const more = others.length === 0 ? '' : ` (and ${others.length} more: ${others.join('; ')})`;
	const fixes = [...new Set(problems.map(({ fix }) => fix))].join(' ');
	const texts = {
		message: `${first}${more}`,
		description: `${fixes} Nothing was ${doingOf(node).done} for this item.`,
	};
	const { message, description } = quietTexts(texts);
	const error = operationError(node, {
		message: messageForModel(node, message, texts.description),
		description,
		itemIndex,
	});
	return withFullTexts(error, texts);
}
