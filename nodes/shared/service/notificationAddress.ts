// The URLs for notifications, and the keys that prove them.
import type { IExecuteFunctions } from 'n8n-workflow';

import { KEY_PARAMETER, LAST_PARAMETER, NOTIFICATION_KEY, TRIGGER_PATH } from '../rules/addresses';
import { keyFrom, sameKey } from './secrets';

/** What a URL was made for. */
export type Channel = 'sms' | 'chat';

/** Where n8n is, its name for webhooks, and the webhook ID. */
const TRIGGER_ADDRESS = new RegExp(`^(.*)/([^/]+)/([^/]+)/${TRIGGER_PATH}/?$`);
const CHANNELS: Channel[] = ['sms', 'chat'];

/** What a key opens: a trigger by its webhook ID, or a waiting execution by its ID. */
type KeyPurpose = 'trigger' | 'execution';

/**
 * Proves that a person with the token made a notification URL, for example `sms-4f1c…`. It differs
 * by token, purpose, channel, and `id` of the trigger's webhook or the execution.
 */
export function notificationKey(
	token: string,
	purpose: KeyPurpose,
	id: string,
	channel: Channel,
): string {
	const proof = keyFrom(token, ['notification', purpose, id, channel]);
	return `${channel}-${proof.toString('hex')}`;
}

/** The channel that a key claims, without proof; undefined for what cannot be a key. */
export function claimedChannel(key: unknown): Channel | undefined {
	return typeof key === 'string'
		? (NOTIFICATION_KEY.exec(key)?.[1] as Channel | undefined)
		: undefined;
}

/** The channel of a right key; undefined for a wrong one. Compares in constant time. */
export function channelOfKey(
	key: unknown,
	token: string,
	purpose: KeyPurpose,
	id: string,
): Channel | undefined {
	return CHANNELS.find((channel) => sameKey(key, notificationKey(token, purpose, id, channel)));
}

/** The URLs of the node's own n8n. */
interface OwnAddresses {
	/** Where the node's execution resumes: `<WEBHOOK_URL>/webhook-waiting/<execution>`. */
	resumeUrl: string;
	/** Where people reach n8n; from 2.41 on, test URLs begin with it. */
	instanceUrl: string;
}

/** The URLs of the n8n that runs a node. */
export function ownAddresses(context: IExecuteFunctions): OwnAddresses {
	const { resumeUrl } = context.getWorkflowDataProxy(0).$execution as { resumeUrl: string };
	return { resumeUrl, instanceUrl: context.getInstanceBaseUrl() };
}

/**
 * Adds a key to a URL for notifications. It is not last in the query, so that it survives
 * `?get=1&…` and `&get=1&…` behind it (the specification does not say which is appended).
 */
export function withKey(url: URL, key: string): string {
	url.searchParams.set(KEY_PARAMETER, key);
	url.searchParams.set(LAST_PARAMETER, 'extapi');
	return url.toString();
}

/**
 * Adds the key to the URL of an ExtApi Trigger of this n8n. Any other URL stays as it is: anyone
 * who listens there would get a key.
 *
 * The key is not in the path, because n8n lets only one workflow listen at a variable path.
 */
export function addressWithKey(
	address: string,
	token: string,
	channel: Channel,
	own: () => OwnAddresses,
): string {
	const trigger = ownTrigger(address, own);
	if (trigger === undefined) return address;
	const { url, webhookId } = trigger;
	return withKey(url, notificationKey(token, 'trigger', webhookId, channel));
}

/** A trigger of this n8n, by its URL. */
export interface OwnTrigger {
	url: URL;
	webhookId: string;
	/** Whether it listens only while a person watches in the editor. */
	isTest: boolean;
}

/** Finds the ExtApi Trigger of a URL; undefined for any other URL. */
export function ownTrigger(address: string, own: () => OwnAddresses): OwnTrigger | undefined {
	if (!URL.canParse(address)) return undefined;
	const url = new URL(address);
	const [, before, name, webhookId] = TRIGGER_ADDRESS.exec(url.pathname) ?? [];
	if (before === undefined || !ownBases(own()).includes(url.origin + before)) return undefined;
	return { url, webhookId: decodeURIComponent(webhookId), isTest: name.endsWith('-test') };
}

/** For example `https://n8n.example.com`. */
function ownBases({ resumeUrl, instanceUrl }: OwnAddresses): string[] {
	return [...baseOf(resumeUrl, 2), ...baseOf(instanceUrl, 0)];
}

/** A URL without its last parts; none for an invalid one, as n8n's settings may have it. */
function baseOf(address: string, parts: number): string[] {
	if (!URL.canParse(address)) return [];
	const { origin, pathname } = new URL(address);
	const path = pathname.replace(/\/$/, '').split('/');
	return [origin + path.slice(0, Math.max(1, path.length - parts)).join('/')];
}

/**
 * Opens a URL of this n8n. n8n's request helper would keep the data of the whole execution in
 * memory until a wait is over, and may refuse internal addresses, such as n8n's own.
 *
 * @returns undefined without an answer in time
 */
export async function openOwnAddress(url: string, timeoutMs: number) {
	const signal = AbortSignal.timeout(timeoutMs);
	try {
		const response = await fetch(url, { signal, redirect: 'manual' });
		return { status: response.status, html: await response.text() };
	} catch {
		return undefined;
	}
}
