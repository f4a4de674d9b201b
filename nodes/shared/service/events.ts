// What a notification says, and what the statuses of a campaign mean.
import type { IDataObject } from 'n8n-workflow';

import { listedPhones } from '../rules/lists';
import types from './eventTypes.json';
import type { Channel } from './notificationAddress';
import known from './campaignStatuses.json';

/** A notification type (specification, "Notifications"). */
interface EventType {
	name: string;
	description: string;
	channels: Channel[];
	/** What its `info` holds. */
	info?: 'sentCount' | 'failedNumbers';
	/** Sent during the campaign; nothing more is sent after the others. */
	partial?: true;
}

/** Every documented notification type, by the service's word for it. */
export const eventTypes = types as Record<string, EventType>;

/** What recipients decide on the opt-out page. */
export type RecipientDecision = 'OPTED_OUT' | 'OPTED_IN';

/** The events of these decisions, which are ours, not the service's. */
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
	/** One of the keys of {@link eventTypes}. */
	event: string;
	/** Campaign code, as text. */
	taskId: string;
	channel: Channel;
	/** The service's extra data as received; null without any. */
	info: string | null;
	/** How many were sent to, if the type says so; otherwise null. */
	sentCount: number | null;
	/** As {@link listedPhones} reads them, for the type that lists them; otherwise empty. */
	failedNumbers: string[];
	/** ISO time at which n8n received it. */
	receivedAt: string;
}

/**
 * Reads a notification's query parameters into an event.
 *
 * @param channel what the URL was made for
 * @returns undefined for an unknown type, an invalid campaign code, a parameter given twice
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
		failedNumbers: type.info === 'failedNumbers' && info !== null ? listedPhones(info)! : [],
		receivedAt: receivedAt.toISOString(),
	};
}

/** The status of a campaign that the service does not know (any more). */
export const UNKNOWN_CAMPAIGN = 'na';

/**
 * What a campaign status means, and its notification type (specification, "Campaign",
 * "Notifications"). A status without a type can still change.
 */
export const statuses: Record<string, { meaning: string; event?: string }> = known;
