// When a campaign has ended, and how.
import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { listedPhones } from '../rules/lists';
import { comparablePhone } from '../rules/phones';
import { statuses, UNKNOWN_CAMPAIGN, type CampaignEvent } from '../service/events';
import { endpoints } from '../service/endpoints';
import { postRequest, type ServiceRequest } from '../service/postRequest';

/** A campaign's status as the node puts it out. */
export interface CampaignStatus extends IDataObject {
	taskId: string;
	/** The service's word, one of the keys of {@link statuses}. */
	status: string;
	/** The same in a sentence. */
	meaning: string;
	/** True when the status won't change any more. */
	finished: boolean;
	/**
	 * Phones that did not get the message because the campaign stopped, as {@link listedPhones} reads them; null
	 * when the service lists them in a form that cannot be read.
	 */
	notSent: string[] | null;
}

/** The request that asks for a campaign's status. */
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
 * @param timeoutMs milliseconds the service may take, where that is not the node's own timeout
 * @returns undefined where the service does not say it
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

/** Whom a campaign was sent to, as far as its end is read by it. */
export interface AwaitedCampaign {
	/** How many phones; undefined for lists. */
	recipients?: number;
	/** The phones, in the form of `comparablePhone`; undefined where an item represents the whole campaign. */
	phones?: Set<string>;
}

/** How a campaign ended, as far as it is known. */
export interface CampaignEnd extends IDataObject {
	/**
	 * The notification type that ended it, such as END or STOP; `UNKNOWN` for a campaign the service
	 * did not know when the limit came; `TIME_LIMIT` for another whose end was not seen by then.
	 */
	endedBy: string;
	/**
	 * Messages sent, as the notification of the end counts them; 0 where there was no one to send to. A status holds no count: it says "done" also where some recipients were skipped.
	 */
	sentCount: number | null;
	/** Phones that did not get the message; null when no one knows who that is: none is named, and not all were counted. */
	notSent: string[] | null;
	/** True when the end was not seen within the time limit. */
	timedOut: boolean;
}

/** How many messages were sent, as a notification says. */
function countOf({ event, sentCount }: CampaignEvent): number | null {
	return event === statuses.empty.event ? 0 : sentCount;
}

/** The end as a notification reported it, of a campaign to so many phones, if that is known. */
export function endOfEvent(
	event: CampaignEvent,
	notSent: string[] | null,
	recipients?: number,
): CampaignEnd {
	const [endedBy, sentCount] = [event.event, countOf(event)];
	return { endedBy, sentCount, notSent: known(notSent, sentCount, recipients), timedOut: false };
}

/** Who got nothing; null where the count is not that of the recipients and no one is named. */
function known(notSent: string[] | null, sentCount: number | null, recipients = sentCount) {
	const isCounted = sentCount === null || sentCount === recipients;
	return notSent?.length === 0 && !isCounted ? null : notSent;
}

/**
 * The end as the status tells it, of a campaign to so many phones, if that is known.
 *
 * @returns undefined while it can still change, or where the service does not know the campaign. It does not save
 *   one to a single number: nothing but its notification tells of its end (specification, "Shared sending parameters", `desc`).
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

/** Phones that several sources name, each once, in the spelling of the first that does. */
export function eachOnce(...sources: Array<Iterable<string>>): string[] {
	const named = new Map<string, string>();
	for (const phone of sources.flatMap((source) => [...source])) {
		const key = comparablePhone(phone);
		if (!named.has(key)) named.set(key, phone);
	}
	return [...named.values()];
}

/** The end of a campaign as it concerns one recipient; `sent` is null when the service does not say. */
interface RecipientEnd extends IDataObject {
	endedBy: string;
	sent: boolean | null;
	timedOut: boolean;
}

/**
 * What the end of a campaign means for each recipient. A phone that is named got nothing; the others have the message
 * only where as many were counted as are not named, no more than there are, and every name is one of a recipient: any
 * other may mean each of them. What a higher count counts, the specification does not say.
 *
 * @param recipients the phones it was sent to in the form of `comparablePhone`, if they are known
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

/** What is in the output of a campaign that was not seen to end by the time limit, with its status if someone looked. */
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
