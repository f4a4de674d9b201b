import { NodeApiError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { replyError } from './apiError';
import { isQuestion } from './endpoints';
import { nodeRun } from './nodeRun';
import { postOnce } from './postOnce';
import type { Reply } from './readReply';
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
export async function postToService(
	context: IExecuteFunctions,
	url: string,
	body: IDataObject,
): Promise<Accepted> {
	const request = async (): Promise<Accepted> => {
		const reply = await postOnce(context, url, body);
		if (reply.kind === 'accepted') return reply;
		throw replyError(context.getNode(), reply, undefined, isQuestion(url, body));
	};
	return await nodeRun(context).inTurn(async () => await withRetryAfter(context, request));
}

/** Tells whether an error leaves open what the service did. */
export function isUnknownOutcome(error: unknown): error is NodeApiError {
	return error instanceof NodeApiError && error.context.outcome === 'unknown';
}
