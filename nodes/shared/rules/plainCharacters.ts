import { characterCode, countCharacters, isEnglish } from './text';

/** Characters that say the same as plain ones, and what is sent in their place. */
interface Replacement {
	characters: string;
	/** Given alone: for each of them. As a list: one for each, in their order. */
	plain: string | string[];
}

/**
 * What editors, keyboards and exports put in the place of plain characters, or beside them. Left out
 * is what a reader would miss: letters with accents, other scripts, emoji, currencies, fractions (1½
 * would become 11/2), marks such as ™, which a brand may insist on, and « », which are quotation marks
 * to some and arrows to others.
 */
const replacements: Replacement[] = [
	// Word processors and phones curl quotes while one types; accents, primes and the Hebrew geresh pass for them.
	{ characters: '‘’‚‛′‵ʼ´׳', plain: "'" },
	{ characters: '“”„‟″‶״', plain: '"' },
	// A hyphen typed twice becomes a dash; web pages use hyphens that do not break, tables the minus sign.
	{ characters: '‐‑‒–—―−⁃﹘﹣־', plain: '-' },
	// Three dots become one character while one types.
	{ characters: '…', plain: '...' },
	// Lists copied from documents and chats bring their bullets along.
	{ characters: '•‣◦∙·●○▪▫■□', plain: '-' },
	// Spaces that do not break come from web pages, those of other widths from typesetting; tabs from tables.
	{
		characters:
			'\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
		plain: ' ',
	},
	// Word processors break lines inside of a paragraph with these.
	{ characters: '\u000b\u000c\u0085\u2028\u2029', plain: '\n' },
	// No one sees them: soft hyphens, joiners, byte order marks, and the directions of writing that apps add.
	{
		characters:
			'\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff',
		plain: '',
	},
	// PDF files hold two or three letters as one drawing.
	{ characters: 'ﬀﬁﬂﬃﬄﬅﬆ', plain: ['ff', 'fi', 'fl', 'ffi', 'ffl', 'st', 'st'] },
	// Formulas and some keyboards have signs of their own for these.
	{ characters: '⁄∕∗∼〜', plain: ['/', '/', '*', '~', '~'] },
	// East Asian keyboards write plain characters as wide as their own.
	{ characters: fullWidth(), plain: [...fullWidth()].map(narrow) },
];

const plainOf = new Map(
	replacements.flatMap(({ characters, plain }) =>
		[...characters].map((character, index): [string, string] => [
			character,
			typeof plain === 'string' ? plain : plain[index],
		]),
	),
);

/** A character that makes a text cost as much as one in another language. */
interface CostlyCharacter {
	character: string;
	/** Its name in tables of characters, such as `U+200B`: some cannot be seen. */
	code: string;
	/** Which character of the text it is, counted from 1 as `countCharacters` does. */
	position: number;
}

/**
 * The text in plain characters if that makes the whole of it English, so that a message holds twice
 * as much of it (specification, "Send SMS"); otherwise the text as it is. It never becomes more
 * messages, nor too long: some characters become three.
 *
 * @param atMost most characters the text may have
 */
export function plainCharacters(text: string, atMost = Infinity): string {
	if (isEnglish(text)) return text;
	let plain = '';
	for (const character of text) plain += plainOf.get(character) ?? character;
	if (!isEnglish(plain) || plain.trim() === '') return text;
	const length = countCharacters(plain);
	return length > atMost || length > 2 * countCharacters(text) ? text : plain;
}

/** The first character of a text that keeps it from being English; undefined when it is. */
export function costlyCharacter(text: string): CostlyCharacter | undefined {
	let position = 0;
	for (const character of text) {
		position++;
		if (!isEnglish(character)) {
			return { character, code: characterCode(character), position };
		}
	}
	return undefined;
}

function fullWidth(): string {
	return String.fromCharCode(...Array.from({ length: 94 }, (_, index) => 0xff01 + index));
}

function narrow(character: string): string {
	return String.fromCharCode(character.charCodeAt(0) - 0xfee0);
}
