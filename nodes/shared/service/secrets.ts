import type { IDataObject } from 'n8n-workflow';

import type { NotAccepted, Written } from './readReply';

const LEFT_OUT = '…';

/** Characters of a token that no other word holds by chance; a shorter one counts as a whole word only. */
const UNMISTAKABLE = 8;

/**
 * Makes what takes a token out of a text that comes from outside, however it is written there: as it is, in JSON, in a
 * URL or a form, or in HTML. Whatever an error or an output quotes has gone through this.
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
	const source = secret
		.match(/\\+|[^\\]/gu)!
		.map(formsOf)
		.join('');
	const isWord = secret.length < UNMISTAKABLE;
	const pattern = isWord
		? new RegExp(`(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])`, 'gu')
		: new RegExp(source, 'gu');
	last = { secret, pattern };
	return pattern;
}

const NAMED: Record<string, string> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

/**
 * Every way to write a character, also where it was written so several times: as JSON in JSON, or in a URL in a URL.
 * Backslashes in a row are one pattern: several would try every way to share out those of a text.
 */
function formsOf(part: string): string {
	const count = part.startsWith('\\') ? part.length : 1;
	const [character] = part;
	const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
	const code = character.codePointAt(0)!;
	const plain =
		character === '\\' ? `\\\\{${count},${16 * count}}` : `\\\\{0,15}${escaped(character)}`;
	const coded = [
		...(character === ' ' ? ['\\+'] : []),
		[...Buffer.from(character)].map((byte) => `%(?:25){0,3}${anyCase(byte, 2)}`).join(''),
		units.map((unit) => `\\\\{1,16}u${anyCase(unit, 4)}`).join(''),
		`&#(?:0{0,6}${code}|[xX]0{0,6}${anyCase(code, 1)});`,
		...(character in NAMED ? [`&${NAMED[character]};`] : []),
	].join('|');
	return `(?:${plain}|${count === 1 ? coded : `(?:${coded}){${count}}`})`;
}

function escaped(character: string): string {
	return /[$^*.+?()[\]{}|/]/.test(character) ? `\\${character}` : character;
}

/** A number in hexadecimal digits, in capitals or not. */
function anyCase(number: number, digits: number): string {
	return number
		.toString(16)
		.padStart(digits, '0')
		.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/**
 * What the URLs of this package prove themselves by, and anyone who has them could use: the signature of a file
 * (`token`) or of a waiting execution (`signature`), the key of a notification (`key`), of an answer (`k`), of an opt-out (`o`).
 */
const KEYS = /\b(?:token|signature|key|k|o)=([\w.-]{16,})/g;
/** Longer words may hold a secret, whole or cut, in whatever coding; none of the service's own is as long. */
const LONG_WORD = /\S{24,}/g;

/**
 * A reply without the keys of the URLs in its request, which the service may repeat in
 * the words of a refusal. Of an accepted reply only codes and numbers are read.
 */
export function withoutKeys(
	reply: Written | NotAccepted,
	body: IDataObject,
): Written | NotAccepted {
	if (reply.kind !== 'refused') return reply;
	const keys = [...JSON.stringify(body).matchAll(KEYS)].map(([, key]) => key);
	if (keys.length === 0) return reply;
	const short = reply.description.replace(LONG_WORD, LEFT_OUT);
	// Alone, the shortest of them is no long word.
	const held = new Set(keys.filter((key) => short.includes(key)));
	const description = [...held].reduce((text, key) => text.replaceAll(key, LEFT_OUT), short);
	return { ...reply, description };
}
