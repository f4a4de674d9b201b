import type { IWebhookFunctions } from 'n8n-workflow';

import { channelOfKey, type Channel } from '../shared/notifications/notificationAddress';
import { endpoints } from '../shared/transport/endpoints';
import { readReply, type HttpReply } from '../shared/transport/readReply';
import { requestDefaults } from '../shared/transport/requestDefaults';

/** Milliseconds the service may take to confirm a campaign. */
const READ_BACK_TIMEOUT_MS = 15_000;

/**
 * Checks the key in the address a notification came to (design, "Semantics", point 9). The service
 * does not sign its notifications, so the address is all that proves them.
 *
 * @returns the channel the address was handed out for, undefined for a wrong key
 */
export async function verifiedChannel(context: IWebhookFunctions): Promise<Channel | undefined> {
	if (!context.getNodeParameter('checkKey', true)) return 'any';
	const { token } = await context.getCredentials('extApi');
	const { key } = context.getParamsData() as { key?: unknown };
	return channelOfKey(key, String(token), String(context.getNode().webhookId));
}

/**
 * Asks the service whether it knows the campaign a notification is about.
 *
 * @returns false when it does not, or gives no readable answer
 */
export async function isKnownCampaign(
	context: IWebhookFunctions,
	taskId: string,
): Promise<boolean> {
	const response = (await context.helpers.httpRequestWithAuthentication.call(context, 'extApi', {
		...requestDefaults,
		headers: { ...requestDefaults.headers },
		url: endpoints.campaign,
		body: { tid: taskId, act: 'status' },
		timeout: READ_BACK_TIMEOUT_MS,
		returnFullResponse: true,
	})) as HttpReply;
	const reply = readReply(response);
	return reply.kind === 'accepted' && reply.data.taskStatus !== 'na';
}
