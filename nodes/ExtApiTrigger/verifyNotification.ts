import type { IWebhookFunctions } from 'n8n-workflow';

import {
	channelOfKey,
	KEY_PARAMETER,
	type Channel,
} from '../shared/notifications/notificationAddress';
import { statusQuestion } from '../shared/campaign/campaignStatus';
import { postRequest } from '../shared/transport/postRequest';

/** Milliseconds the service may take to confirm a campaign. */
const READ_BACK_TIMEOUT_MS = 15_000;

/**
 * Checks the key in the address a notification came to. The service
 * does not sign its notifications, so the address is all that proves them.
 *
 * @returns the channel the address was handed out for, undefined for a wrong key
 */
export async function verifiedChannel(context: IWebhookFunctions): Promise<Channel | undefined> {
	if (!context.getNodeParameter('checkKey', true)) return 'any';
	const { token } = await context.getCredentials('extApi');
	const { [KEY_PARAMETER]: key } = context.getQueryData() as Record<string, unknown>;
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
	const reply = await postRequest(context, {
		...statusQuestion(taskId),
		timeoutMs: READ_BACK_TIMEOUT_MS,
	});
	return reply.kind === 'accepted' && reply.data.taskStatus !== 'na';
}
