import { plainDigits } from './digits';
import { asText, problem, type Read } from './reader';

/** A run of digits as it was written. */
export interface DigitGroup {
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
export const PHONE_FIX = 'Use a local number with its leading 0, or the full international number.';
const ONE_NUMBER = 'Write one number here; where a field takes several, separate them by commas.';
const AS_TEXT = 'Store phones as text.';
const PLAIN = 'Write its digits only; spaces, hyphens, dots and a plus in front do no harm.';

const WIDE_SIGNS = /[\uff0b\ufe62\uff08\uff09\uff0e]/g;
const PLAIN_SIGNS: Record<string, string> = {
	'＋': '+',
	'﹢': '+',
	'（': '(',
	'）': ')',
	'．': '.',
};

const TOKENS = /\( *(\d+) *\)|(\d+)|[ .-]+|[^]/g;

/**
 * Takes a written phone number apart, without a look at how long it is or to whom it belongs.
 *
 * @param entered text, or the number a spreadsheet made of it
 * @returns its digits and how they were grouped; a problem when it is no number, or more than one
 */
export function writtenNumber(entered: unknown): Read<WrittenNumber> {
	if (typeof entered === 'number') {
		const lost = numberProblem(entered);
		if (lost) return lost;
	}
	const text = plainText(asText(entered) ?? (isNothing(entered) ? '' : 'not text'));
	if (/^\d+$/.test(text)) return taken(text, false, [{ digits: text, isBracketed: false }]);
	const unfit = textProblem(text);
	if (unfit) return unfit;

	const [, bracket, plus, rest] = /^(\(?) *(\+?) *([^]*)$/.exec(text)!;
	const written = bracket + rest;
	const groups: DigitGroup[] = [];
	for (const [token, bracketed, bare] of written.matchAll(TOKENS)) {
		const digits = bracketed ?? bare;
		if (digits !== undefined) groups.push({ digits, isBracketed: bracketed !== undefined });
		else if (!/^[ .-]/.test(token)) return noDigits();
	}
	const last = groups.length - 1;
	// Brackets hold the country or the area code; at the end they hold an extension.
	if (groups.some(({ isBracketed }, index) => isBracketed && (index > 1 || index === last))) {
		return problem('has brackets where no area code stands', `Leave the brackets out. ${PLAIN}`);
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
		.replace(WIDE_SIGNS, (sign) => PLAIN_SIGNS[sign])
		.trim()
		.replace(/^tel: *(?=[\d+(])/i, '')
		.replace(/^(\+?\d+)\.0$/, '$1');
}

function numberProblem(value: number) {
	if (Number.isSafeInteger(value) && value >= 0) return undefined;
	if (value < 0) return minus();
	return Number.isInteger(value)
		? problem('is a number too long to be kept exactly: it has lost digits', AS_TEXT)
		: problem('is a number with a fraction, and no phone number', AS_TEXT);
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
	if (/\d[^\d]*(?:[\r\n\t,;/|&]|\bor\b|\band\b)[^\d]*\d/i.test(text)) {
		return problem('holds more than one number', ONE_NUMBER);
	}
	return /^[\d .()+-]+$/.test(text) && /\d/.test(text) ? undefined : noDigits();
}

function minus() {
	return problem('begins with a minus', `Remove it. ${PLAIN}`);
}

function noDigits() {
	return problem('holds characters that are no digits', `${PHONE_FIX} ${PLAIN}`);
}

function isNothing(entered: unknown): boolean {
	return entered === undefined || entered === null;
}
