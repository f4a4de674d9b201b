import { createHmac, timingSafeEqual } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { BodyStep } from './itemCredential';

/** What an address was handed out for; `any` is for sends set up outside n8n. */
export type Channel = 'sms' | 'chat' | 'any';

/** Last part of the path of every ExtApi Trigger's address, behind its webhook ID. */
export const TRIGGER_PATH = 'campaign-event';
/** What stands before the webhook ID, and that. */
const TRIGGER_ADDRESS = new RegExp(`^(.*)/([^/]+)/${TRIGGER_PATH}/?$`);
/** Query parameter that holds the key. */
export const KEY_PARAMETER = 'key';
const CHANNELS: Channel[] = ['sms', 'chat', 'any'];
const KEY = /^(sms|chat|any)-[0-9a-f]{64}$/;

/** What a key opens: a trigger, by its webhook ID, or an execution that waits, by its ID. */
type KeyPurpose = 'trigger' | 'execution';

/**
 * The key that proves a notification address came from someone who holds the token. It differs
 * for every purpose, every trigger or execution, channel and token.
 *
 * @param id of the trigger's webhook or of the execution
 * @returns for example `sms-4f1c…`, safe in an address
 */
export function notificationKey(
	token: string,
	purpose: KeyPurpose,
	id: string,
	channel: Channel,
): string {
	// JSON, so that no ID can hold what reads as another purpose or channel.
	const proof = createHmac('sha256', token.trim())
		.update(JSON.stringify(['notification', purpose, id, channel]))
		.digest('hex');
	return `${channel}-${proof}`;
}

/** All keys that are right for a trigger, or a waiting execution: one for each channel. */
export function notificationKeys(token: string, purpose: KeyPurpose, id: string): string[] {
	return CHANNELS.map((channel) => notificationKey(token, purpose, id, channel));
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
export function channelOfKey(
	key: unknown,
	token: string,
	purpose: KeyPurpose,
	id: string,
): Channel | undefined {
	return CHANNELS.filter((channel) =>
		sameKey(key, notificationKey(token, purpose, id, channel)),
	)[0];
}

/** What a node knows of the addresses of its own n8n. */
interface OwnAddresses {
	/** Where the node's execution would be resumed: `<WEBHOOK_URL>/webhook-waiting/<execution>`. */
	resumeUrl: string;
	/** Where people reach n8n; from 2.41 on its test addresses begin with it. */
	instanceUrl: string;
}

/** The addresses of the n8n that runs a node, by what n8n lets nodes know. */
export function ownAddresses(context: IExecuteFunctions): OwnAddresses {
	const { resumeUrl } = context.getWorkflowDataProxy(0).$execution as { resumeUrl: string };
	return { resumeUrl, instanceUrl: context.getInstanceBaseUrl() };
}

/**
 * Adds the key to the address of an ExtApi Trigger of this n8n, as n8n shows it. Any other address stays
 * as it is: anyone who listens there would get a key.
 *
 * The key is in the query, not last, so that it survives a service that appends `?get=1&…` as
 * well as one that appends `&get=1&…` (the specification does not say which). It is not part of the
 * path, because n8n lets only one workflow listen at a path with a variable part.
 */
export function addressWithKey(
	address: string,
	token: string,
	channel: Channel,
	own: () => OwnAddresses,
): string {
	if (!URL.canParse(address)) return address;
	const url = new URL(address);
	const found = TRIGGER_ADDRESS.exec(url.pathname);
	if (found === null) return address;
	const [, before, webhookId] = found;
	if (!webhookBases(own()).includes(url.origin + before)) return address;
	const key = notificationKey(token, 'trigger', decodeURIComponent(webhookId), channel);
	url.searchParams.set(KEY_PARAMETER, key);
	url.searchParams.set('via', 'extapi');
	return url.toString();
}

/**
 * Where the webhooks of this n8n begin, for example `https://n8n.example.com/webhook`. n8n tells nodes the
 * address of waiting executions alone, so its endpoints are taken to be named alike when it has other
 * names than n8n's own: `hooks-waiting`, `hooks` and `hooks-test`.
 */
function webhookBases({ resumeUrl, instanceUrl }: OwnAddresses): string[] {
	const [waiting = ''] = baseOf(resumeUrl, 1);
	const named = /\/([^/]+)-waiting$/.exec(waiting)?.slice(1) ?? [];
	return [...baseOf(resumeUrl, 2), ...baseOf(instanceUrl, 0)].flatMap((base) =>
		['webhook', ...named].flatMap((name) => [`${base}/${name}`, `${base}/${name}-test`]),
	);
}

/** An address without its last parts; none for what is no address, as n8n may have been told it. */
function baseOf(address: string, parts: number): string[] {
	if (!URL.canParse(address)) return [];
	const { origin, pathname } = new URL(address);
	const path = pathname.replace(/\/$/, '').split('/');
	return [origin + path.slice(0, Math.max(1, path.length - parts)).join('/')];
}

/** Makes the step that adds the key to the notification URL of a send. */
export function addNotificationKey(channel: Channel): BodyStep {
	return ({ token, context }, body) => {
		if (body.nu === undefined) return body;
		const nu = addressWithKey(String(body.nu), token, channel, () => ownAddresses(context));
		return { ...body, nu };
	};
}

/**
 * The token that makes the keys of an address, such as a trigger's or an answer's.
 *
 * @param credential as n8n opened it; undefined when it could not
 * @returns undefined without a token, as of an expression that gives nothing: anybody could make the
 *   keys of an empty one
 */
export function tokenForKeys(credential: { token?: unknown } | undefined): string | undefined {
	const token = credential?.token;
	return typeof token === 'string' && token.trim() !== '' ? token : undefined;
}

/** Compares what came as a key with the right one, in a time that tells nothing of how much of it fits. */
export function sameKey(given: unknown, right: string): boolean {
	if (typeof given !== 'string') return false;
	const [one, other] = [Buffer.from(given), Buffer.from(right)];
	return one.length === other.length && timingSafeEqual(one, other);
}
