// What a retry may do: nothing with another Campaign Key; a request of unknown outcome only if a person says so.
import type { INode, NodeOperationError, IExecuteFunctions, NodeApiError } from 'n8n-workflow';

import { campaignKeyOption, unknownOutcomeOption } from '../fields/sendingOptions';
import { operationError, requestError, type ErrorTexts } from '../service/nodeErrors';
import { hashOf } from '../service/secrets';
import type { Entry } from './ledger';
import { optionPath } from '../fields/field';

/** A Campaign Key as it is saved with a request that was sent; undefined for none. */
export function keptKey(key: string): string | undefined {
	return key === '' ? undefined : hashOf(key, 6);
}

/**
 * The error of a retry with another Campaign Key than a request of an earlier try had, or with none: what one of them sent
 * is not in the record of the other's key, so an execution with that key would send it again. Undefined for the same key.
 *
 * @param key as it is now, empty for none; undefined where it cannot be read
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
