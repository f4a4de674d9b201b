import { asText, problem, type Read } from './reader';

/** Marks without a meaning of their own: soft hyphens, joiners, directions of writing, byte order. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
/** Where the digits of other scripts begin, from 0 to 9 in a row: Arabic, Persian, Devanagari, full width. */
const FOREIGN_ZEROS = [0x0660, 0x06f0, 0x0966, 0xff10];
const FOREIGN_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g;

/** Text with plain digits, spaces and hyphens in the place of those of other scripts, without invisible marks. */
export function plainDigits(text: string): string {
	return text
		.replace(INVISIBLE, '')
		.replace(SPACES, ' ')
		.replace(DASHES, '-')
		.replace(FOREIGN_DIGITS, plainDigit);
}

function plainDigit(digit: string): string {
	const code = digit.charCodeAt(0);
	return String(code - Math.max(...FOREIGN_ZEROS.filter((zero) => zero <= code)));
}

/** A number as a person writes it, with a point or a comma before its fraction; undefined for anything else. */
export function decimalNumber(written: string): number | undefined {
	const text = plainDigits(written).trim();
	if (!/^[+-]?\d{1,15}(?:[.,\u066b]\d{1,15})?$/.test(text)) return undefined;
	// Twelve and a half, or twelve thousand five hundred.
	if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(text)) return undefined;
	return Number(text.replace(/[,\u066b]/, '.'));
}

interface DigitGroup {
	digits: string;
	/** True: written in brackets, as area codes are. */
	isBracketed: boolean;
}

/** A number as a person wrote it, taken apart. */
export interface WrittenNumber {
	digits: string;
	groups: DigitGroup[];
	/** True: a plus says that it begins with the country code. */
	hasPlus: boolean;
	/** True: it could as well be a number with a fraction, such as 14155552.671. */
	looksDecimal: boolean;
}

/** What to enter for a phone number. */
export const PHONE_FIX =
	'Use a local number with its leading 0, or an international number with its country code.';
const ONE_NUMBER = 'Write one number here; where a field takes several, separate them by commas.';
const AS_TEXT = 'Store phone numbers as text.';
const DIGITS_ONLY = 'Use digits; spaces, hyphens, dots and a leading plus are fine, too.';

const WIDE_SIGNS = /[\uff0b\ufe62\uff08\uff09\uff0e]/g;

/** Most characters a written number may have; more is another column's data. */
export const LONGEST_WRITTEN = 1_000;

const TOKENS = /\( *(\d+) *\)|(\d+)|[ .-]+|[^]/g;

/**
 * Takes a written phone number apart, without a look at how long it is or to whom it belongs; a problem when it is no number,
 * or more than one.
 */
export function writtenNumber(entered: unknown): Read<WrittenNumber> {
	const lost = typeof entered === 'number' ? numberProblem(entered) : undefined;
	if (lost) return lost;
	const text = plainText(asText(entered ?? '') ?? 'not text');
	if (/^\d+$/.test(text)) return taken(text, false, [{ digits: text, isBracketed: false }]);
	const unfit =
		text.length > LONGEST_WRITTEN
			? problem('is longer than a phone number', ONE_NUMBER)
			: textProblem(text);
	if (unfit) return unfit;

	const [before, bracket, plus] = /^(\(?) *(\+?)/.exec(text)!;
	const written = bracket + text.slice(before.length).trimStart();
	const groups: DigitGroup[] = [];
	for (const [token, bracketed, bare] of written.matchAll(TOKENS)) {
		const digits = bracketed ?? bare;
		if (digits !== undefined) groups.push({ digits, isBracketed: bracketed !== undefined });
		else if (!/^[ .-]/.test(token)) return noDigits();
	}
	const last = groups.length - 1;
	// Brackets hold the country or the area code; at the end they hold an extension.
	if (groups.some(({ isBracketed }, index) => isBracketed && (index > 1 || index === last))) {
		return problem("has parentheses that aren't around an area code", DIGITS_ONLY);
	}
	return taken(written, plus !== '', groups);
}

function taken(written: string, hasPlus: boolean, groups: DigitGroup[]): { value: WrittenNumber } {
	const digits = groups.map((group) => group.digits).join('');
	const looksDecimal = !hasPlus && /^\d+\.\d+$/.test(written);
	return { value: { digits, groups, hasPlus, looksDecimal } };
}

/** The text in plain characters; a float's `.0` is dropped, since nothing else can be meant by it. */
function plainText(text: string): string {
	if (/^\d+$/.test(text)) return text;
	return plainDigits(text)
		.replace(WIDE_SIGNS, (sign) => sign.normalize('NFKC'))
		.trim()
		.replace(/^tel: *(?=[\d+(])/i, '')
		.replace(/^(\+?\d+)\.0$/, '$1');
}

function numberProblem(value: number) {
	if (Number.isSafeInteger(value) && value >= 0) return undefined;
	if (value < 0) return minus();
	return Number.isInteger(value)
		? problem('is a number too long to be kept exactly: it has lost digits', AS_TEXT)
		: problem('is a decimal number, not a phone number', AS_TEXT);
}

function textProblem(text: string) {
	if (text === '') return problem('is empty or missing', 'Fill in a phone number.');
	if (/^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(text)) {
		return problem(
			'is in scientific notation, as spreadsheets show long numbers: digits may be lost',
			AS_TEXT,
		);
	}
	if (/^\(?-/.test(text)) return minus();
	const fromFirstToLast = /\d[^]*\d/.exec(text)?.[0] ?? '';
	if (/[\r\n\t,;/|&]|\bor\b|\band\b/i.test(fromFirstToLast)) {
		return problem('contains more than one number', ONE_NUMBER);
	}
	return /^[\d .()+-]+$/.test(text) && /\d/.test(text) ? undefined : noDigits();
}

function minus() {
	return problem('begins with a minus', DIGITS_ONLY);
}

function noDigits() {
	return problem("contains characters that aren't digits", DIGITS_ONLY);
}
