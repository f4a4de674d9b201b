import { createHmac } from 'crypto';

import type { BodyStep } from '../transport/runItem';
import { sameKey } from '../validation/sameKey';

/** What an address was handed out for; `any` is for sends set up outside n8n. */
export type Channel = 'sms' | 'chat' | 'any';

/** Last part of the path of every ExtApi Trigger's address, behind its webhook ID. */
export const TRIGGER_PATH = 'campaign-event';
const TRIGGER_ADDRESS = new RegExp(`/([^/]+)/${TRIGGER_PATH}/?$`);
/** Query parameter that holds the key. */
export const KEY_PARAMETER = 'key';
const CHANNELS: Channel[] = ['sms', 'chat', 'any'];
const KEY = /^(sms|chat|any)-[0-9a-f]{64}$/;

/**
 * The key that proves a notification address came from somebody who holds the token. It differs
 * for every trigger (its webhook ID), channel and token.
 *
 * @returns for example `sms-4f1c…`, safe in an address
 */
export function notificationKey(token: string, webhookId: string, channel: Channel): string {
	const proof = createHmac('sha256', token.trim()).update(`${webhookId}/${channel}`).digest('hex');
	return `${channel}-${proof}`;
}

/** All keys that are right for a trigger, or a waiting execution: one for each channel. */
export function notificationKeys(token: string, webhookId: string): string[] {
	return CHANNELS.map((channel) => notificationKey(token, webhookId, channel));
}

/**
 * The channel a key says it was made for, which nothing proves yet; undefined for what cannot be a key.
 */
export function claimedChannel(key: unknown): Channel | undefined {
	return typeof key === 'string' ? (KEY.exec(key)?.[1] as Channel | undefined) : undefined;
}

/**
 * Compares a key in constant time.
 *
 * @returns the channel the address was handed out for, or undefined for a wrong key
 */
export function channelOfKey(key: unknown, token: string, webhookId: string): Channel | undefined {
	return CHANNELS.filter((channel) => sameKey(key, notificationKey(token, webhookId, channel)))[0];
}

/**
 * Adds the key to the address of an ExtApi Trigger, as n8n shows it. Any other address stays as it is.
 *
 * The key stands in the query, not last, so that it survives a service that appends `?get=1&…` as
 * well as one that appends `&get=1&…` (the specification does not say which). It is not part of the
 * path, because n8n lets only one workflow listen at a path with a variable part.
 */
export function addressWithKey(address: string, token: string, channel: Channel): string {
	const webhookId = triggerOf(address);
	if (webhookId === undefined) return address;
	const url = new URL(address);
	url.searchParams.set(KEY_PARAMETER, notificationKey(token, webhookId, channel));
	url.searchParams.set('via', 'extapi');
	return url.toString();
}

/** The webhook ID of the ExtApi Trigger an address belongs to, if it does. */
function triggerOf(address: string): string | undefined {
	if (!URL.canParse(address)) return undefined;
	const found = TRIGGER_ADDRESS.exec(new URL(address).pathname);
	return found === null ? undefined : decodeURIComponent(found[1]);
}

/** Makes the step that adds the key to the notification URL of a send. */
export function addNotificationKey(channel: Channel): BodyStep {
	return ({ token }, body) => {
		if (body.nu === undefined) return body;
		return { ...body, nu: addressWithKey(String(body.nu), token, channel) };
	};
}
