// A question to the service beside the requests of a run.
import type { IExecuteFunctions } from 'n8n-workflow';

import { runState } from '../ledger/runState';
import { acceptedReply, type ServiceRequest, withRetryAfter } from '../service/postRequest';
import type { Accepted } from '../service/readReply';

/**
 * Asks the service something beside the requests of a run, at the node's pace. Asks again after the
 * time the service asks for, if it turned the request away unread.
 *
 * @throws NodeApiError whose `context.outcome` says whether the service may have acted
 */
export async function postAccepted(
	context: IExecuteFunctions,
	request: ServiceRequest,
): Promise<Accepted> {
	return await runState(context).inTurn(
		async () => await withRetryAfter(context, async () => await acceptedReply(context, request)),
	);
}
