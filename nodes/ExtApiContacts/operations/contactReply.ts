import type { IDataObject } from 'n8n-workflow';

import { cleanPhone, comparablePhone } from '../../shared/rules/phones';

/** The reasons the service lists numbers under; a number in none of them was handled. */
const REASONS = new Set(['ALREADY_REG', 'NOT_REG', 'BLOCKED', 'ACTION_ERROR']);
const REASON_LIKE = /^[A-Z][A-Z_]*$/;

/** The parts of an accepted reply that say what became of the numbers. */
export interface ContactReply {
	code: string;
	data: IDataObject;
	words: string[];
}

/** `OK` or a reason for each number sent, or what of the reply is not documented. */
export type ContactResults = { results: Map<string, string> } | { undocumented: string };

/**
 * Reads the reply to adding or removing: the reasons as lists in `data`, or as lines of a plain reply
 * (specification, "Contacts"). A number in no list was handled, so a list
 * that cannot be read, or that names a number nobody sent, leaves the others open as well.
 *
 * @param phones the numbers of the request, no two of them the same
 * @returns results by the numbers as they were sent
 */
export function readContactReply(reply: ContactReply, phones: string[]): ContactResults {
	const sent = new Map(phones.map((phone) => [comparablePhone(phone), phone]));
	const results = new Map(phones.map((phone) => [phone, 'OK']));
	const listed = reply.code === 'OK' && reply.words.length === 0 ? inData : inWords;
	for (const [reason, numbers] of listed(reply)) {
		if (!REASONS.has(reason)) return { undocumented: `the word ${reason}` };
		if (numbers === undefined) return { undocumented: `${reason} without numbers` };
		for (const number of numbers) {
			const phone = numberSent(sent, number);
			if (phone === undefined)
				return { undocumented: `${reason} for a number that was not asked about` };
			const known = results.get(phone);
			if (known !== 'OK' && known !== reason) {
				return { undocumented: `${known} and ${reason} for one number` };
			}
			results.set(phone, reason);
		}
	}
	return { results };
}

type Listed = Array<[reason: string, numbers: string[] | undefined]>;

function inData({ data }: ContactReply): Listed {
	return Object.entries(data)
		.filter(([reason]) => REASON_LIKE.test(reason))
		.map(([reason, numbers]) => [reason, numbersOf(numbers)]);
}

/** A plain reply has a line per reason, whose numbers follow it. */
function inWords({ code, words }: ContactReply): Listed {
	const listed: Listed = [];
	for (const word of [code, ...words]) {
		const last = listed.at(-1);
		if (last === undefined || REASON_LIKE.test(word)) listed.push([word, undefined]);
		else last[1] = [...(last[1] ?? []), ...(numbersOf(word) ?? [])];
	}
	return listed;
}

/** PHP writes a list whose keys have gaps as an object. */
function numbersOf(value: unknown): string[] | undefined {
	if (typeof value === 'string') return value.split(',').filter((part) => part.trim() !== '');
	if (typeof value === 'number') return [String(value)];
	if (value === null) return [];
	if (typeof value !== 'object') return undefined;
	return Object.values(value).map((number: unknown) => String(number));
}

/** Which number sent a listed one is; a JSON number has lost its leading 0. */
function numberSent(sent: Map<string, string>, listed: string): string | undefined {
	const cleaned = cleanPhone(listed);
	return sent.get(comparablePhone(cleaned)) ?? sent.get(comparablePhone(`0${cleaned}`));
}
