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

/** Characters of a token that no other word holds by chance; a shorter one counts as a whole word only. */
const UNMISTAKABLE = 8;

/**
 * Makes what takes a token out of a text that comes from outside, as it is written in plain words, in JSON or in a URL.
 * Whatever an error or an output quotes has gone through this.
 */
export function withoutToken(token: unknown): (text: string) => string {
	const secret = typeof token === 'string' ? token.trim() : '';
	if (secret === '') return (text) => text;
	const pattern = patternOf(secret);
	return (text) => text.replace(pattern, LEFT_OUT);
}

/** The query of a call with its texts, and their names, in a clean form. */
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
 * What the URLs of this package prove themselves by, and anyone who has them could use: the signature of a file
 * (`token`) or of a waiting execution (`signature`), the key of a notification (`key`), of an answer (`k`), of an opt-out (`o`).
 */
const KEYS = /\b(?:token|signature|key|k|o)=[\w.-]{16,}/;
/** Longer words may hold a secret, whole or cut, in whatever coding; none of the service's own is as long. */
const LONG_WORD = /\S{20,}/g;

/**
 * A reply without the keys of the URLs in its request, which the service may repeat in
 * the words of a refusal. Of an accepted reply only codes and numbers are read.
 */
export function withoutKeys(
	reply: Written | NotAccepted,
	body: IDataObject,
): Written | NotAccepted {
	if (reply.kind !== 'refused' || !KEYS.test(JSON.stringify(body))) return reply;
	return { ...reply, description: reply.description.replace(LONG_WORD, LEFT_OUT) };
}

/**
 * A key that only a person with the token can make, from the token or a key made from it.
 *
 * @param purpose what it is for and all it is bound to; as JSON, so that no part can hold what reads as another purpose
 */
export function keyFrom(secret: string | KeyObject, purpose: string[]): Buffer {
	return createHmac('sha256', typeof secret === 'string' ? rootKey(secret.trim()) : secret)
		.update(JSON.stringify(purpose))
		.digest();
}

/** The same as a secret that many keys are made from: of bytes, Node would make a key object for each of them. */
export function secretFrom(token: string, purpose: string[]): KeyObject {
	return createSecretKey(keyFrom(token, purpose));
}

/**
 * Makes it slow to guess the token that a link, a record or anything else with a key was made with: about 25 ms of a processor for each
 * guess, and for each token of this process.
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
 * The token of a credential, as n8n opened it, that makes the keys of a URL. None is made of an empty one, as of an
 * expression that gives nothing: anybody could make its keys.
 */
export function tokenForKeys(credential: { token?: unknown } | undefined): string | undefined {
	const token = credential?.token;
	return typeof token === 'string' && token.trim() !== '' ? token : undefined;
}

/** Compares a received key with the right one, in a time that reveals nothing about how much of it fits. */
export function sameKey(given: unknown, right: string): boolean {
	if (typeof given !== 'string') return false;
	const [one, other] = [Buffer.from(given), Buffer.from(right)];
	return one.length === other.length && timingSafeEqual(one, other);
}

/** A hash of a value as JSON, safe in a URL; whole unless a length is given. */
export function hashOf(value: unknown, length?: number): string {
	return hash('sha256', JSON.stringify(value), 'base64url').slice(0, length);
}
