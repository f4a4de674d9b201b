// What counts as a character, a text and a code, and how many messages an SMS is.
import { plainDigits } from './phones';
import replacements from './plainCharacters.json';
import { asText, lostDigits, problem, quoted, readAs, type Reader } from './reader';

/** Printable ASCII and line breaks. */
const ENGLISH = /^[\x20-\x7e\r\n]*$/;
const formatted = new Intl.NumberFormat('en-US');

/** White space, and characters that show nothing: joiners, directions of writing, blanks of other scripts. */
const UNSEEN = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Tells whether a text holds nothing that a reader would see. */
export function isUnseen(text: string): boolean {
	return UNSEEN.test(text);
}

/**
 * Characters that show nothing, or turn around what is beside them, but for line breaks and tabs, and what emoji and joined
 * letters are made of.
 */
const HIDDEN =
	/(?!\n|\t|\r\n|[\u200c\u200d\ufe00-\ufe0f])[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]/gu;

/** A text whose hidden characters, such as one that turns the writing around, are seen as `[U+202E]`, but for typed ones. */
export function withHiddenShown(text: string, typed = ''): string {
	return text.replace(HIDDEN, (each) => (typed.includes(each) ? each : `[${characterCode(each)}]`));
}

const ENTITIES: Record<string, string> = {
	...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '`': '&#96;' },
};

/** Text as it may be in an element of HTML or in a quoted attribute. */
export function escaped(text: string): string {
	return text.replace(/[&<>"'`]/g, (character) => ENTITIES[character]);
}

/** Marks of direction, which people write in Hebrew and Arabic texts: they turn no other characters around. */
const MARKS = '\u200e\u200f\u061c';

/** The same of data: its hidden characters are seen, such as one that turns the writing around. */
export function escapedData(text: string): string {
	return escaped(withHiddenShown(text, MARKS));
}

/** A number with its noun, such as `1 row` and `2 rows`; the first word of a longer one gets the plural. */
export function counted(count: number, noun: string): string {
	return `${count} ${count === 1 ? noun : noun.replace(/^\w+/, '$&s')}`;
}

/** A text that begins with a capital letter. */
export function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The name of a character in tables of characters, such as `U+200B`. */
function characterCode(character: string): string {
	return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A text in which two that look the same are equal, whatever blanks and unseen characters they hold. */
export function comparableText(text: string): string {
	return text
		.normalize('NFKC')
		.replace(/[\s\u2800]+/g, ' ')
		.replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
		.replace(/ {2,}/g, ' ')
		.trim();
}

/** Characters of a text as a person counts them: an emoji is one. */
export function countCharacters(text: string): number {
	let count = 0;
	for (const _character of text) count++;
	return count;
}

/** Tells whether a text counts as English (specification, "Send SMS"): one other character and none of it does. */
export function isEnglish(text: string): boolean {
	return ENGLISH.test(text);
}

/** Text of so many characters, both ends allowed. */
export function textOf(limits: { atLeast?: number; atMost?: number } = {}): Reader<string> {
	const { atLeast = 1, atMost = Infinity } = limits;
	return (entered) => {
		const lost = lostDigits(entered);
		if (lost) return lost;
		const text = asText(entered);
		if (text === undefined) {
			const isParts = typeof entered === 'object';
			return problem('must be text', isParts ? 'Name the value inside it.' : 'Enter text.');
		}
		// The specification does not say how an emoji counts, and one text too long loses a whole request.
		if (text.length > atMost) {
			const emoji = countCharacters(text) < text.length ? ', where most emoji count as two' : '';
			return problem(
				`is longer than ${formatted.format(atMost)} characters (it has ${formatted.format(text.length)}${emoji})`,
				'Shorten the text.',
			);
		}
		const length = countCharacters(text);
		if (length < atLeast) {
			return problem(
				`must have at least ${atLeast} characters (it has ${length})`,
				'Write a longer text.',
			);
		}
		return { value: text };
	};
}

/**
 * A code that the service gave, without leading zeros; stays text, since codes may exceed what a number holds.
 *
 * @param kind what the code is of, for example `template`
 * @param where where a person or a model finds it, in a sentence
 */
export function codeOf(kind: string, where: string, atMost = 40): Reader<string> {
	return (entered) => {
		const lost = lostDigits(entered);
		if (lost) return lost;
		const text = asText(entered)?.trim() ?? '';
		if (!/^\d+$/.test(text)) {
			return problem(
				`is ${quoted(entered)}, which is not ${kind === 'automation' ? 'an' : 'a'} ${kind} code (digits only)`,
				where,
			);
		}
		return text.length > atMost
			? problem(`must have 1 to ${atMost} digits (it has ${text.length})`, where)
			: { value: comparableCode(text) };
	};
}

/** The digits of a code in the form in which equal codes are equal: they are numbers, and 01001 is the list 1001. */
export function comparableCode(digits: string): string {
	return digits.replace(/^0+(?=\d)/, '');
}

export const TEMPLATE_FIX = "Use a code that 'Template: Get Many' lists.";
export const templateCode = codeOf('template', TEMPLATE_FIX, 15);
export const serviceCode = codeOf(
	'telephony service',
	'Copy it from the list of telephony services in the service.',
	15,
);

/** A code as a person typed it: in digits of any script, with blanks or hyphens. Anything else stays. */
export const typedCode = readAs(textOf(), (text) => {
	const plain = plainDigits(text).trim();
	const digitsAlone = plain.replace(/[\s-]/g, '');
	return /^\d+$/.test(digitsAlone) ? digitsAlone : plain;
});

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
