// When a campaign has ended, and how.
import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { listedPhones } from '../rules/lists';
import { comparablePhone } from '../rules/phones';
import { statuses, UNKNOWN_CAMPAIGN, type CampaignEvent } from '../service/events';
import { endpoints } from '../service/endpoints';
import { postRequest, type ServiceRequest } from '../service/postRequest';

/** A campaign's status in the output. */
export interface CampaignStatus extends IDataObject {
	taskId: string;
	/** The service's word: a key of {@link statuses}. */
	status: string;
	/** The same in a sentence. */
	meaning: string;
	/** True if it ended, or the service does not know it. */
	finished: boolean;
	/** Phones a stopped campaign did not reach, by {@link listedPhones}; null if unreadable. */
	notSent: string[] | null;
}

/** The request for a campaign's status. */
export function statusQuestion(taskId: string): ServiceRequest {
	return { url: endpoints.campaign, body: { tid: taskId, act: 'status' }, effect: 'asks' };
}

/** Reads a campaign's status from the service's reply. */
export function campaignStatusOf(taskId: string, { data }: { data: IDataObject }): CampaignStatus {
	const status = String(data.taskStatus);
	const { event, meaning = 'A status the documentation does not know' } = statuses[status] ?? {};
	const finished = event !== undefined || status === UNKNOWN_CAMPAIGN;
	return { taskId, status, meaning, finished, notSent: listedPhones(data.notSent) ?? null };
}

/**
 * Asks once for a campaign's status.
 *
 * @param timeoutMs milliseconds for the reply, if not the node's own timeout
 * @returns undefined if the service does not give it
 * @throws what ends a request without a reply
 */
export async function askStatus(
	context: IExecuteFunctions | IWebhookFunctions,
	taskId: string,
	timeoutMs?: number,
): Promise<CampaignStatus | undefined> {
	const reply = await postRequest(context, { ...statusQuestion(taskId), timeoutMs });
	return reply.kind === 'accepted' ? campaignStatusOf(taskId, reply) : undefined;
}

/** A campaign's recipients, as far as its end depends on them. */
export interface AwaitedCampaign {
	/** How many phones; undefined for lists. */
	recipients?: number;
	/** In the form of `comparablePhone`; undefined if an item represents the whole campaign. */
	phones?: Set<string>;
}

/** How a campaign ended, if known. */
export interface CampaignEnd extends IDataObject {
	/**
	 * The notification type that ended it, such as END or STOP. At the time limit, `UNKNOWN` if the
	 * service did not know the campaign, otherwise `TIME_LIMIT`.
	 */
	endedBy: string;
	/**
	 * The messages sent; 0 for no recipients. Only a notification has a count: the status is "done"
	 * even if some recipients were skipped.
	 */
	sentCount: number | null;
	/** Phones without the message; null if not all were counted, and none is named. */
	notSent: string[] | null;
	/** True if the end was not seen in time. */
	timedOut: boolean;
}

/** How many messages were sent, by a notification. */
function countOf({ event, sentCount }: CampaignEvent): number | null {
	return event === statuses.empty.event ? 0 : sentCount;
}

/** The end that a notification reports; `recipients` is how many phones, if known. */
export function endOfEvent(
	event: CampaignEvent,
	notSent: string[] | null,
	recipients?: number,
): CampaignEnd {
	const [endedBy, sentCount] = [event.event, countOf(event)];
	return { endedBy, sentCount, notSent: known(notSent, sentCount, recipients), timedOut: false };
}

/** Who got nothing; null if the count is not that of the recipients, and no one is named. */
function known(notSent: string[] | null, sentCount: number | null, recipients = sentCount) {
	const isCounted = sentCount === null || sentCount === recipients;
	return notSent?.length === 0 && !isCounted ? null : notSent;
}

/**
 * The end that a status reports; `recipients` is how many phones, if known.
 *
 * @returns undefined while it can change, or for a campaign unknown to the service. A campaign to a
 *   single number is not saved: only a notification reports its end (specification, "Shared sending
 *   parameters", `desc`).
 */
export function endOfStatus(
	{ status, notSent: named }: CampaignStatus,
	recipients?: number,
	notSent = named,
): CampaignEnd | undefined {
	const endedBy = statuses[status]?.event;
	if (endedBy === undefined) return undefined;
	const sentCount = status === 'empty' ? 0 : null;
	return { endedBy, sentCount, notSent: known(notSent, sentCount, recipients), timedOut: false };
}

/** Phones from several sources, each once, as the first source writes it. */
export function eachOnce(...sources: Array<Iterable<string>>): string[] {
	const named = new Map<string, string>();
	for (const phone of sources.flatMap((source) => [...source])) {
		const key = comparablePhone(phone);
		if (!named.has(key)) named.set(key, phone);
	}
	return [...named.values()];
}

/** A campaign's end for one recipient. `sent` is null if the service does not say. */
interface RecipientEnd extends IDataObject {
	endedBy: string;
	sent: boolean | null;
	timedOut: boolean;
}

/**
 * What a campaign's end means for each recipient. A named phone got nothing. The others have the
 * message only if every name is a recipient's, and the count is between the number of unnamed
 * recipients and that of all. The specification does not define a higher count.
 *
 * @param recipients the campaign's phones in the form of `comparablePhone`, if known
 */
export function endFor(
	{ endedBy, sentCount, notSent, timedOut }: CampaignEnd,
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
		return { endedBy, sent: gotNothing ? false : isKnown ? true : null, timedOut };
	};
}

/** The output for a campaign that did not end by the time limit, with its status if seen. */
export function notSeenToEnd(seen?: CampaignStatus): CampaignEnd & { message: string } {
	const open = { endedBy: 'TIME_LIMIT', sentCount: null, notSent: [], timedOut: true };
	if (seen === undefined) {
		const message =
			"The end of the campaign was not seen within the time limit. It may have ended since; 'Campaign: Wait' continues to follow it.";
		return { ...open, message };
	}
	const { status, meaning } = seen;
	if (status === UNKNOWN_CAMPAIGN) {
		const message =
			'When the time limit came, the service did not know the campaign, and no notification had reported its end. The service does not save a campaign to a single number.';
		return { ...open, endedBy: 'UNKNOWN', message };
	}
	const message = `When the time limit came, the campaign had not ended: its status was "${status}" (${meaning}). 'Campaign: Wait' continues to follow it.`;
	return { ...open, message };
}
