// What a retry may send: nothing under another Campaign Key; unknown outcomes only by an option.
import type { INode, NodeOperationError, IExecuteFunctions, NodeApiError } from 'n8n-workflow';

import { campaignKeyOption, unknownOutcomeOption } from '../fields/sendingOptions';
import { operationError, requestError, type ErrorTexts } from '../service/nodeErrors';
import { hashOf } from '../service/secrets';
import type { Entry } from './ledger';
import { optionPath } from '../fields/field';

/** A Campaign Key as saved with a request; undefined for none. */
export function keptKey(key: string): string | undefined {
	return key === '' ? undefined : hashOf(key, 6);
}

/**
 * The error of a retry with another Campaign Key than an earlier try; undefined for the same. The
 * record of one key lacks what was sent under the other, so a new execution would send it again.
 *
 * @param key the current one, empty for none; undefined if it cannot be read
 */
export function keyChangedError(
	node: INode,
	key: string | undefined,
	before: Entry,
): NodeOperationError | undefined {
	if (key !== undefined && keptKey(key) === before.key) return undefined;
	const name = campaignKeyOption.displayName;
	return operationError(node, {
		message: `${name} is not that of an earlier try, which had sent messages`,
		description: `Undo the change of '${name}' (in an expression, write a date as text), and retry again: the key does not hold for what the earlier try sent, so a new execution would send it again. Nothing was sent by this try.`,
	});
}

/** Whether the option says to send requests of unknown outcome again. */
export function sendsUnknownAgain(context: IExecuteFunctions, item: number): boolean {
	try {
		return context.getNodeParameter(optionPath(unknownOutcomeOption), item, 'stop') === 'sendAgain';
	} catch {
		// A failing expression is reported when the item is read, and must send nothing again.
		return false;
	}
}

/**
 * The error of a request that may have been accepted.
 *
 * @param recipients those of a call whose outcome is unknown; empty for all
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
	// A model's message already has the fix.
	const description = message.includes(unknown.description) ? '' : unknown.description;
	return requestError(node, { message, description, outcome: 'unknown' });
}
