import type { IDataObject } from 'n8n-workflow';

import { contactReasons } from '../../shared/service/documentedReplies';
import { cleanPhone, comparablePhone } from '../../shared/rules/phones';

const REASON_LIKE = /^[A-Z][A-Z_]*$/;

/** The part of an accepted reply that says what became of the numbers. */
export interface ContactReply {
	data: IDataObject;
}

/** `OK` or a reason for each number sent, or what of the reply is not documented. */
export type ContactResults = { results: Map<string, string> } | { undocumented: string };

/**
 * Reads the reply to adding or removing: its reasons with their lists of numbers (specification,
 * "Contacts"). A number in no list was handled, so a list
 * that cannot be read, or that names a number nobody sent, leaves the others open as well.
 *
 * @param phones the numbers of the request, no two of them the same
 * @returns results by the numbers as they were sent
 */
export function readContactReply(reply: ContactReply, phones: string[]): ContactResults {
	const sent = new Map(phones.map((phone) => [comparablePhone(phone), phone]));
	const results = new Map(phones.map((phone) => [phone, 'OK']));
	for (const [reason, numbers] of listedIn(reply)) {
		if (!contactReasons.includes(reason)) return { undocumented: `the word ${reason}` };
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

function listedIn({ data }: ContactReply): Listed {
	return Object.entries(data)
		.filter(([reason]) => REASON_LIKE.test(reason))
		.map(([reason, numbers]) => [reason, numbersOf(numbers)]);
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
