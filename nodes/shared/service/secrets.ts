import type { IDataObject } from 'n8n-workflow';

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

/** The last pattern: thousands of requests in a row have the same token. */
let last = { secret: '', pattern: /(?!)/g };

function patternOf(secret: string): RegExp {
	if (last.secret === secret) return last.pattern;
	const json = JSON.stringify(secret).slice(1, -1);
	const url = encodeURIComponent(secret);
	const forms = [secret, json, json.replaceAll('/', '\\/'), url].map(escaped);
	const source = `(?:${forms.join('|')})`;
	const isWord = secret.length < UNMISTAKABLE;
	const word = `(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])`;
	const pattern = new RegExp(isWord ? word : source, 'giu');
	last = { secret, pattern };
	return pattern;
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
