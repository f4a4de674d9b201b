import type { IWebhookFunctions } from 'n8n-workflow';

import { MapThatForgets } from '../shared/sentBefore/mapThatForgets';
import { pause } from '../shared/service/pause';
import { postRequest } from '../shared/service/postRequest';
import { eventTypes, type CampaignEvent } from '../shared/service/events';
import { onOrOff } from '../shared/rules/numbers';
import { eventOfStatus } from '../shared/waiting/campaignEnd';
import {
	campaignStatusOf,
	statusQuestion,
	type CampaignStatus,
	UNKNOWN_CAMPAIGN,
} from '../shared/waiting/campaignStatus';
import { nameOf } from './verifyNotification';

/** Milliseconds the service may take to tell a status. */
const READ_BACK_TIMEOUT_MS = 15_000;

/** Milliseconds for which all calls about a campaign are judged by one status. */
const ONE_STATUS_MS = 1_500;

/** How often a call looks: a status may be older than the event, or change a moment after it. */
const LOOKS = 3;

/** Statuses of campaigns asked for just now, by trigger and code. */
const asked = new MapThatForgets<Promise<CampaignStatus | undefined>>(ONE_STATUS_MS);

/**
 * Asks the service for the campaign of an event, where the option "Verify Campaign" is set, and
 * compares its status with what the event says.
 *
 * @returns false when they do not agree, the service does not know the campaign, or gives no readable answer
 * @throws what ends a request without a reply
 */
export async function isConfirmed(
	context: IWebhookFunctions,
	event: CampaignEvent,
): Promise<boolean> {
	const readBack = onOrOff(context.getNodeParameter('options.readBack', false));
	if ('value' in readBack && !readBack.value) return true;
	const key = `${nameOf(context)}/${event.taskId}`;
	for (let look = 1; ; look++) {
		const status = await asked.getOrMake(key, () => askFor(context, event.taskId));
		if (status !== undefined && goTogether(event.event, status.status)) return true;
		if (status?.finished || look === LOOKS) return false;
		await pause(ONE_STATUS_MS / 1000, () => !asked.has(key));
	}
}

async function askFor(
	context: IWebhookFunctions,
	taskId: string,
): Promise<CampaignStatus | undefined> {
	const question = { ...statusQuestion(taskId), timeoutMs: READ_BACK_TIMEOUT_MS };
	const reply = await postRequest(context, question);
	return reply.kind === 'accepted' ? campaignStatusOf(taskId, reply) : undefined;
}

/** Tells whether a campaign in this status can have caused this event. */
function goTogether(event: string, status: string): boolean {
	// One that began, whatever became of it.
	if (eventTypes[event].partial) return status !== 'pending' && status !== UNKNOWN_CAMPAIGN;
	if (status === 'stop') return event === 'STOP';
	return eventOfStatus[status] === (event === 'UNKNOWN_ERROR' ? 'ERROR' : event);
}
