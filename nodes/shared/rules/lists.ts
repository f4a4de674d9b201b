import type { IDataObject } from 'n8n-workflow';

import { asText, isEmpty, lostDigits, problem, quoted, type Reader } from './reader';
import { comparableCode, countCharacters, isEnglish } from './text';

/**
 * Codes of distribution lists, from a list or from text with commas between them. The same list
 * twice is one: its members would get the message twice.
 *
 * @returns them as the service wants them: digits without leading zeros, comma-separated
 */
export const listCodes: Reader<string> = (entered) => {
	const given = withoutJson(entered);
	const entries: unknown[] = Array.isArray(given) ? given : [given];
	const lost = entries.map(lostDigits).find((found) => found !== undefined);
	if (lost) return lost;
	const separate = typeof given === 'string' ? given.split(/[,;\s]+/) : entries;
	// What an expression switches off is false.
	const codes = separate.filter((code) => code !== false && !isEmpty(code));
	const wrong = codes.find((code) => !/^\d+$/.test(asText(code)?.trim() ?? ''));
	if (wrong !== undefined || codes.length === 0) {
		return problem(
			wrong === undefined
				? 'contains no list code'
				: `contains ${quoted(wrong)}, which isn't a list code`,
			'List codes are numbers, shown beside each distribution list in the service.',
		);
	}
	const once = new Set(codes.map((code) => comparableCode(String(code).trim())));
	return { value: [...once].join(',') };
};

/** A list that came as JSON text, as models write one; anything else as it is. */
export function withoutJson(entered: unknown): unknown {
	if (typeof entered !== 'string' || !entered.trim().startsWith('[')) return entered;
	// Parsed, a number with an exponent or a fraction would no longer show that digits may be lost.
	if (/\d[.eE]/.test(entered.replace(/"(?:[^"\\]|\\.)*"/g, ''))) return entered;
	try {
		return JSON.parse(entered) as unknown;
	} catch {
		return entered;
	}
}

/** How many recipients a comma-separated value names. */
export function countEntries(value: unknown): number {
	return entriesOf(value).length;
}

/**
 * How many phones a send names itself, in `list` or `listjson`; 0 for one to distribution lists.
 *
 * @param body the request's parameters by wire name
 */
export function countRecipients({ list, listjson }: IDataObject): number {
	return phonesOf({ list, listjson }).length;
}

/** The phones a request names, in `listjson`, `list` or `to`, as it spells them; none for distribution lists. */
export function phonesOf({ list, listjson, to }: IDataObject): string[] {
	return typeof listjson === 'object' && listjson !== null
		? Object.keys(listjson)
		: entriesOf(list ?? to);
}

/** The entries of a comma-separated value. */
export function entriesOf(value: unknown): string[] {
	return typeof value === 'string' && value !== '' ? value.split(',') : [];
}

/** Values by what they have in common, each group and all groups in the order they were met; `Map.groupBy` of Node 21. */
export function groupedBy<Value, Key>(
	values: Value[],
	keyOf: (value: Value) => Key,
): Map<Key, Value[]> {
	const groups = new Map<Key, Value[]>();
	for (const value of values) {
		const key = keyOf(value);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [value]);
		else group.push(value);
	}
	return groups;
}

/** Characters one message holds, alone and as a part of several (specification, "Send SMS"). */
const sizes = {
	english: { single: 140, part: 134 },
	other: { single: 70, part: 67 },
};

/**
 * How many messages an SMS text is billed as. Characters are counted as a person does: an emoji is
 * one, and makes the text non-English; a line break is one, or two when written as `\r\n`.
 */
export function countMessages(text: string): number {
	const { single, part } = isEnglish(text) ? sizes.english : sizes.other;
	const characters = countCharacters(text);
	return characters <= single ? 1 : Math.ceil(characters / part);
}

/** Why a text is as many messages as it is. */
interface TextSize {
	/** Characters beyond what one message less holds; more than any text has where it is one message. */
	over: number;
	/** Characters that keep it from being English. */
	others: number;
	/** How many messages it would be if none did. */
	ifEnglish: number;
}

/** Looks at what makes a text cost as many messages as {@link countMessages} finds. */
export function sizeOf(text: string): TextSize {
	const characters = countCharacters(text);
	const messages = countMessages(text);
	const { single, part } = isEnglish(text) ? sizes.english : sizes.other;
	const { english } = sizes;
	const oneLess = messages === 2 ? single : (messages - 1) * part;
	let others = 0;
	for (const character of text) if (!isEnglish(character)) others++;
	return {
		over: messages === 1 ? Infinity : characters - oneLess,
		others,
		ifEnglish: characters <= english.single ? 1 : Math.ceil(characters / english.part),
	};
}

/**
 * How many messages an SMS request is billed as (specification, "Send SMS").
 *
 * @param request its parameters by wire name
 * @returns `messages` in all; `messagesPerRecipient` for distribution lists, whose members only the
 * service knows
 */
export function messagesOfSend(request: IDataObject): IDataObject {
	const { listjson, msg, pid } = request;
	if (listjson !== undefined) {
		const texts = Object.values(listjson as IDataObject).map(String);
		return { messages: texts.reduce((sum, text) => sum + countMessages(text), 0) };
	}
	const each = countMessages(String(msg));
	return pid === undefined
		? { messages: each * countRecipients(request) }
		: { messagesPerRecipient: each };
}
