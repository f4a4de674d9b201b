import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { connectionError } from './apiError';
import { onlyDocumented } from './documentedReplies';
import { effectOf } from './endpoints';
import { readReply, type HttpReply, type Reply } from './readReply';
import { REQUEST_TIMEOUT_MS, requestDefaults } from './requestDefaults';

/** The contexts a node of this package sends requests from. */
export type SendingContext = IExecuteFunctions | IExecuteSingleFunctions;

/**
 * Makes one request with the node's credential and reads its reply, whatever that says.
 *
 * @param url script path, one of `endpoints`
 * @param body parameters by wire name, without the token
 * @throws NodeApiError when no reply came
 */
export async function postRequest(
	context: SendingContext | IWebhookFunctions,
	url: string,
	body: IDataObject,
	timeout = REQUEST_TIMEOUT_MS,
): Promise<Reply> {
	let isAnswered = false;
	try {
		const response = (await context.helpers.httpRequestWithAuthentication.call(context, 'extApi', {
			...requestDefaults,
			headers: { ...requestDefaults.headers },
			url,
			body,
			timeout,
			returnFullResponse: true,
		})) as HttpReply;
		isAnswered = true;
		return onlyDocumented(url, body, readReply(response));
	} catch (error) {
		throw connectionError(context.getNode(), error, undefined, effectOf(url, body), isAnswered);
	}
}
