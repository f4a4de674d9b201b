// What a notification says, and what the statuses of a campaign mean.
import type { IDataObject } from 'n8n-workflow';

import { listedPhones } from '../rules/lists';
import types from './eventTypes.json';
import type { Channel } from './notificationAddress';
import known from './campaignStatuses.json';

/** What is known of a notification type (specification, "Notifications"). */
interface EventType {
	name: string;
	description: string;
	channels: Channel[];
	/** What `info` holds for it. */
	info?: 'sentCount' | 'failedNumbers';
	/** True for those sent during the campaign; after the others nothing more is sent. */
	partial?: true;
}

/** Every documented notification type, by the service's word for it. */
export const eventTypes = types as Record<string, EventType>;

/** What recipients decide on the page behind an opt-out link. */
export type RecipientDecision = 'OPTED_OUT' | 'OPTED_IN';

/** The events of such decisions, which are ours: the service knows nothing of them. */
export const recipientEvents: Record<RecipientDecision, { name: string; description: string }> = {
	OPTED_IN: {
		name: 'Recipient Opted In Again',
		description: 'A recipient opted in again, on the opt-out page',
	},
	OPTED_OUT: {
		name: 'Recipient Opted Out',
		description:
			"A recipient opted out with the link in a message: see 'Opt-Out URL' of Send Campaign",
	},
};

/** A recipient's decision as a workflow gets it. */
export interface RecipientEvent extends IDataObject {
	event: RecipientDecision;
	/** Digits: local with a leading 0, abroad with the country code. */
	phone: string;
	/** ISO time of the decision. */
	receivedAt: string;
}

/** A notification as a workflow gets it. */
export interface CampaignEvent extends IDataObject {
	/** The notification type, one of the keys of {@link eventTypes}. */
	event: string;
	/** Campaign code, as text. */
	taskId: string;
	channel: Channel;
	/** The service's extra data as received, null when there was none. */
	info: string | null;
	/** How many were sent to, for the types that say so; otherwise null. */
	sentCount: number | null;
	/** Numbers that failed, for the type that lists them, as {@link listedPhones} reads them; otherwise empty. */
	failedNumbers: string[];
	/** ISO time at which n8n received it. */
	receivedAt: string;
}

/**
 * Reads a notification's query parameters `msg`, `tid` and `info` into an event.
 *
 * @param channel what the URL was handed out for
 * @returns undefined for an unknown type, a missing or odd campaign code, a parameter given twice
 */
export function readEvent(
	query: IDataObject,
	channel: Channel,
	receivedAt: Date,
): CampaignEvent | undefined {
	const { msg, tid, info = null } = query;
	if (typeof msg !== 'string' || !Object.hasOwn(eventTypes, msg)) return undefined;
	if (typeof tid !== 'string' || !/^\d{1,40}$/.test(tid)) return undefined;
	if (info !== null && typeof info !== 'string') return undefined;

	const type = eventTypes[msg];
	if (!type.channels.includes(channel)) return undefined;

	const isCount = type.info === 'sentCount' && info !== null && /^\d+$/.test(info);
	return {
		event: msg,
		taskId: tid,
		channel,
		info,
		sentCount: isCount ? Number(info) : null,
		failedNumbers: type.info === 'failedNumbers' && info !== null ? listedPhones(info) : [],
		receivedAt: receivedAt.toISOString(),
	};
}

/** The status of a campaign that the service does not know (any more). */
export const UNKNOWN_CAMPAIGN = 'na';

/**
 * What a campaign status means, and the notification type that goes with it (specification, "Campaign", "Notifications"):
 * one that has none can still change.
 */
export const statuses: Record<string, { meaning: string; event?: string }> = known;
