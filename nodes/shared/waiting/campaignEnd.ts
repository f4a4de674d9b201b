import type { IDataObject } from 'n8n-workflow';

import type { CampaignEvent } from '../service/events';
import { comparablePhone } from '../rules/phones';
import { UNKNOWN_CAMPAIGN, type CampaignStatus } from './campaignStatus';

/** Whom a campaign was sent to, as far as its end is read by it. */
export interface AwaitedCampaign {
	/** How many phones; undefined for lists. */
	recipients?: number;
	/** How many of them the service may leave out without saying which: beyond a limit, or not recognized. */
	unnamed: number;
	/** The phones, in the form of `comparablePhone`; undefined where an item represents the whole campaign. */
	phones?: Set<string>;
}

/** How a campaign ended, as far as it is known. */
export interface CampaignEnd extends IDataObject {
	/**
	 * The notification type that ended it, such as END or STOP; `DELETED`; `UNKNOWN` for a campaign the service
	 * did not know when the limit came; `TIME_LIMIT` for another whose end was not seen by then.
	 */
	outcome: string;
	/**
	 * Messages sent, as the notification of the end counts them; 0 where there was no one to send to; null where two
	 * count differently. A status holds no count: it says "done" also where some recipients were skipped.
	 */
	sentCount: number | null;
	/** Phones that did not get the message; null when no one knows who that is: none is named, and not all were counted. */
	notSent: string[] | null;
	/** True when the end was not seen within the time limit. */
	timedOut: boolean;
}

/** The notification type that goes with a final status (specification, "Campaign", "Notifications"). */
export const eventOfStatus: Record<string, string> = {
	done: 'END',
	cancel: 'STOP',
	empty: 'NO_USERS_FOUND',
	error: 'ERROR',
	noMsgLeft: 'NO_MSG_LEFT',
	abort: 'ABORT',
	limit: 'RATE_LIMIT',
};

/** The end of a campaign that was deleted before it began. */
export function endOfDeleted(): CampaignEnd {
	return { outcome: 'DELETED', sentCount: null, notSent: [], timedOut: false };
}

/** How many were sent, as a notification says. */
export function countOf({ event, sentCount }: CampaignEvent): number | null {
	return event === eventOfStatus.empty ? 0 : sentCount;
}

/**
 * The end as a notification reported it.
 *
 * @param recipients how many phones it was sent to, if that is known
 */
export function endOfEvent(
	event: CampaignEvent,
	notSent: string[] | null,
	recipients?: number,
): CampaignEnd {
	const [outcome, sentCount] = [event.event, countOf(event)];
	return { outcome, sentCount, notSent: known(notSent, sentCount, recipients), timedOut: false };
}

/** Who got nothing; null where the count is not that of the recipients and no one is named. */
function known(notSent: string[] | null, sentCount: number | null, recipients = sentCount) {
	const isCounted = sentCount === null || sentCount === recipients;
	return notSent?.length === 0 && !isCounted ? null : notSent;
}

/**
 * The end as the status tells it.
 *
 * @param recipients how many phones it was sent to, if that is known
 * @param notSent the phones that did not get the message, of which the status may name some
 * @returns undefined while it can still change, or where the service does not know the campaign. It does not save
 *   one to a single number: nothing but its notification tells of its end (specification, "Shared sending parameters", `desc`).
 */
export function endOfStatus(
	{ status, finished, notSent: named }: CampaignStatus,
	recipients?: number,
	notSent = named,
): CampaignEnd | undefined {
	if (!finished || status === UNKNOWN_CAMPAIGN) return undefined;
	const sentCount = status === 'empty' ? 0 : null;
	return {
		outcome: eventOfStatus[status] ?? status,
		sentCount,
		notSent: known(notSent, sentCount, recipients),
		timedOut: false,
	};
}

/** Phones that several sources name, each once, in the spelling of the first that does. */
export function eachOnce(...sources: Array<Iterable<string>>): string[] {
	const named = new Map<string, string>();
	for (const phone of sources.flatMap((source) => [...source])) {
		const key = comparablePhone(phone);
		if (!named.has(key)) named.set(key, phone);
	}
	return [...named.values()];
}

/** The end of a campaign as it concerns one recipient. */
interface RecipientEnd extends IDataObject {
	outcome: string;
	/** Whether the message was sent to it; null when the service does not say. */
	sent: boolean | null;
	timedOut: boolean;
}

/**
 * Makes what tells each recipient of a campaign what its end means for it. A phone that is named got nothing; the others have
 * the message only where as many were counted as are not named, no more than there are, and every name is one of a
 * recipient: any other may mean each of them. What a higher count counts, the specification does not say.
 *
 * @param recipients the phones it was sent to in the form of `comparablePhone`, if they are known
 */
export function endFor(
	{ outcome, sentCount, notSent, timedOut }: CampaignEnd,
	recipients?: ReadonlySet<string>,
): (recipient: string) => RecipientEnd {
	const listed = new Set(notSent?.map(comparablePhone));
	const isKnown =
		notSent !== null &&
		sentCount !== null &&
		recipients !== undefined &&
		sentCount >= recipients.size - listed.size &&
		sentCount <= recipients.size &&
		[...listed].every((phone) => recipients.has(phone));
	return (recipient) => {
		const gotNothing = sentCount === 0 || listed.has(comparablePhone(recipient));
		return { outcome, sent: gotNothing ? false : isKnown ? true : null, timedOut };
	};
}

/**
 * What is in the output of a campaign whose end was not seen when the time limit comes. No one
 * looks at the status at that moment, so this claims nothing about it.
 */
export function notSeenToEnd(): CampaignEnd & { message: string } {
	return {
		outcome: 'TIME_LIMIT',
		sentCount: null,
		notSent: [],
		timedOut: true,
		message:
			"The end of the campaign was not seen within the time limit. It may have ended since; 'Campaign: Wait' continues to follow it.",
	};
}

/** The same for a campaign whose status was read when the limit came, and was not that of an end. */
export function openAtLimit({
	status,
	meaning,
}: CampaignStatus): CampaignEnd & { message: string } {
	if (status === UNKNOWN_CAMPAIGN) {
		return {
			...notSeenToEnd(),
			outcome: 'UNKNOWN',
			message:
				'When the time limit came, the service did not know the campaign, and no notification had reported its end. The service does not save a campaign to a single number.',
		};
	}
	return {
		...notSeenToEnd(),
		message: `When the time limit came, the campaign had not ended: its status was "${status}" (${meaning}). 'Campaign: Wait' continues to follow it.`,
	};
}
