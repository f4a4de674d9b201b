// What proves that someone has the token, and how it stays out of texts.
import type { IDataObject } from 'n8n-workflow';
import {
	createHmac,
	createSecretKey,
	hash,
	scryptSync,
	timingSafeEqual,
	type KeyObject,
} from 'crypto';

import type { NotAccepted, Written } from './readReply';

const LEFT_OUT = '…';

/** A token this long is in no text by chance; a shorter one counts only as a whole word. */
const UNMISTAKABLE = 8;

/**
 * Makes a function that removes a token from outside text, as it is, in JSON or in a URL. Whatever
 * an error or an output quotes has passed through it.
 */
export function withoutToken(token: unknown): (text: string) => string {
	const secret = typeof token === 'string' ? token.trim() : '';
	if (secret === '') return (text) => text;
	const pattern = patternOf(secret);
	return (text) => text.replace(pattern, LEFT_OUT);
}

/** The query of a call, with its names and texts cleaned. */
export function cleaned(query: IDataObject, clean: (text: string) => string): IDataObject {
	const each = (value: unknown): unknown =>
		Array.isArray(value) ? value.map(each) : typeof value === 'string' ? clean(value) : value;
	return Object.fromEntries(
		Object.entries(query).map(([name, value]) => [clean(name), each(value)]),
	) as IDataObject;
}

function patternOf(secret: string): RegExp {
	const json = JSON.stringify(secret).slice(1, -1);
	const url = encodeURIComponent(secret);
	const forms = [secret, json, json.replaceAll('/', '\\/'), url].map(escaped);
	const source = `(?:${forms.join('|')})`;
	const isWord = secret.length < UNMISTAKABLE;
	const word = `(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])`;
	return new RegExp(isWord ? word : source, 'giu');
}

function escaped(text: string): string {
	return text.replace(/[$^*.+?()[\]{}|/\\]/g, '\\$&');
}

/**
 * The secrets in this package's URLs: of a file (`token`), of a waiting execution (`signature`), of
 * a notification (`key`), of an answer (`k`), of an opt-out (`o`).
 */
const KEYS = /\b(?:token|signature|key|k|o)=[\w.-]{16,}/;
/** Longer words may hold part of a secret in any coding; none of the service's own is as long. */
const LONG_WORD = /\S{20,}/g;

/**
 * A reply without the secrets of the URLs in its request, which a refusal may repeat. Of an
 * accepted reply, only codes and numbers are read.
 */
export function withoutKeys(
	reply: Written | NotAccepted,
	body: IDataObject,
): Written | NotAccepted {
	if (reply.kind !== 'refused' || !KEYS.test(JSON.stringify(body))) return reply;
	return { ...reply, description: reply.description.replace(LONG_WORD, LEFT_OUT) };
}

/**
 * A key that only a person with the token can make, from the token or from such a key.
 *
 * @param purpose all that it is bound to; as JSON, so that no two purposes read alike
 */
export function keyFrom(secret: string | KeyObject, purpose: string[]): Buffer {
	return createHmac('sha256', typeof secret === 'string' ? rootKey(secret.trim()) : secret)
		.update(JSON.stringify(purpose))
		.digest();
}

/** The same as a secret for many keys: from bytes, Node would make a key object for each. */
export function secretFrom(token: string, purpose: string[]): KeyObject {
	return createSecretKey(keyFrom(token, purpose));
}

/**
 * Makes it slow to guess the token behind a link, a record or anything else with a key: about 25 ms
 * of a processor for each guess, and once for each token of this process.
 */
function rootKey(token: string): KeyObject {
	let key = rootKeys.get(token);
	if (key === undefined) {
		key = createSecretKey(scryptSync(token, 'n8n-nodes-extapi', 32, { N: 2 ** 13 }));
		if (rootKeys.size >= MOST_TOKENS) rootKeys.clear();
		rootKeys.set(token, key);
	}
	return key;
}

const rootKeys = new Map<string, KeyObject>();
const MOST_TOKENS = 1_000;

/**
 * The token that the keys of a URL are made from. An empty one, such as from an expression that
 * gives nothing, makes none: anyone could make the same.
 */
export function tokenForKeys(credential: { token?: unknown } | undefined): string | undefined {
	const token = credential?.token;
	return typeof token === 'string' && token.trim() !== '' ? token : undefined;
}

/** Compares a received key with the right one, in constant time. */
export function sameKey(given: unknown, right: string): boolean {
	if (typeof given !== 'string') return false;
	const [one, other] = [Buffer.from(given), Buffer.from(right)];
	return one.length === other.length && timingSafeEqual(one, other);
}

/** A hash of a value as JSON, safe in a URL; whole without a length. */
export function hashOf(value: unknown, length?: number): string {
	return hash('sha256', JSON.stringify(value), 'base64url').slice(0, length);
}
