import type { IDataObject } from 'n8n-workflow';

import { countRecipients } from './lists';
import replacements from './plainCharacters.json';
import { countCharacters, isEnglish } from './text';

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
	return messagesOf(countCharacters(text), isEnglish(text) ? sizes.english : sizes.other);
}

function messagesOf(characters: number, { single, part }: typeof sizes.other): number {
	return characters <= single ? 1 : Math.ceil(characters / part);
}

/**
 * How many messages an SMS request is billed as; `messagesPerRecipient` for distribution lists, whose members only the
 * service knows.
 */
export function messagesOfSend(request: IDataObject): IDataObject {
	const { msg, pid } = request;
	const each = countMessages(String(msg));
	return pid === undefined
		? { messages: each * countRecipients(request) }
		: { messagesPerRecipient: each };
}

/**
 * What editors, keyboards and exports put in the place of plain characters, or beside them. Left out
 * is what a reader would miss: letters with accents, other scripts, emoji, currencies, fractions (1½
 * would become 11/2), marks such as ™, which a brand may insist on, and « », which are quotation marks
 * to some and arrows to others.
 */
const plainOf = new Map(
	replacements.flatMap(({ characters, plain }) =>
		[...characters].map((character): [string, string] => [character, plain]),
	),
);

/**
 * The text in plain characters if that makes the whole of it English, so that a message holds twice as much of it
 * (specification, "Send SMS"); otherwise the text as it is. It never becomes more messages, nor too long.
 */
export function plainCharacters(text: string, atMost = Infinity): string {
	if (isEnglish(text)) return text;
	let plain = '';
	for (const character of text) plain += plainOf.get(character) ?? character;
	if (!isEnglish(plain) || plain.trim() === '') return text;
	const length = countCharacters(plain);
	return length > atMost || length > 2 * countCharacters(text) ? text : plain;
}
