import { NodeApiError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { connectionError, replyError } from './apiError';
import { isSafeToRepeat } from './endpoints';
import { nodeRun } from './nodeRun';
import { readReply, type HttpReply, type Reply } from './readReply';
import { REQUEST_TIMEOUT_MS, requestDefaults } from './requestDefaults';
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
	const node = context.getNode();
	const repeatable = isSafeToRepeat(url, body);
	const request = async (): Promise<Accepted> => {
		let reply: Reply;
		try {
			const response = (await context.helpers.httpRequestWithAuthentication.call(
				context,
				'extApi',
				{
					...requestDefaults,
					headers: { ...requestDefaults.headers },
					url,
					body,
					timeout: REQUEST_TIMEOUT_MS,
					returnFullResponse: true,
				},
			)) as HttpReply;
			reply = readReply(response);
		} catch (error) {
			throw connectionError(node, error, undefined, repeatable);
		}
		if (reply.kind === 'accepted') return reply;
		throw replyError(node, reply, undefined, repeatable);
	};
	return await nodeRun(context).inTurn(async () => await withRetryAfter(context, request));
}

/** Tells whether an error leaves open what the service did. */
export function isUnknownOutcome(error: unknown): error is NodeApiError {
	return error instanceof NodeApiError && error.context.outcome === 'unknown';
}
