import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	ILoadOptionsFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { connectionError } from './apiError';
import { onlyDocumented } from './documentedReplies';
import type { Effect, Endpoint } from './endpoints';
import { readReply, type HttpReply, type Reply } from './readReply';
import { REQUEST_TIMEOUT_MS, requestDefaults } from './requestDefaults';

/** The contexts a node of this package sends requests from. */
export type SendingContext = IExecuteFunctions | IExecuteSingleFunctions;

/** A request to the service. */
export interface ServiceRequest {
	url: Endpoint;
	/** Parameters by wire name, without the token. */
	body: IDataObject;
	/** What it does to the world: decides what a lost answer leaves open. */
	effect: Effect;
	/** Milliseconds after which it counts as lost. */
	timeoutMs?: number;
}

/**
 * Makes one request with the node's credential and reads its reply, whatever that says.
 *
 * @throws NodeApiError when no reply came
 */
export async function postRequest(
	context: SendingContext | IWebhookFunctions | ILoadOptionsFunctions,
	{ url, body, effect, timeoutMs = REQUEST_TIMEOUT_MS }: ServiceRequest,
): Promise<Reply> {
	let response: HttpReply;
	try {
		response = (await context.helpers.httpRequestWithAuthentication.call(context, 'extApi', {
			...requestDefaults,
			headers: { ...requestDefaults.headers },
			url,
			body,
			timeout: timeoutMs,
			returnFullResponse: true,
		})) as HttpReply;
	} catch (error) {
		throw connectionError(context.getNode(), error, undefined, effect);
	}
	return onlyDocumented(url, body, readReply(response));
}
