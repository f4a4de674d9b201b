import { NodeApiError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { replyError } from '../transport/apiError';
import { effectOf } from '../transport/endpoints';
import { runState } from './runState';
import { postRequest } from '../transport/postRequest';
import type { Reply } from '../transport/readReply';
import { withRetryAfter } from './withRetryAfter';

/** A reply that is a success, or a result code that is not an error. */
export type Accepted = Extract<Reply, { kind: 'accepted' }>;

/**
 * Makes one request of a custom operation, in the same way the declarative operations do.
 *
 * @param url script path, one of `endpoints`
 * @param body parameters by wire name, without the token
 * @throws NodeApiError whose `context.outcome` says whether the service may have acted
 */
export async function postAccepted(
	context: IExecuteFunctions,
	url: string,
	body: IDataObject,
): Promise<Accepted> {
	const request = async (): Promise<Accepted> => {
		const reply = await postRequest(context, url, body);
		if (reply.kind === 'accepted') return reply;
		throw replyError(context.getNode(), reply, undefined, effectOf(url, body));
	};
	return await runState(context).inTurn(async () => await withRetryAfter(context, request));
}

/** Tells whether an error leaves open what the service did. */
export function isUnknownOutcome(error: unknown): error is NodeApiError {
	return error instanceof NodeApiError && error.context.outcome === 'unknown';
}
