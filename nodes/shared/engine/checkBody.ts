import {
	NodeOperationError,
	type IDataObject,
	type IExecuteSingleFunctions,
	type IHttpRequestOptions,
	type INode,
	type INodeProperties,
	type PreSendAction,
} from 'n8n-workflow';

import { fieldLabels } from '../descriptions/wireFields';
import { quietTexts, withFullTexts } from '../transport/quietError';
import { messageForModel } from '../transport/messageForModel';
import { withTypedTexts } from './typedTexts';
import { checkRequest, type FieldProblem, type RequestRules } from '../validation/checkRequest';

/**
 * Makes the preSend hook that checks what the fields of an operation hold and turns it into the
 * request's body, before anything leaves.
 *
 * @param fields the operation's fields, for their display names
 */
export function checkBody(fields: INodeProperties[], rules: RequestRules): PreSendAction {
	const labels = fieldLabels(fields);
	return async function (this: IExecuteSingleFunctions, options: IHttpRequestOptions) {
		const entered = options.body as IDataObject;
		const typed = withTypedTexts(this, fields, rules.texts ?? [], entered);
		const checked = checkRequest(rules, labels, typed.body, {
			now: new Date(),
			timeZone: this.getTimezone(),
		});
		const problems = [...typed.problems, ...('problems' in checked ? checked.problems : [])];
		if ('problems' in checked || problems.length > 0) {
			throw inputError(this.getNode(), problems, this.getItemIndex());
		}
		return { ...options, body: checked.body };
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
		description: `${fixes} Nothing was sent for this item.`,
	};
	const { message, description } = quietTexts(texts);
	const error = new NodeOperationError(node, messageForModel(node, message, texts.description), {
		description,
		itemIndex,
	});
	return withFullTexts(error, texts);
}
