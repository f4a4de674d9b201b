import type { INode, NodeApiError } from 'n8n-workflow';

import type { Failure } from '../n8n/errorItem';
import { listedItems } from '../run/itemNumbers';
import { NEW_LINE } from '../run/stoppedError';
import { requestError } from '../service/nodeErrors';
import { accountFor, accountingLines, contextOf } from './accounting';
import type { LeftOut } from './campaignKey';
import type { SentRequest } from './campaignMemory';

/**
 * The error that stops a run after something was tried: what happened, and what became of every item.
 *
 * @param cause why it stopped, and the items that concerns
 * @param count how many items there are
 * @param leftOut what a Campaign Key left out
 */
export function campaignStopped(
	node: INode,
	cause: Failure & { items: number[] },
	sent: SentRequest[],
	count: number,
	leftOut?: LeftOut[],
): NodeApiError {
	const { message, description, items, isUnknown = false } = cause;
	const accounting = accountFor(sent, count, leftOut);
	return requestError(node, {
		message,
		description: [String(description ?? '').trim(), ...accountingLines(accounting)]
			.filter((line) => line !== '')
			.join(NEW_LINE),
		itemIndex: items[0],
		outcome: isUnknown ? 'unknown' : 'notAccepted',
		context: { ...contextOf(accounting), ...listedItems(items) },
	});
}
