// If this fails, a person who reads an execution or a log can open a file that was sent, or answer in the place of another.
import { randomBytes } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { notificationKey } from '../../../nodes/shared/service/notificationAddress';
import { optOutKey, optOutToken } from '../../../nodes/shared/service/optOutLink';
import { withoutKeys } from '../../../nodes/shared/service/secrets';

const signature = 'q3v_Zt-8Lk0WmP4yXe9RbN2uHs7CdJ1fGa6TiOo5BxE';
const token = `eyJhbGciOiJIUzI1NiJ9.eyJpZCI6ImZpbGVzeXN0ZW0ifQ.${signature}`;
const fileurl = `https://n8n.example.com/rest/binary-data/signed?token=${token}&name=a.pdf`;
const percent = (one: string) => `%${one.charCodeAt(0).toString(16)}`;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const inLines = (text: string, gap: string, length = 76) =>
	text.replace(new RegExp(`.{${length}}`, 'g'), (line) => `${line}${gap}`);

const leftOf = (description: string) => leftOfRequest({ fileurl }, description);

function leftOfRequest(body: IDataObject, description: string): string {
	const reply = { kind: 'refused', description, httpStatus: 200 } as const;
	return (withoutKeys(reply, body) as typeof reply).description;
}

const notification = notificationKey('demo-token-full', 'execution', '17', 'sms');
/** As the key of an answer link is. */
const answer = randomBytes(16).toString('base64url');
const own = optOutToken(optOutKey('demo-token-full', 'w'), '972570002233');

describe.each<[string, string, (address: string) => IDataObject]>([
	['a notification', `key=${notification}`, (nu) => ({ nu })],
	['a waiting execution', `signature=${'ab'.repeat(32)}`, (nu) => ({ nu })],
	['an answer', `r=0&k=${answer}`, (link) => ({ msg: `Refund?\n${link}` })],
	['an opt-out', `o=${own}`, (link) => ({ listjson: JSON.stringify({ a: `Hi ${link}` }) })],
	['an opt-out in a template', `o=${own}`, (link) => ({ params: { body: [`Hi ${link}`] } })],
])('the address of %s', (_of, query, bodyWith) => {
	const address = `https://n8n.example.com/w?${query}`;
	const body = bodyWith(address);
	const secret = query.split('=').at(-1)!;

	it.each<[string, string]>([
		['as it is', `not allowed: ${address}`],
		['URL-encoded', `not allowed: ${encodeURIComponent(address)}`],
		['in base64', `not allowed: ${base64(address)}`],
		['in its message, in base64', `not allowed: ${base64(JSON.stringify(body))}`],
		['its secret alone', `not allowed: (${secret})`],
	])('is in no refusal that repeats it %s', (_how, description) => {
		const left = leftOfRequest(body, description);
		expect(left).toMatch(/^not allowed: /);
		expect(readings(left).filter((each) => each.includes(secret))).toEqual([]);
	});

	it('leaves the words of the service', () => {
		const words = 'template parameter 2 of 0570002233 contains disallowed characters';
		expect(leftOfRequest(body, words)).toBe(words);
	});
});

it.each([
	['as it is', `not allowed: ${fileurl}`, 'not allowed: …'],
	['cut at its end', `not allowed: ${fileurl.slice(0, -20)} (OK)`, 'not allowed: … (OK)'],
	['cut at its front', `${signature.slice(2)}&name=a.pdf: not allowed`, '… not allowed'],
	['URL-encoded', `at ${encodeURIComponent(fileurl)} now`, 'at … now'],
])('of a refusal that repeats the address %s the other words are left', (_how, body, left) => {
	expect(leftOf(body)).toBe(left);
});

/** What a text says however it is read, as far as anyone would. */
function readings(text: string): string[] {
	const plain = text
		.replace(/\\+u00(..)|&#x(..);/g, (_, one?: string, other?: string) =>
			String.fromCharCode(parseInt(one ?? other!, 16)),
		)
		.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
		.replace(/=\r?\n|\\+[nrt]|[\s\\]/g, '');
	const url = [1, 2, 3].reduce(
		(all) =>
			all.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
		plain,
	);
	const decoded = (each: string, depth: number): string[] => {
		const buffers = [0, 1, 2, 3].flatMap((start) =>
			each.split(/[^\w+/-]+/).map((word) => Buffer.from(word.slice(start), 'base64')),
		);
		const hex = each.split(/[^\da-f]+/i).map((word) => Buffer.from(word, 'hex').toString());
		const inside = buffers.flatMap((one) => [one.toString('latin1'), one.toString('utf16le')]);
		const long = inside.filter(({ length }) => length > 30);
		return [
			each,
			...hex,
			...inside,
			...(depth > 1 ? long.flatMap((one) => decoded(one, depth - 1)) : []),
		];
	};
	return [...decoded(plain, 3), ...decoded(url, 3)];
}

/** Longer than this, a part of the signature would leave less to guess than anyone needs. */
const OPENS = 24;
const pieces = Array.from({ length: signature.length - OPENS + 1 }, (_, at) =>
	signature.slice(at, at + OPENS),
);
const opens = (text: string) =>
	readings(text).some((each) => pieces.some((piece) => each.includes(piece)));

it.each<[string, string]>([
	...[0, 1, 2].map((before): [string, string] => [
		`in base64 behind ${before} characters`,
		`trace ${base64('x'.repeat(before) + fileurl)} end`,
	]),
	['in base64 for addresses', Buffer.from(`?${fileurl}`).toString('base64url')],
	['in base64 in lines that are set in', inLines(base64(fileurl), '\r\n\t')],
	[
		'in base64 in lines, as JSON in JSON',
		JSON.stringify(JSON.stringify(inLines(base64(fileurl), '\r\n'))),
	],
	['in base64 three times', base64(base64(base64(fileurl)))],
	['URL-encoded in base64', base64(encodeURIComponent(fileurl))],
	['in base64, URL-encoded', encodeURIComponent(`${base64(fileurl)}==`)],
	['in base64 of UTF-16', Buffer.from(fileurl, 'utf16le').toString('base64')],
	['in hexadecimal', Buffer.from(fileurl).toString('hex')],
	['in lines', inLines(fileurl, '\n', 60)],
	['in the lines of a mail', inLines(fileurl.replaceAll('=', '=3D'), '=\r\n', 75)],
	[
		'with the escapes of JSON',
		fileurl.replace(/[._-]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`),
	],
	['with the escapes of HTML', fileurl.replace(/[._-]/g, (one) => `&#${one.charCodeAt(0)};`)],
	['URL-encoded to the last character', fileurl.replace(/[^a-z0-9]/gi, percent)],
])('a reply holds no signature that the service repeats %s', (_how, body) => {
	expect(opens(body)).toBe(true);
	expect(opens(leftOf(body))).toBe(false);
});

it('a refusal of a request without such an address is left alone', () => {
	const reply = { kind: 'refused', description: fileurl, httpStatus: 200 } as const;
	expect(withoutKeys(reply, { fileurl: 'https://example.com/a.pdf' })).toBe(reply);
	expect(withoutKeys(reply, {})).toBe(reply);
});
