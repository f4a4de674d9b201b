import type {
	IDataObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { connectionError } from './apiError';
import { connectionOf, type Connection } from './connection';
import { onlyDocumented } from './documentedReplies';
import type { Effect, Endpoint } from './endpoints';
import { readReply, type HttpReply, type Reply } from './readReply';
import { requestDefaults } from './requestDefaults';
import { withoutSignature } from './signature';

/** A request to the service. */
export interface ServiceRequest {
	url: Endpoint;
	/** Parameters by wire name, without the token. */
	body: IDataObject;
	/** What it does to the world: decides what a lost answer leaves open. */
	effect: Effect;
	/** Milliseconds after which it counts as lost, where that is not the node's own timeout. */
	timeoutMs?: number;
	/** The input item it is made for. */
	itemIndex?: number;
	/** How to connect; as the node's settings say when left out. */
	connection?: Connection;
}

/**
 * Makes one request with the node's credential and reads its reply, whatever that says.
 *
 * @throws NodeApiError when no reply came; NodeOperationError for settings that cannot be read
 */
export async function postRequest(
	context: IExecuteFunctions | IWebhookFunctions | ILoadOptionsFunctions,
	{ url, body, effect, timeoutMs, itemIndex, connection }: ServiceRequest,
): Promise<Reply> {
	const settings = connection ?? connectionOf(context.getNode());
	let response: HttpReply;
	try {
		response = (await context.helpers.httpRequestWithAuthentication.call(context, 'extApi', {
			...requestDefaults,
			...settings,
			...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
			headers: { ...requestDefaults.headers },
			url,
			body: { ...body },
			returnFullResponse: true,
		})) as HttpReply;
	} catch (error) {
		throw connectionError(context.getNode(), error, itemIndex, effect);
	}
	try {
		return onlyDocumented(url, body, readReply(withoutSignature(response, body)));
	} catch (error) {
		// Whatever goes wrong now, the request has left.
		throw connectionError(context.getNode(), error, itemIndex, effect, true);
	}
}
