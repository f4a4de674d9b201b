import type { IWebhookFunctions } from 'n8n-workflow';

import { pause } from '../../engine/pause';
import { postRequest } from '../../transport/postRequest';
import { campaignStatusOf, type CampaignStatus, statusQuestion } from '../campaignStatus';
import {
	endOfEvent,
	endOfStatus,
	notEndedYet,
	notSeenToEnd,
	type CampaignEnd,
} from './campaignEnd';
import { isTooLate, type PendingWait } from './pendingWaits';
import { awaitedCampaigns, recipientsOf, type WaitingItem } from './waitingItems';

/** Milliseconds the service may take to tell a status; less when the time limit is near. */
const STATUS_TIMEOUT_MS = 15_000;
const LEAST_TIMEOUT_MS = 500;
/**
 * Seconds between looks after a notification: the service may tell of an end before the status says
 * it, and other campaigns may end at the same moment.
 */
const PAUSES = [0.25, 0.5, 1, 1, 1];
/** Seconds between two looks at whether another notification came meanwhile. */
const NEWS_CHECK_SECONDS = 0.125;

/**
 * Finds out how the campaigns of a wait ended: from the notifications that came, otherwise from their
 * status.
 *
 * @param looksAgain whether to look again for some seconds
 * @returns the end of each campaign by its code; undefined when one has not ended and time is left
 */
export async function endsOfWait(
	context: IWebhookFunctions,
	items: WaitingItem[],
	wait: PendingWait,
	looksAgain: boolean,
): Promise<Map<string, CampaignEnd> | undefined> {
	const codes = awaitedCampaigns(items);
	const recipients = new Map([...codes].map((code) => [code, recipientsOf(items, code)]));
	const statuses = new Map<string, CampaignStatus>();

	let known = wait.events.size;
	let pauses = looksAgain ? [...PAUSES] : [];
	wait.isLooking = true;
	try {
		for (;;) {
			const ends = await look();
			if (wait.isLast) return ends ?? endsAtLimit();
			if (wait.events.size > known) pauses = [...PAUSES];
			known = wait.events.size;
			const pause = [...codes].every(isSettled) ? undefined : pauses.shift();
			if (pause === undefined) return ends;
			await newsOrPause(wait, pause);
		}
	} finally {
		wait.isLooking = false;
	}

	async function look(): Promise<Map<string, CampaignEnd> | undefined> {
		for (const code of codes) {
			if (isSettled(code) || isTooLate(wait)) continue;
			const status = await statusOf(context, code, wait);
			if (status !== undefined) statuses.set(code, status);
			if (endOf(code) === undefined && !wait.isLast) return undefined;
		}
		const ends = new Map([...codes].map((code) => [code, endOf(code)]));
		return [...ends.values()].includes(undefined) ? undefined : (ends as Map<string, CampaignEnd>);
	}

	/** What is known by now. */
	function endOf(code: string): CampaignEnd | undefined {
		const event = wait.events.get(code);
		const status = statuses.get(code);
		const byStatus = status && endOfStatus(status, recipients.get(code));
		return event === undefined ? byStatus : endOfEvent(event, status === undefined ? [] : status.notSent);
	}

	/** Tells whether looking again can bring no more: the numbers left out stand in the status alone. */
	function isSettled(code: string): boolean {
		const { event } = wait.events.get(code) ?? {};
		return event === 'END' || event === 'NO_USERS_FOUND' || statuses.get(code)?.finished === true;
	}

	function endsAtLimit(): Map<string, CampaignEnd> {
		return new Map(
			[...codes].map((code) => {
				const status = statuses.get(code);
				return [code, endOf(code) ?? (status ? notEndedYet(status) : notSeenToEnd())];
			}),
		);
	}
}

async function newsOrPause(wait: PendingWait, seconds: number): Promise<void> {
	const known = wait.events.size;
	await pause(seconds, () => wait.events.size > known || wait.isLast, NEWS_CHECK_SECONDS);
}

async function statusOf(
	context: IWebhookFunctions,
	code: string,
	{ limitAt = Infinity }: PendingWait,
): Promise<CampaignStatus | undefined> {
	const left = Math.max(LEAST_TIMEOUT_MS, limitAt - Date.now() - LEAST_TIMEOUT_MS);
	const timeoutMs = Math.min(STATUS_TIMEOUT_MS, left);
	const reply = await postRequest(context, { ...statusQuestion(code), timeoutMs }).catch(
		// What is not told now is asked again with the next call.
		() => undefined,
	);
	return reply?.kind === 'accepted' ? campaignStatusOf(code, reply) : undefined;
}
