import type { NodeOperationError } from 'n8n-workflow';
import {
	type IDataObject,
	type IExecuteSingleFunctions,
	type IHttpRequestOptions,
	type INode,
	type INodeProperties,
	type PreSendAction,
} from 'n8n-workflow';

import { fieldLabels } from '../descriptions/wireFields';
import { doingOf } from '../transport/doing';
import { operationError } from '../transport/nodeErrors';
import { quietTexts, withFullTexts } from '../transport/quietError';
import { messageForModel } from '../transport/messageForModel';
import { withTypedTexts } from './typedTexts';
import { checkRequest, type FieldProblem, type RequestRules } from '../validation/checkRequest';

/**
 * Makes the preSend hook that checks what the fields of an operation hold and turns it into the
 * request's body, before anything leaves.
 *
 * n8n (1.123, 2.0 and 2.41, `routing-node`) sends what the fields hold, and a preSend hook is the
 * one place to see a whole body before it leaves. Delete this when descriptions can hold rules for
 * values.
 *
 * @param fields the operation's fields, for their display names
 * @param fixed parameters that are always the same, by wire name: nobody entered them
 */
export function checkBody(
	fields: INodeProperties[],
	rules: RequestRules,
	fixed: IDataObject = {},
): PreSendAction {
	const labels = fieldLabels(fields);
	return async function (this: IExecuteSingleFunctions, options: IHttpRequestOptions) {
		const entered = { ...(options.body as IDataObject) };
		for (const wire of Object.keys(fixed)) delete entered[wire];
		const typed = withTypedTexts(this, fields, rules.texts ?? [], entered);
		const checked = checkRequest(rules, labels, typed.body, {
			now: new Date(),
			timeZone: this.getTimezone(),
		});
		const problems = [...typed.problems, ...('problems' in checked ? checked.problems : [])];
		if ('problems' in checked || problems.length > 0) {
			throw inputError(this.getNode(), problems, this.getItemIndex());
		}
		return { ...options, body: { ...fixed, ...checked.body } };
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
