import { asText, problem, type Read } from './reader';

/** Spaces, digits and signs of other widths. */
const OTHER_WIDTHS = /[\u00a0\u2000-\u200a\u202f\u205f\u3000\uff00-\uff5e]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
/** Arabic and Persian digits: both begin at a multiple of 16. */
const FOREIGN_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** Text with plain digits, spaces and signs in the place of those of other scripts, without marks that no one sees. */
export function plainDigits(text: string): string {
	return text
		.replace(/\p{Cf}/gu, '')
		.replace(OTHER_WIDTHS, (character) => character.normalize('NFKC'))
		.replace(DASHES, '-')
		.replace(FOREIGN_DIGITS, (digit) => String(digit.charCodeAt(0) % 16));
}

/** A number as a person writes it, with a point or a comma before its fraction; undefined for anything else. */
export function decimalNumber(written: string): number | undefined {
	const text = plainDigits(written).trim();
	if (!/^[+-]?\d{1,15}(?:[.,\u066b]\d{1,15})?$/.test(text)) return undefined;
	// Twelve and a half, or twelve thousand five hundred.
	if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(text)) return undefined;
	return Number(text.replace(/[,\u066b]/, '.'));
}

/** A phone number as a person wrote it, taken apart. */
export interface WrittenNumber {
	/** Its digits, apart where something is between them. */
	groups: string[];
	/** True: a plus says that it begins with the country code. */
	hasPlus: boolean;
}

const AS_TEXT = 'Store phone numbers as text.';
/** Most characters a written number may have; more is another column's data. */
const LONGEST_WRITTEN = 100;

/** Takes a written phone number apart, without a look at how long it is or to whom it belongs. */
export function writtenNumber(entered: unknown): Read<WrittenNumber> {
	const text = (asText(entered ?? '') ?? 'not text').slice(0, LONGEST_WRITTEN + 1);
	const plain = plainDigits(text).trim();
	// Of 97277120382.0, the digits would be somebody else's number.
	const isDecimal = /^\d+\.\d$/.test(plain);
	if (isDecimal || (typeof entered === 'number' && !Number.isSafeInteger(entered))) {
		return problem('is a decimal number, or a number that has lost digits', AS_TEXT);
	}
	if (plain === '') return problem('is empty or missing', 'Fill in a phone number.');
	if (/^\d[\d.,]*e[+-]?\d+$/i.test(plain)) {
		return problem(
			'is in scientific notation, as spreadsheets show long numbers: digits may be lost',
			AS_TEXT,
		);
	}
	return text.length <= LONGEST_WRITTEN && /^\(?\+? ?[\d(][\d .()-]*$/.test(plain)
		? { value: { groups: plain.match(/\d+/g) ?? [], hasPlus: plain.includes('+') } }
		: problem(
				"contains characters that aren't digits",
				'Write one number: digits with spaces, hyphens, dots or parentheses between them, and a plus before a country code.',
			);
}
