import type { INode, NodeOperationError } from 'n8n-workflow';

import { campaignKeyOption } from '../fields/sendingOptions';
import { operationError } from '../service/nodeErrors';
import { hashOf } from '../service/secrets';
import type { Entry } from './ledger';

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
