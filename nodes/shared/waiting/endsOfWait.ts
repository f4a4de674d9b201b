import type { IWebhookFunctions } from 'n8n-workflow';

import { comparablePhone } from '../rules/phones';
import { pause } from '../service/pause';
import { postRequest } from '../service/postRequest';
import {
	endOfDeleted,
	endOfEvent,
	endOfStatus,
	eachOnce,
	openAtLimit,
	notSeenToEnd,
	type CampaignEnd,
} from './campaignEnd';
import {
	campaignStatusOf,
	statusQuestion,
	UNKNOWN_CAMPAIGN,
	type CampaignStatus,
} from './campaignStatus';
import { patience } from './patience';
import { noteStatus, type PendingWait } from './pendingWaits';
import { isTooLate } from './watchWait';
import type { AwaitedCampaigns } from './waitingItems';

/** Milliseconds the service may take to tell a status; less when the time limit is near. */
const STATUS_TIMEOUT_MS = 15_000;
const LEAST_TIMEOUT_MS = 500;
/** Milliseconds before n8n continues by itself at which no one waits for a notification any more. */
const END_AHEAD_MS = 2_000;
/** Campaigns that one look asks for beyond the first that is still running. */
const MOST_BEYOND = 100;
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

	// A notification is answered soon where looks of our own follow.
	const mayTakeLong = !looksAgain || wait.goesOnAt === undefined;
	let known = newsOf(wait);
	let pauses = looksAgain ? [...patience.pauses] : [];
	wait.isLooking = true;
	try {
		for (;;) {
			const wasLast = wait.isLast;
			await look();
			// The last look asks for those as well that this one left out.
			if (wait.isLast && !wasLast) continue;
			const ends = endsNow();
			if (wait.isLast) return ends ?? endsAtLimit();
			if (newsOf(wait) > known) pauses = [...patience.pauses];
			known = newsOf(wait);
			const isSettledForAll = codes.every(isSettled);
			if (ends !== undefined && isSettledForAll) return ends;
			// Only names are missing: this call waits for them, as no other look may be due soon.
			const waitsForNames = ends === undefined && codes.every((code) => wait.events.has(code));
			const isPatient = isSettledForAll
				? mayTakeLong || waitsForNames
				: waitsForNames && pauses.length === 0;
			const seconds = isPatient ? secondsOnTheWay() : pauses.shift();
			if (seconds === undefined) return ends;
			await newsOrPause(wait, seconds);
		}
	} finally {
		wait.isLooking = false;
	}

	/**
	 * Asks for what is not known yet, until one is found that is still running. Beyond it a look of our own asks for those that may have
	 * been deleted, whose time begins with the answer.
	 */
	async function look(): Promise<void> {
		let goesOn = false;
		let beyond = 0;
		for (const code of codes) {
			if (isSettled(code) || isTooLate(wait.goesOnAt)) continue;
			if (goesOn) {
				if (looksAgain || wait.isLast || beyond === MOST_BEYOND) return;
				if (!mayBeDeleted(code) || wait.unknownSince.has(code)) continue;
				beyond++;
			}
			const status = await statusOf(context, code, wait);
			if (status !== undefined) {
				statuses.set(code, status);
				noteStatus(wait, status);
			}
			const hasEnded = wait.events.has(code) || status?.finished === true;
			if (hasEnded || wait.isLast) continue;
			if (status === undefined) return;
			goesOn = true;
		}
	}

	/** The ends, if all are known by now. */
	function endsNow(): Map<string, CampaignEnd> | undefined {
		const ends = new Map<string, CampaignEnd>();
		for (const code of codes) {
			const isOpen = mayBeToldMore(code) && millisecondsOnTheWay(code) > 0;
			const end = isOpen && !wait.isLast ? undefined : endOf(code);
			if (end === undefined) return undefined;
			ends.set(code, end);
		}
		return ends;
	}

	/**
	 * A campaign that the service does not know was deleted only if it was to be kept, which one to a single
	 * number is not, has not begun, and stays unknown: a look may be wrong, and an END may still come.
	 */
	function isDeleted(code: string): boolean {
		const since = wait.unknownSince.get(code) ?? Infinity;
		return (
			statuses.get(code)?.status === UNKNOWN_CAMPAIGN &&
			mayBeDeleted(code) &&
			Date.now() - since >= patience.deletedMs
		);
	}

	function mayBeDeleted(code: string): boolean {
		const { recipients = 0, unnamed = 0 } = campaigns.get(code) ?? {};
		return !wait.begun.has(code) && recipients - unnamed > 1;
	}

	/** What is known by now. */
	function endOf(code: string): CampaignEnd | undefined {
		const event = wait.events.get(code);
		const status = statuses.get(code);
		const notSent = notSentOf(code);
		const recipients = campaigns.get(code)?.recipients;
		if (event !== undefined) {
			const end = endOfEvent(event, notSent, recipients);
			return wait.countedTwice.has(code) ? { ...end, sentCount: null } : end;
		}
		if (isDeleted(code)) return endOfDeleted();
		return status && endOfStatus(status, recipients, notSent);
	}

	/** Who is named by the status or by notifications; null where no one is, and someone failed. */
	function notSentOf(code: string): string[] | null {
		const named = eachOnce(statuses.get(code)?.notSent ?? [], wait.failed.get(code) ?? []);
		return named.length === 0 && wait.failedUnnamed.has(code) ? null : named;
	}

	/**
	 * Tells whether the status can bring no more: the numbers left out are in it alone, but for those
	 * that notifications named.
	 */
	function isSettled(code: string): boolean {
		const { event, sentCount = null } = wait.events.get(code) ?? {};
		const { status, finished = false } = statuses.get(code) ?? {};
		const mayBeKnownAgain = status === UNKNOWN_CAMPAIGN && event === undefined && !isDeleted(code);
		const isComplete = sentCount === null || isAccountedFor(code, sentCount, []);
		return (
			(event === 'END' && isComplete) ||
			event === 'NO_USERS_FOUND' ||
			(finished && !mayBeKnownAgain)
		);
	}

	/** Tells whether everyone was counted, is named, or is left out without a name. */
	function isAccountedFor(code: string, sentCount: number, listed: string[]): boolean {
		const { recipients = 0, unnamed = 0, phones } = campaigns.get(code) ?? {};
		const named = eachOnce(listed, wait.failed.get(code) ?? []);
		const failed = named.filter((phone) => phones?.has(comparablePhone(phone)) ?? true).length;
		return sentCount + failed + unnamed >= recipients;
	}

	/** Tells whether a notification may follow: that of the end, or one that names who is missing from its count. */
	function mayBeToldMore(code: string): boolean {
		const event = wait.events.get(code);
		if (event === undefined) return true;
		const { sentCount, channel } = event;
		if (!sentCount || channel === 'chat') return false;
		return !isAccountedFor(code, sentCount, statuses.get(code)?.notSent ?? []);
	}

	/** How long the notification of an ended campaign may still take, or one that names numbers after it. */
	function millisecondsOnTheWay(code: string): number {
		if (isDeleted(code)) return 0;
		const { events, finishedAt, goesOnAt = Infinity } = wait;
		const event = events.get(code);
		const endedAt = event ? Date.parse(event.receivedAt) : finishedAt.get(code);
		const until = (endedAt ?? Date.now()) + patience.onItsWayMs;
		return Math.min(until, goesOnAt - END_AHEAD_MS) - Date.now();
	}

	function secondsOnTheWay(): number {
		const open = codes.filter(mayBeToldMore);
		return Math.max(0, ...open.map(millisecondsOnTheWay)) / 1000;
	}

	function endsAtLimit(): Map<string, CampaignEnd> {
		return new Map(
			codes.map((code) => {
				const status = statuses.get(code);
				const open = status ? openAtLimit(status) : notSeenToEnd();
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
		// What is not known now is asked again with the next call.
		() => undefined,
	);
	return reply?.kind === 'accepted' ? campaignStatusOf(code, reply) : undefined;
}
