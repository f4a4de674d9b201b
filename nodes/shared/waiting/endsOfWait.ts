import type { IWebhookFunctions } from 'n8n-workflow';

import { comparablePhone } from '../rules/phones';
import { pause } from '../service/pause';
import { postRequest } from '../service/postRequest';
import {
	endOfEvent,
	endOfStatus,
	eachOnce,
	notEndedYet,
	notSeenToEnd,
	type CampaignEnd,
} from './campaignEnd';
import {
	campaignStatusOf,
	statusQuestion,
	UNKNOWN_CAMPAIGN,
	type CampaignStatus,
} from './campaignStatus';
import type { PendingWait } from './pendingWaits';
import { isTooLate } from './watchWait';
import type { AwaitedCampaigns } from './waitingItems';

/** Milliseconds the service may take to tell a status; less when the time limit is near. */
const STATUS_TIMEOUT_MS = 15_000;
const LEAST_TIMEOUT_MS = 500;
/**
 * Seconds between looks after a notification: the service may tell of an end before the status says
 * it, and other campaigns may end at the same moment.
 */
const PAUSES = [0.25, 0.5, 1, 1, 1];
/** How long a wait has patience; tests have less. */
export const patience = {
	/**
	 * Milliseconds for which the notification of an end may be on its way when the status tells of it: it
	 * says more, such as how many were sent, or what kind of error it was.
	 */
	onItsWayMs: 10_000,
};
/** Milliseconds before n8n goes on by itself at which no one waits for a notification any more. */
const END_AHEAD_MS = 2_000;
/** Seconds between two looks at whether another notification came meanwhile. */
const NEWS_CHECK_SECONDS = 0.125;

/**
 * Finds out how the campaigns of a wait ended: from the notifications that came; from the status only
 * when a notification has not come for some seconds after it.
 *
 * @param looksAgain whether to look again for some seconds
 * @returns the end of each campaign by its code; undefined when one has not ended and time is left
 */
