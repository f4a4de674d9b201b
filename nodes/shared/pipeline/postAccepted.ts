import type { IExecuteFunctions } from 'n8n-workflow';

import { runState } from '../sentBefore/runState';
import { notTriedError } from './output';
import { acceptedReply, type ServiceRequest, withRetryAfter } from '../service/postRequest';
import type { Accepted } from '../service/readReply';

/**
 * Makes one request of an operation over all items: in its turn, at the node's pace, and again after the
 * time the service asks for when it turned the request away unread.
 *
 * @param request made anew each time it is sent, where what it says depends on when that is
 * @param isStopped whether an earlier request failed for which this one is not made any more
 * @throws NodeApiError whose `context.outcome` says whether the service may have acted
 */
export async function postAccepted(
	context: IExecuteFunctions,
	request: ServiceRequest | (() => ServiceRequest),
	isStopped = () => false,
): Promise<Accepted> {
	return await runState(context).inTurn(async () => {
		if (isStopped()) throw notTriedError(context.getNode());
		const made = typeof request === 'function' ? request : () => request;
		return await withRetryAfter(context, async () => await acceptedReply(context, made()));
	});
}
