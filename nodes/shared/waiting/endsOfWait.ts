import type { IWebhookFunctions } from 'n8n-workflow';

import { comparablePhone } from '../rules/phones';
import { UNKNOWN_CAMPAIGN } from '../service/campaignStatuses';
import { pause } from '../service/pause';
import {
	askStatus,
	eachOnce,
	endOfEvent,
	endOfStatus,
	neverTold,
	notSeenToEnd,
	type AwaitedCampaign,
	type CampaignEnd,
	type CampaignStatus,
} from './campaignEnd';
import { noteStatus, toldOf, type PendingWait, type Told } from './pendingWaits';
import { patience } from './watchWait';
import type { AwaitedCampaigns } from './waitingItems';

/** Milliseconds the service may take to tell a status; less when the time limit is near. */
const STATUS_TIMEOUT_MS = 15_000;
const LEAST_TIMEOUT_MS = 500;
/** Milliseconds before n8n continues by itself at which no one waits for a notification any more. */
const END_AHEAD_MS = 2_000;
/** Seconds between two looks at whether another notification came meanwhile. */
const NEWS_CHECK_SECONDS = 0.125;

/** A campaign of a wait: whom it was sent to, what the process knows of it, and its status, if this call has seen it. */
interface Campaign {
	code: string;
	sentTo: AwaitedCampaign;
	told: Told;
	status?: CampaignStatus;
}

/**
 * Finds out how the campaigns of a wait ended: from the notifications that came; from the status only
 * when a notification has not come for some seconds after it.
 *
 * @param looksAgain whether to look again for some seconds
 * @returns the end of each campaign by its code; undefined when one has not ended and time is left
 */
export async function endsOfWait(
	context: IWebhookFunctions,
	awaited: AwaitedCampaigns,
	wait: PendingWait,
	looksAgain: boolean,
): Promise<Map<string, CampaignEnd> | undefined> {
	const campaigns = [...awaited].map(([code, sentTo]): Campaign => ({
		code,
		sentTo,
		told: toldOf(wait, code),
	}));
	// A notification is answered soon where looks of our own follow.
	const mayTakeLong = !looksAgain || wait.goesOnAt === undefined;
	let known = newsOf(wait);
	let pauses = looksAgain ? [...patience.pauses] : [];
	wait.isLooking = true;
	try {
		for (;;) {
			const wasLast = wait.isLast;
			await look(context, campaigns, wait);
			// The last look asks for those as well that this one left out.
			if (wait.isLast && !wasLast) continue;
			if (wait.isLast) return endsAtLimit(campaigns);
			const ends = endsNow(campaigns, wait);
			if (newsOf(wait) > known) pauses = [...patience.pauses];
			known = newsOf(wait);
			const isSettledForAll = campaigns.every(isSettled);
			if (ends !== undefined && isSettledForAll) return ends;
			// Only names are missing: this call waits for them, as no other look may be due soon.
			const waitsForNames = ends === undefined && campaigns.every(({ told }) => told.event);
			const isPatient = isSettledForAll
				? mayTakeLong || waitsForNames
				: waitsForNames && pauses.length === 0;
			const onTheWayMs = campaigns.reduce(
				(most, each) => Math.max(most, millisecondsOnTheWay(each, wait)),
				0,
			);
			const seconds = isPatient ? onTheWayMs / 1000 : pauses.shift();
			if (seconds === undefined) return ends;
			const hasNews = () => newsOf(wait) > known || wait.isLast;
			await pause(seconds, hasNews, NEWS_CHECK_SECONDS);
		}
	} finally {
		wait.isLooking = false;
	}
}

/** Grows with every notification that says something new. */
function newsOf({ told }: PendingWait): number {
	return [...told.values()].reduce(
		(sum, { event, failed, failedUnnamed }) =>
			sum + failed.size + Number(event !== undefined) + Number(failedUnnamed),
		0,
	);
}

/** Asks for what is not known yet, until one is found that is still running. */
async function look(
	context: IWebhookFunctions,
	campaigns: Campaign[],
	wait: PendingWait,
): Promise<void> {
	for (const campaign of campaigns) {
		if (isSettled(campaign)) continue;
		const { code, told } = campaign;
		const status = await statusOf(context, code, wait);
		if (status !== undefined) {
			campaign.status = status;
			noteStatus(wait, status);
			if (isUntold(campaign)) told.finishedAt ??= Date.now();
		}
		if (!told.event && !status?.finished && !wait.isLast) return;
	}
}