export async function endsOfWait(
	context: IWebhookFunctions,
	campaigns: AwaitedCampaigns,
	wait: PendingWait,
	looksAgain: boolean,
): Promise<Map<string, CampaignEnd> | undefined> {
	const codes = [...campaigns.keys()];
	const statuses = new Map<string, CampaignStatus>();
	/** Campaigns that the service was asked for again, after it did not know them. */
	const askedAgain = new Set<string>();

	// A notification is answered soon where looks of our own follow.
	const mayTakeLong = !looksAgain || wait.goesOnAt === undefined;
	let known = newsOf(wait);
	let pauses = looksAgain ? [...PAUSES] : [];
	wait.isLooking = true;
	try {
		for (;;) {
			await look();
			const ends = endsNow();
			if (wait.isLast) return ends ?? endsAtLimit();
			if (newsOf(wait) > known) pauses = [...PAUSES];
			known = newsOf(wait);
			const isSettledForAll = codes.every(isSettled);
			if (ends !== undefined && isSettledForAll) return ends;
			const seconds = isSettledForAll && mayTakeLong ? secondsOnTheWay() : pauses.shift();
			if (seconds === undefined) return ends;
			await newsOrPause(wait, seconds);
		}
	} finally {
		wait.isLooking = false;
	}

	/** Asks for what is not known yet, until one is found that goes on. */
	async function look(): Promise<void> {
		for (const code of codes) {
			const again = mayBeKnownAgain(code) && millisecondsOnTheWay(code) <= 0;
			if ((isSettled(code) && !again) || isTooLate(wait.goesOnAt)) continue;
			if (again) askedAgain.add(code);
			const status = await statusOf(context, code, wait);
			if (status !== undefined) statuses.set(code, status);
			if (status?.finished === false) wait.finishedAt.delete(code);
			if (status?.finished === true && !wait.finishedAt.has(code)) {
				wait.finishedAt.set(code, Date.now());
			}
			const hasEnded = wait.events.has(code) || status?.finished === true;
			if (!hasEnded && !wait.isLast) return;
		}
	}

	/** The ends, if all are known by now. */
	function endsNow(): Map<string, CampaignEnd> | undefined {
		const ends = new Map<string, CampaignEnd>();
		for (const code of codes) {
			const isOnItsWay = millisecondsOnTheWay(code) > 0 || mayBeKnownAgain(code);
			const isOpen = !wait.events.has(code) && isOnItsWay;
			const end = isOpen && !wait.isLast ? undefined : endOf(code);
			if (end === undefined) return undefined;
			ends.set(code, end);
		}
		return ends;
	}

	/** A single look that does not know a campaign may be wrong: it counts when a later one says the same. */
	function mayBeKnownAgain(code: string): boolean {
		return (
			statuses.get(code)?.status === UNKNOWN_CAMPAIGN &&
			!wait.events.has(code) &&
			!askedAgain.has(code)
		);
	}

	/** What is known by now. */
	function endOf(code: string): CampaignEnd | undefined {
		const event = wait.events.get(code);
		const status = statuses.get(code);
		const notSent = notSentOf(code);
		const recipients = campaigns.get(code)?.recipients;
		if (event !== undefined) return endOfEvent(event, notSent, recipients);
		return status && endOfStatus(status, recipients, notSent);
	}

	/** Who is named by the status or by notifications; null where no one is, and someone failed. */
	function notSentOf(code: string): string[] | null {
		const { notSent: listed } = statuses.get(code) ?? { notSent: [] };
		const named = listed && eachOnce(listed, wait.failed.get(code) ?? []);
		return named?.length === 0 && wait.failedUnnamed.has(code) ? null : named;
	}

	/**
	 * Tells whether the status can bring no more: the numbers left out are in it alone, but for those
	 * that notifications named.
	 */
	function isSettled(code: string): boolean {
		const { event, sentCount = null } = wait.events.get(code) ?? {};
		const { recipients = 0, unnamed = 0, phones } = campaigns.get(code) ?? {};
		const named = eachOnce(wait.failed.get(code) ?? []);
		const failed = named.filter((phone) => phones?.has(comparablePhone(phone)) ?? true).length;
		const isComplete = sentCount === null || sentCount + failed + unnamed >= recipients;
		return (
			(event === 'END' && isComplete) ||
			event === 'NO_USERS_FOUND' ||
			statuses.get(code)?.finished === true
		);
	}

	/** How long the notification of an ended campaign may still take. */
	function millisecondsOnTheWay(code: string): number {
		const { finishedAt, goesOnAt = Infinity } = wait;
		const until = (finishedAt.get(code) ?? Date.now()) + patience.onItsWayMs;
		return Math.min(until, goesOnAt - END_AHEAD_MS) - Date.now();
	}

	function secondsOnTheWay(): number {
		const open = codes.filter((code) => !wait.events.has(code));
		return Math.max(0, ...open.map(millisecondsOnTheWay)) / 1000;
	}

	function endsAtLimit(): Map<string, CampaignEnd> {
		return new Map(
			codes.map((code) => {
				const status = statuses.get(code);
				const open = status ? notEndedYet(status) : notSeenToEnd();
				return [code, endOf(code) ?? { ...open, notSent: notSentOf(code) }];
			}),
		);
	}
}

/** Grows with every notification that says something new. */
function newsOf({ events, failed, failedUnnamed }: PendingWait): number {
	const told = events.size + failedUnnamed.size;
	return [...failed.values()].reduce((sum, numbers) => sum + numbers.size, told);
}

async function newsOrPause(wait: PendingWait, seconds: number): Promise<void> {
	const known = newsOf(wait);
	await pause(seconds, () => newsOf(wait) > known || wait.isLast, NEWS_CHECK_SECONDS);
}

async function statusOf(
	context: IWebhookFunctions,
	code: string,
	{ goesOnAt = Infinity }: PendingWait,
): Promise<CampaignStatus | undefined> {
	const left = Math.max(LEAST_TIMEOUT_MS, goesOnAt - Date.now() - LEAST_TIMEOUT_MS);
	const timeoutMs = Math.min(STATUS_TIMEOUT_MS, left);
	const reply = await postRequest(context, { ...statusQuestion(code), timeoutMs }).catch(
		// What is not told now is asked again with the next call.
		() => undefined,
	);
	return reply?.kind === 'accepted' ? campaignStatusOf(code, reply) : undefined;
}
