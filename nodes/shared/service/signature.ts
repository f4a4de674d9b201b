import type { IDataObject } from 'n8n-workflow';

import type { HttpReply } from './readReply';

/** What stands for the signature of an address. */
const LEFT_OUT = '…';
/** Characters of each part that is looked for. What is left where less than a part and a step is repeated opens nothing. */
const PART = 14;
const STEP = 10;
/** How often the address may be in base64, one inside the other. */
const MOST_LAYERS = 3;

/** What stands for another character, or for none: escapes of JSON, URLs, HTML and mails, line breaks and gaps. */
const ESCAPE =
	/\\+u00([0-9a-f]{2})|%(?:25)*([0-9a-f]{2})|&#x([0-9a-f]{2});|=([0-9a-f]{2})|&#(\d{2,3});|=\r?\n|\\+[rnt]?|\s+/gi;
/** What belongs to a signature that was found, however it is coded. */
const AROUND = /[\w%+/.~\\-]/;

type Place = [from: number, to: number];

/**
 * A reply without the signature of the file's address in its request, which opens the file to everyone who
 * has it: the service may repeat the address in its reply, whole or cut, escaped, in base64 or in hexadecimal.
 *
 * @param body the request's parameters by wire name
 */
export function withoutSignature(reply: HttpReply, { fileurl }: IDataObject): HttpReply {
	const [, token] = /[?&]token=([\w.-]+)/.exec(String(fileurl ?? '')) ?? [];
	if (token === undefined || typeof reply.body !== 'string') return reply;
	const text = reply.body;
	const { plain, origin } = unescaped(text);
	const found = codings(token.split('.').at(-1)!)
		.flatMap((part) => placesOf(part, plain))
		.map(([from, to]): Place => [origin(from), origin(to - 1) + 1])
		.sort(([one], [other]) => one - other);
	return { ...reply, body: withoutPlaces(text, found) };
}

/** A text without its escapes, and where in it each of the characters comes from. */
function unescaped(text: string): { plain: string; origin: (index: number) => number } {
	const marks: Array<{ plain: number; text: number }> = [{ plain: 0, text: 0 }];
	let plain = '';
	let from = 0;
	for (const { 0: whole, index, ...codes } of text.matchAll(ESCAPE)) {
		plain += text.slice(from, index);
		marks.push({ plain: plain.length, text: index });
		const hex = codes[1] ?? codes[2] ?? codes[3] ?? codes[4];
		if (hex !== undefined) plain += String.fromCharCode(parseInt(hex, 16));
		else if (codes[5] !== undefined) plain += String.fromCharCode(Number(codes[5]));
		from = index + whole.length;
		marks.push({ plain: plain.length, text: from });
	}
	plain += text.slice(from);
	const origin = (index: number) => {
		let [low, high] = [0, marks.length - 1];
		while (low < high) {
			const middle = Math.ceil((low + high) / 2);
			if (marks[middle].plain <= index) low = middle;
			else high = middle - 1;
		}
		return marks[low].text + (index - marks[low].plain);
	};
	return { plain: oneAlphabet(plain), origin };
}

/** Base64 for addresses as any other. */
function oneAlphabet(text: string): string {
	return text.replaceAll('-', '+').replaceAll('_', '/');
}

/** The parts of a secret in every coding: what a text that repeats it holds one of. */
function codings(secret: string): string[] {
	const last = Math.max(0, secret.length - PART);
	const parts = Array.from({ length: Math.ceil(last / STEP) + 1 }, (_, index) => {
		const start = Math.min(index * STEP, last);
		return secret.slice(start, start + PART);
	});
	const all = parts.flatMap((part) => {
		const hex = Buffer.from(part).toString('hex');
		let layer = [part];
		const layers = [part, hex, hex.toUpperCase()];
		for (let depth = 1; depth <= MOST_LAYERS; depth++) {
			layer = layer.flatMap((each) => base64Parts(Buffer.from(each)));
			if (depth === 1) layer.push(hex, ...base64Parts(Buffer.from(part, 'utf16le')));
			layers.push(...layer);
		}
		return layers;
	});
	return [...new Set(all.map(oneAlphabet))];
}

/** What base64 makes of bytes, whatever stands before and after them: it takes three at a time. */
function base64Parts(bytes: Buffer): string[] {
	return [0, 1, 2].map((before) => {
		const coded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		const length = before + bytes.length;
		return coded.slice(Math.ceil((before * 8) / 6), Math.floor((length * 8) / 6));
	});
}

function placesOf(part: string, text: string): Place[] {
	const places: Place[] = [];
	for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) {
		places.push([at, at + part.length]);
	}
	return places;
}

/**
 * A text without some places in it, each with what is written around it.
 *
 * @param places in the order they begin; they may overlap
 */
function withoutPlaces(text: string, places: Place[]): string {
	let left = '';
	let at = 0;
	for (const [from, to] of places) {
		if (to <= at) continue;
		let start = Math.max(from, at);
		while (start > at && AROUND.test(text[start - 1])) start--;
		if (start > at || left === '') left += text.slice(at, start) + LEFT_OUT;
		at = to;
		while (at < text.length && AROUND.test(text[at])) at++;
	}
	return left + text.slice(at);
}
