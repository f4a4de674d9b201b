// What is known of the campaigns when a wait ends.
import type { IWebhookFunctions } from 'n8n-workflow';

import { statuses, UNKNOWN_CAMPAIGN } from '../service/events';
import { pause } from '../service/pause';
import {
	askStatus,
	eachOnce,
	endOfEvent,
	endOfStatus,
	notSeenToEnd,
	type AwaitedCampaign,
	type CampaignEnd,
} from './campaignEnd';
import { noteStatus, toldOf, type PendingWait, type Told } from './pendingWaits';
import { patience } from './watchWait';
import type { AwaitedCampaigns } from './waitingItems';

/** Milliseconds the service may take to give a status. */
const STATUS_TIMEOUT_MS = 15_000;
/** Seconds between two checks for another notification. */
const NEWS_CHECK_SECONDS = 0.125;

/** A campaign of a wait, with its recipients and what this process has of it. */
interface Campaign {
	code: string;
	sentTo: AwaitedCampaign;
	told: Told;
}

/**
 * Finds out how a wait's campaigns ended, by their notifications and statuses.
 *
 * @param looksAgain whether to look again for some seconds
 * @returns the end of each campaign by its code; undefined if one has not ended and time is left
 */
export async function endsOfWait(
	context: IWebhookFunctions,
	awaited: AwaitedCampaigns,
	wait: PendingWait,
	looksAgain: boolean,
): Promise<Map<string, CampaignEnd> | undefined> {
	const campaigns = [...awaited].map(([code, sentTo]): Campaign => ({
		...{ code, sentTo, told: toldOf(wait, code) },
	}));
	let pauses = looksAgain ? [...patience.pauses] : [];
	wait.isLooking = true;
	try {
		for (;;) {
			const { isLast, notifications } = wait;
			await look(context, campaigns, wait);
			if (isLast) return endsAtLimit(campaigns);
			if (wait.isLast) continue;
			const ends = endsNow(campaigns);
			const onTheWay = Math.max(...campaigns.map(secondsOnTheWay));
			if (ends !== undefined && onTheWay <= 0) return ends;
			const seconds = pauses.shift() ?? (ends && onTheWay);
			if (seconds === undefined) return undefined;
			const hasNews = () => wait.notifications > notifications || wait.isLast;
			await pause(seconds, hasNews, NEWS_CHECK_SECONDS);
			if (wait.notifications > notifications) pauses = [...patience.pauses];
		}
	} finally {
		wait.isLooking = false;
	}
}

/** Asks for missing statuses, up to the first campaign that is still running. */
async function look(
	context: IWebhookFunctions,
	campaigns: Campaign[],
	wait: PendingWait,
): Promise<void> {
	for (const campaign of campaigns) {
		const { code, told } = campaign;
		if (isComplete(campaign) || hasFinalStatus(told)) continue;
		// The next call asks again.
		const status = await askStatus(context, code, STATUS_TIMEOUT_MS).catch(() => undefined);
		if (status !== undefined) noteStatus(wait, status);
		if (!told.event && !status?.finished && !wait.isLast) return;
	}
}

/** The ends, if all are known. */
function endsNow(campaigns: Campaign[]): Map<string, CampaignEnd> | undefined {
	const ends = new Map<string, CampaignEnd>();
	for (const campaign of campaigns) {
		const end = endOf(campaign);
		if (end === undefined) return undefined;
		ends.set(campaign.code, end);
	}
	return ends;
}

/** What is known at the time limit, even if no one saw an end. */
function endsAtLimit(campaigns: Campaign[]): Map<string, CampaignEnd> {
	return new Map(
		campaigns.map((campaign) => {
			const { told } = campaign;
			const open = { ...notSeenToEnd(told.status), notSent: notSentOf(told) };
			return [campaign.code, endOf(campaign) ?? open];
		}),
	);
}

/** What is known by now. */
function endOf({ told, sentTo }: Campaign): CampaignEnd | undefined {
	const { event, status } = told;
	const notSent = notSentOf(told);
	return event !== undefined
		? endOfEvent(event, notSent, sentTo.recipients)
		: status && endOfStatus(status, sentTo.recipients, notSent);
}

/** Phones named by the status or notifications; null if someone failed, but no one is named. */
function notSentOf(told: Told): string[] | null {
	const named = namedIn(told);
	return named.length === 0 && told.failedUnnamed ? null : named;
}

function namedIn({ status, failed }: Told): string[] {
	return eachOnce(status?.notSent ?? [], failed);
}

function hasFinalStatus({ status }: Told): boolean {
	return status !== undefined && status.finished && status.status !== UNKNOWN_CAMPAIGN;
}

/** Whether everyone is counted or named, so that nothing is missing. */
function isComplete({ told, sentTo: { recipients = 0 } }: Campaign): boolean {
	const { event: type, sentCount = 0 } = told.event ?? {};
	// Only the status names those whom a stopped campaign left out.
	const ended = [statuses.done.event, statuses.empty.event];
	const isWhole = type !== undefined && (ended.includes(type) || hasFinalStatus(told));
	return isWhole && (sentCount === null || sentCount + namedIn(told).length >= recipients);
}

/** Seconds for which a notification may still bring the count, or who is missing from it. */
function secondsOnTheWay(campaign: Campaign): number {
	if (isComplete(campaign)) return 0;
	const { endedAt = Date.now() } = campaign.told;
	return (endedAt + patience.onItsWayMs - Date.now()) / 1000;
}