async function statusOf(
	context: IWebhookFunctions,
	code: string,
	{ goesOnAt = Infinity }: PendingWait,
): Promise<CampaignStatus | undefined> {
	const left = Math.max(LEAST_TIMEOUT_MS, goesOnAt - Date.now() - LEAST_TIMEOUT_MS);
	const timeoutMs = Math.min(STATUS_TIMEOUT_MS, left);
	// What is not known now is asked again with the next call.
	return await askStatus(context, code, timeoutMs).catch(() => undefined);
}

/** The ends, if all are known by now. */
function endsNow(campaigns: Campaign[], wait: PendingWait): Map<string, CampaignEnd> | undefined {
	const ends = new Map<string, CampaignEnd>();
	for (const campaign of campaigns) {
		const end = millisecondsOnTheWay(campaign, wait) > 0 ? undefined : endOf(campaign);
		if (end === undefined) return undefined;
		ends.set(campaign.code, end);
	}
	return ends;
}

/** What is known at the time limit, even of a campaign whose end no one saw. */
function endsAtLimit(campaigns: Campaign[]): Map<string, CampaignEnd> {
	return new Map(
		campaigns.map((campaign) => {
			const open = { ...notSeenToEnd(campaign.status), notSent: notSentOf(campaign) };
			return [campaign.code, endOf(campaign) ?? open];
		}),
	);
}

/** What is known by now. */
function endOf(campaign: Campaign): CampaignEnd | undefined {
	const { told, status, sentTo } = campaign;
	const notSent = notSentOf(campaign);
	if (isUntold(campaign)) return neverTold();
	return told.event !== undefined
		? endOfEvent(told.event, notSent, sentTo.recipients)
		: status && endOfStatus(status, sentTo.recipients, notSent);
}

/** Tells whether neither a status nor, as it seems, a notification will say anything of it any more. */
function isUntold({ told, status, sentTo: { untoldFrom = Infinity } }: Campaign): boolean {
	const isDue = Date.now() >= untoldFrom;
	return isDue && told.event === undefined && status?.status === UNKNOWN_CAMPAIGN;
}

/** Who is named by the status or by notifications; null where no one is, and someone failed. */
function notSentOf({ told, status }: Campaign): string[] | null {
	const named = eachOnce(status?.notSent ?? [], told.failed);
	return named.length === 0 && told.failedUnnamed ? null : named;
}

/**
 * Tells whether the status can bring no more: the numbers left out are in it alone, but for those
 * that notifications named.
 */
function isSettled(campaign: Campaign): boolean {
	const { event, sentCount = null } = campaign.told.event ?? {};
	const { status, finished = false } = campaign.status ?? {};
	const mayBeKnownAgain = status === UNKNOWN_CAMPAIGN && event === undefined && !isUntold(campaign);
	const isComplete = sentCount === null || isAccountedFor(campaign, sentCount, []);
	return (
		(event === 'END' && isComplete) || event === 'NO_USERS_FOUND' || (finished && !mayBeKnownAgain)
	);
}

/** Tells whether everyone was counted, is named, or is left out without a name. */
function isAccountedFor({ told, sentTo }: Campaign, sentCount: number, listed: string[]): boolean {
	const { recipients = 0, unnamed, phones } = sentTo;
	const failed = eachOnce(listed, told.failed).filter(
		(phone) => phones?.has(comparablePhone(phone)) ?? true,
	);
	return sentCount + failed.length + unnamed >= recipients;
}

/** Tells whether a notification may follow: that of the end, or one that names who is missing from its count. */
function mayBeToldMore(campaign: Campaign): boolean {
	const { event } = campaign.told;
	if (event === undefined) return true;
	const { sentCount, channel } = event;
	if (!sentCount || channel === 'chat') return false;
	return !isAccountedFor(campaign, sentCount, campaign.status?.notSent ?? []);
}

/** How long such a notification may still take. */
function millisecondsOnTheWay(campaign: Campaign, { goesOnAt = Infinity }: PendingWait): number {
	if (!mayBeToldMore(campaign)) return 0;
	const { event, finishedAt = Date.now() } = campaign.told;
	const endedAt = event ? Date.parse(event.receivedAt) : finishedAt;
	return Math.min(endedAt + patience.onItsWayMs, goesOnAt - END_AHEAD_MS) - Date.now();
}
