import { createHmac, timingSafeEqual } from 'crypto';
import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	PreSendAction,
} from 'n8n-workflow';

/** What an address was handed out for; `any` is for sends set up outside n8n. */
export type Channel = 'sms' | 'chat' | 'any';

/** The path segment of the trigger's address that stands for the key, as n8n shows it. */
const KEY_PLACEHOLDER = /\/([^/?#]+)\/notification\/(?::|%3A)key(?=$|[/?#])/i;
const CHANNELS: Channel[] = ['sms', 'chat', 'any'];

/**
 * The key that proves a notification address came from somebody who holds the token. It differs
 * for every trigger (its webhook ID), channel and token (design, "Semantics", point 9).
 *
 * @returns for example `sms-4f1c…`, safe in a path
 */
export function notificationKey(token: string, webhookId: string, channel: Channel): string {
	const proof = createHmac('sha256', token.trim()).update(`${webhookId}/${channel}`).digest('hex');
	return `${channel}-${proof}`;
}

/**
 * Compares a key in constant time.
 *
 * @returns the channel the address was handed out for, or undefined for a wrong key
 */
export function channelOfKey(key: unknown, token: string, webhookId: string): Channel | undefined {
	if (typeof key !== 'string') return undefined;
	const given = Buffer.from(key);
	return CHANNELS.filter((channel) => {
		const right = Buffer.from(notificationKey(token, webhookId, channel));
		return right.length === given.length && timingSafeEqual(right, given);
	})[0];
}

/**
 * Puts the key into the address of an ExtApi Trigger, where it shows `:key`. Any other address
 * stays as it is.
 *
 * The address gets a query of its own, so that it survives a service that appends `?get=1&…` as
 * well as one that appends `&get=1&…` (the specification does not say which).
 */
export function addressWithKey(address: string, token: string, channel: Channel): string {
	const found = KEY_PLACEHOLDER.exec(address);
	if (found === null) return address;
	const [placeholder, webhookId] = found;
	const key = notificationKey(token, decodeURIComponent(webhookId), channel);
	const filled = address.replace(placeholder, `/${webhookId}/notification/${key}`);
	return filled.includes('?') ? filled : `${filled}?via=extapi`;
}

/** Makes the preSend hook that puts the key into the notification URL of a send. */
export function addNotificationKey(channel: Channel): PreSendAction {
	return async function (this: IExecuteSingleFunctions, options: IHttpRequestOptions) {
		const body = options.body as IDataObject;
		if (typeof body.nu !== 'string' || !KEY_PLACEHOLDER.test(body.nu)) return options;
		const { token } = await this.getCredentials('extApi');
		return { ...options, body: { ...body, nu: addressWithKey(body.nu, String(token), channel) } };
	};
}
