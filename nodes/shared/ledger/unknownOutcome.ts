import type { IExecuteFunctions, INode, NodeApiError } from 'n8n-workflow';

import { optionPath } from '../fields/field';
import { unknownOutcomeOption } from '../fields/sendingOptions';
import { requestError, type ErrorTexts } from '../service/nodeErrors';

/** The option for a person who knows better than the node what happened to a request. */
export function sendsUnknownAgain(context: IExecuteFunctions, item: number): boolean {
	try {
		return context.getNodeParameter(optionPath(unknownOutcomeOption), item, 'stop') === 'sendAgain';
	} catch {
		// An expression that fails is reported when the item is read; nothing is sent again because of it.
		return false;
	}
}

/**
 * The error of a request that may have been accepted.
 *
 * @param recipients those of a call that it holds for; empty for all
 */
export function stillUnknown(
	node: INode,
	{ unknown }: { unknown: ErrorTexts },
	recipients: string[] = [],
): NodeApiError {
	const ofCall = `The outcome is unknown for ${recipients.join(', ')}, from an earlier call`;
	const message =
		recipients.length === 0
			? unknown.message
			: unknown.message.replace('The outcome is unknown', () => ofCall);
	// A model's message says the fix already.
	const description = message.includes(unknown.description) ? '' : unknown.description;
	return requestError(node, { message, description, outcome: 'unknown' });
}
