import {
	createHmac,
	createSecretKey,
	hash,
	scryptSync,
	timingSafeEqual,
	type KeyObject,
} from 'crypto';

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

/** Characters of a hash that is not shortened. */
export const WHOLE_HASH = 43;

/** A hash of a value as JSON, safe in a URL: twelve characters tell the values of one workflow apart. */
export function hashOf(value: unknown, length = 12): string {
	return textHash(JSON.stringify(value), length);
}

/** The same of a text as it is, whole unless a length is given. */
function textHash(text: string, length?: number): string {
	return hash('sha256', text, 'base64url').slice(0, length);
}
