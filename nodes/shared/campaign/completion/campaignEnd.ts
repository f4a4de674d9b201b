import type { IDataObject } from 'n8n-workflow';

import type { CampaignEvent } from '../../notifications/events';
import { comparablePhone } from '../../validation/phones';
import type { CampaignStatus } from '../campaignStatus';

/** How a campaign ended. */
export interface CampaignEnd extends IDataObject {
	/** The notification type that ended it, such as END or STOP; `DELETED`, or `TIME_LIMIT` when it had not ended by then. */
	outcome: string;
	/** Messages sent; null when that is not known. */
	sentCount: number | null;
	/** Phones that did not get the message because the campaign stopped. */
	notSent: string[];
	/** True when the time limit came before the end. */
	timedOut: boolean;
}

/** The notification type that goes with a final status (specification, "Campaign status", "Events"). */
const eventOfStatus: Record<string, string> = {
	done: 'END',
	cancel: 'STOP',
	empty: 'NO_USERS_FOUND',
	error: 'ERROR',
	noMsgLeft: 'NO_MSG_LEFT',
	abort: 'ABORT',
	limit: 'RATE_LIMIT',
	na: 'DELETED',
};

/** The end as a notification told it. */
export function endOfEvent(event: CampaignEvent, notSent: string[]): CampaignEnd {
	return { outcome: event.event, sentCount: event.sentCount, notSent, timedOut: false };
}

/**
 * The end as the status tells it.
 *
 * @param recipients how many the campaign went to, if that is known
 * @returns undefined while it can still change. A campaign to one number is not saved by the
 *   service, so that its status is unknown says nothing (specification, "Campaign", `desc`).
 */
export function endOfStatus(
	{ status, finished, notSent }: CampaignStatus,
	recipients: number | undefined,
): CampaignEnd | undefined {
	if (!finished || (status === 'na' && recipients === 1)) return undefined;
	return {
		outcome: eventOfStatus[status] ?? status,
		sentCount: sentByStatus(status, notSent, recipients),
		notSent,
		timedOut: false,
	};
}

/** A status holds no count; it follows where all were sent, or where the others are listed. */
function sentByStatus(
	status: string,
	notSent: string[],
	recipients: number | undefined,
): number | null {
	if (status === 'empty') return 0;
	if (recipients === undefined) return null;
	return status === 'done' || notSent.length > 0 ? recipients - notSent.length : null;
}

/** The end of a campaign as it concerns one recipient. */
export interface RecipientEnd extends IDataObject {
	outcome: string;
	/** Whether the message was sent to it; null when the service does not say. */
	sent: boolean | null;
	timedOut: boolean;
}

/** What the end of a campaign means for one of its recipients. */
export function endOfRecipient(
	{ outcome, notSent, timedOut }: CampaignEnd,
	recipient: string,
): RecipientEnd {
	const phone = comparablePhone(recipient);
	const isListed = notSent.some((each) => comparablePhone(each) === phone);
	const isKnown = outcome === 'END' || notSent.length > 0;
	return { outcome, sent: isKnown ? !isListed : null, timedOut };
}

/** What stands in the output of a campaign that has not ended when the time limit comes. */
export function notEndedBy(limitMinutes: number): CampaignEnd & { message: string } {
	return {
		outcome: 'TIME_LIMIT',
		sentCount: null,
		notSent: [],
		timedOut: true,
		message: `The campaign had not ended ${limitMinutes} minutes after it was to begin. It goes on; "Campaign: Wait" follows it further.`,
	};
}
