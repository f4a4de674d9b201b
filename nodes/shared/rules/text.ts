// What characters, texts and codes are, and how many messages an SMS takes.
import { plainDigits } from './phones';
import replacements from './plainCharacters.json';
import { asText, lostDigits, problem, quoted, readAs, type Reader } from './reader';

/** Printable ASCII and line breaks. */
const ENGLISH = /^[\x20-\x7e\r\n]*$/;
const formatted = new Intl.NumberFormat('en-US');

/** White space and invisible characters: joiners, direction marks, spaces of other scripts. */
const UNSEEN = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a text has nothing that a reader would see. */
export function isUnseen(text: string): boolean {
	return UNSEEN.test(text);
}

/**
 * Characters that are invisible or reverse their neighbors, except line breaks, tabs, and parts of
 * emoji and joined letters.
 */
const HIDDEN =
	/(?!\n|\t|\r\n|[\u200c\u200d\ufe00-\ufe0f])[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]/gu;

/** Shows hidden characters as codes such as `[U+202E]`, except those in `typed`. */
export function withHiddenShown(text: string, typed = ''): string {
	return text.replace(HIDDEN, (each) => (typed.includes(each) ? each : `[${characterCode(each)}]`));
}

const ENTITIES: Record<string, string> = {
	...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '`': '&#96;' },
};

/** Escapes text for an HTML element or a quoted attribute. */
export function escaped(text: string): string {
	return text.replace(/[&<>"'`]/g, (character) => ENTITIES[character]);
}

/** Direction marks, which are normal in Hebrew and Arabic: they reverse no other characters. */
const MARKS = '\u200e\u200f\u061c';

/** Escapes data for HTML, and shows its hidden characters. */
export function escapedData(text: string): string {
	return escaped(withHiddenShown(text, MARKS));
}

/** A number with its noun, such as `2 rows`. In a longer noun, the first word gets the plural. */
export function counted(count: number, noun: string): string {
	return `${count} ${count === 1 ? noun : noun.replace(/^\w+/, '$&s')}`;
}

/** The text with a capital first letter. */
export function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The code point of a character, such as `U+200B`. */
function characterCode(character: string): string {
	return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A form in which texts that look the same are equal, whatever invisible characters they have. */
export function comparableText(text: string): string {
	return text
		.normalize('NFKC')
		.replace(/[\s\u2800]+/g, ' ')
		.replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
		.replace(/ {2,}/g, ' ')
		.trim();
}

/** Counts code points: most emoji are one. */
export function countCharacters(text: string): number {
	let count = 0;
	for (const _character of text) count++;
	return count;
}

/** Whether all of a text counts as English (specification, "Send SMS"). */
export function isEnglish(text: string): boolean {
	return ENGLISH.test(text);
}

/** Text of `atLeast` to `atMost` characters, inclusive. */
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
		// The specification leaves open how emoji count; one text too long fails a whole request.
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
 * A code of the service, without leading zeros. It stays text: it may be too long for a number.
 *
 * @param kind what the code is of, for example `template`
 * @param where a sentence that says where to find it
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

/** A code without leading zeros: codes are numbers, so 01001 is the list 1001. */
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

/** A typed code in plain digits, without spaces and hyphens. Other text is kept. */
export const typedCode = readAs(textOf(), (text) => {
	const plain = plainDigits(text).trim();
	const digitsAlone = plain.replace(/[\s-]/g, '');
	return /^\d+$/.test(digitsAlone) ? digitsAlone : plain;
});

/** Characters in one message, alone or as a part of several (specification, "Send SMS"). */
const sizes = {
	english: { single: 140, part: 134 },
	other: { single: 70, part: 67 },
};

/**
 * How many messages an SMS text is billed as. A simple emoji counts as one character, a line break
 * as one, or as two if it is `\r\n`.
 */
export function countMessages(text: string): number {
	return messagesOf(countCharacters(text), isEnglish(text) ? sizes.english : sizes.other);
}

function messagesOf(characters: number, { single, part }: typeof sizes.other): number {
	return characters <= single ? 1 : Math.ceil(characters / part);
}

/**
 * What editors, keyboards and exports write for plain characters, or add to them. Left out are
 * those that a reader would miss: accented letters, other scripts, emoji, currencies, fractions (1½
 * would become 11/2), marks such as ™, which a brand may insist on, and « », which are quotation
 * marks to some and arrows to others.
 */
const plainOf = new Map(
	replacements.flatMap(({ characters, plain }) =>
		[...characters].map((character): [string, string] => [character, plain]),
	),
);

/**
 * The text in plain characters if that makes all of it English, so that a message holds twice as
 * much (specification, "Send SMS"); otherwise the text as it is. It never needs more messages, nor
 * becomes longer than `atMost`.
 */
export function plainCharacters(text: string, atMost = Infinity): string {
	if (isEnglish(text)) return text;
	let plain = '';
	for (const character of text) plain += plainOf.get(character) ?? character;
	if (!isEnglish(plain) || plain.trim() === '') return text;
	const length = countCharacters(plain);
	return length > atMost || length > 2 * countCharacters(text) ? text : plain;
}
