// What a phone number is, however it is written.
import { asText, problem, valueRead, type Problem, type Read, type Reader } from './reader';

/** An Israeli mobile, non-geographic or landline number, without the leading 0. */
const ISRAELI = /^(?:5\d{8}|7[2-9]\d{7}|[23489]\d{7})$/;
/** The usual form of an Israeli mobile number, which needs no more checks. */
const PLAIN_MOBILE = /^05\d{8}$/;
/** A mobile that lost its leading 0 and a digit: without a plus, no one means a foreign number. */
const SHORT_MOBILE = /^5\d{7}$/;
/** Niue, Saint Helena and Tokelau have four-digit numbers after their code. */
const INTERNATIONAL = /^(?:[1-9]\d{7,14}|(?:290|683|690)\d{4})$/;
/** Israeli numbers that only take calls: North American ones have 11 digits with their code 1. */
const CALLED_ONLY = /^1[78]00\d{6}$/;
/** How North Americans write numbers. */
const TEN_DIGITS = /^[2-9]\d{9}$/;
/** Country codes, such as Italy's, after which a national number keeps its leading 0. */
const KEEPS_ITS_ZERO = ['39', '225', '229', '241', '242', '378'];

const PHONE_FIX =
	'Use a local number with its leading 0, or an international number with its country code.';

/**
 * Reads a phone number in any unambiguous format into its digits (specification, convention "phone
 * spelling"). If there are two readings, it is refused: the other one is someone else's number. So
 * a foreign number in groups needs its plus.
 */
export function readPhone(entered: unknown): Read<string> {
	if (typeof entered === 'string' && PLAIN_MOBILE.test(entered)) return { value: entered };
	const written = writtenNumber(entered);
	if ('problem' in written) return written;
	const found = phoneProblem(written.value);
	return found ? { problem: found } : { value: written.value.groups.join('') };
}

function phoneProblem({ groups, hasPlus }: WrittenNumber): Problem | undefined {
	const digits = groups.join('');
	if (hasPlus && digits.startsWith('0')) {
		return {
			rule: 'has a 0 after the plus',
			fix: 'Remove the plus from a local number, or write the country code after it.',
		};
	}
	if (digits.startsWith('00')) {
		return {
			rule: 'begins with 00',
			fix: 'Remove the 00, so that the number begins with the country code.',
		};
	}
	if (digits.startsWith('0')) {
		return ISRAELI.test(digits.slice(1)) ? undefined : wrongLength(digits, 'Israeli');
	}
	if (digits.startsWith('972')) {
		const national = digits.slice(3);
		if (ISRAELI.test(national)) return undefined;
		return national.startsWith('0')
			? { rule: 'has a 0 after the country code 972', fix: 'Remove that 0.' }
			: wrongLength(digits, 'Israeli');
	}
	if (CALLED_ONLY.test(digits)) {
		return {
			rule: 'is an Israeli 1-700 or 1-800 number, which only takes calls',
			fix: 'Use the number of a person.',
		};
	}
	return hasPlus ? groupsProblem(groups) : localProblem(groups);
}

/** Why a number without a plus is not a complete foreign number. */
function localProblem(groups: string[]): Problem | undefined {
	const digits = groups.join('');
	if (ISRAELI.test(digits)) {
		return {
			rule: 'seems to have lost its leading 0, as happens when a spreadsheet stores it as a number',
			fix: `Store phone numbers as text: 0${digits} for an Israeli number, +${digits} for a foreign number.`,
		};
	}
	if (SHORT_MOBILE.test(digits)) {
		return {
			rule: 'seems to be an Israeli mobile number that lost digits (8 digits, no leading 0)',
			fix: `Write the complete number, or +${digits} for a foreign number.`,
		};
	}
	if (groups.length > 1 || TEN_DIGITS.test(digits)) {
		return {
			rule: 'seems to lack its country code',
			fix: 'Write one number; for a foreign number, + and the country code.',
		};
	}
	return /^[1-9]\d{7,14}$/.test(digits) ? undefined : wrongLength(digits, 'international');
}

/** Why the groups of an international number may not make one complete number. */
function groupsProblem(groups: string[]): Problem | undefined {
	const digits = groups.join('');
	if (!INTERNATIONAL.test(digits)) return wrongLength(digits, 'international');
	const [code, national = ''] = groups;
	const isTrunkZero = national === '0' || !KEEPS_ITS_ZERO.includes(code);
	if (national.startsWith('0') && code.length <= 3 && isTrunkZero) {
		return {
			rule: `has a 0 after the country code ${code}`,
			fix: 'Remove that 0, which is dialed only within the country.',
		};
	}
	const [before, last] = groups.slice(-2);
	const isExtension = last?.length === 1 || (last?.length === 2 && before.length >= 4);
	return isExtension
		? {
				rule: `ends in ${last}, as extensions and ranges do`,
				fix: `Remove the extension, or write all digits together if ${last} belongs to the number.`,
			}
		: undefined;
}

function wrongLength(digits: string, kind: string): Problem {
	return {
		rule: `isn't a valid ${kind} phone number (${digits.length} digits)`,
		fix: PHONE_FIX,
	};
}

/** One form for the local and the international spelling of a number. */
export function comparablePhone(digits: string): string {
	return digits.startsWith('0') ? `972${digits.slice(1)}` : digits;
}

/** A number by {@link comparablePhone} as Israelis write it: an Israeli one with a leading 0. */
export function localPhone(digits: string): string {
	return digits.startsWith('972') ? `0${digits.slice(3)}` : digits;
}

/** An Israeli landline or mobile number (specification, "Verify a sender"). */
export const israeliPhone: Reader<string> = (entered) => {
	const read = readPhone(entered);
	return 'value' in read && !comparablePhone(read.value).startsWith('972')
		? problem(
				'must be an Israeli landline or mobile number',
				'Use a number like 0570004567. 1-700 numbers, 1-800 numbers and foreign numbers are refused.',
			)
		: read;
};

/** A number for SMS notifications: 10 digits (specification, "Shared sending parameters", `np`). */
export const notificationPhone: Reader<string> = (entered) => {
	const read = readPhone(entered);
	return 'value' in read && PLAIN_MOBILE.test(read.value)
		? read
		: problem(
				'must be a mobile number of 10 digits that begins with 05',
				'Use a number like 0570004567.',
			);
};

/** A valid phone number, perhaps repaired. */
export interface RepairedPhone {
	value: string;
	/** The number as entered; only if it was repaired. */
	repairedFrom?: string;
}

/**
 * Reads a phone number like `readPhone`. Repairs digits that lost their leading 0 in a spreadsheet,
 * or that have 00 before the country code, if only that makes them valid. If `repairs` is off, the
 * problem of a repairable number names the option.
 */
export function repairPhone(
	entered: unknown,
	repairs: boolean,
): RepairedPhone | { problem: Problem } {
	const read = readPhone(entered);
	if ('value' in read) return read;
	const value = repaired(plainDigits(asText(entered) ?? '').trim());
	if (value === undefined) return read;
	if (repairs) return { value, repairedFrom: asText(entered)!.trim() };
	const { rule, fix } = read.problem;
	return problem(rule, fix.replace(/\.$/, ", or add the option 'Repair Numbers'."));
}

function repaired(digits: string): string | undefined {
	// Eight digits stay refused: many countries have complete numbers of that length.
	if (/^\d{9}$/.test(digits)) return phoneOf(`0${digits}`);
	// A local number with a 0 too many looks like 00 and a country code; who is meant is unknown.
	if (!/^00\d{1,20}$/.test(digits) || phoneOf(digits.slice(1)) !== undefined) return undefined;
	return phoneOf(`+${digits.slice(2)}`);
}

function phoneOf(written: string): string | undefined {
	return valueRead(readPhone(written));
}

/** Spaces, digits and signs of other widths. */
const OTHER_WIDTHS = /[\u00a0\u2000-\u200a\u202f\u205f\u3000\uff00-\uff5e]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
/** Arabic and Persian digits: both begin at a multiple of 16. */
const FOREIGN_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** Makes digits, spaces and signs of other scripts plain, and removes invisible marks. */
export function plainDigits(text: string): string {
	return text
		.replace(/\p{Cf}/gu, '')
		.replace(OTHER_WIDTHS, (character) => character.normalize('NFKC'))
		.replace(DASHES, '-')
		.replace(FOREIGN_DIGITS, (digit) => String(digit.charCodeAt(0) % 16));
}

/** A typed number with a decimal point or comma; undefined for anything else. */
export function decimalNumber(written: string): number | undefined {
	const text = plainDigits(written).trim();
	if (!/^[+-]?\d{1,15}(?:[.,\u066b]\d{1,15})?$/.test(text)) return undefined;
	// Twelve and a half, or twelve thousand five hundred.
	if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(text)) return undefined;
	return Number(text.replace(/[,\u066b]/, '.'));
}

/** A written phone number, taken apart. */
export interface WrittenNumber {
	/** Its digits, split wherever something is between them. */
	groups: string[];
	/** Whether a plus marks a country code. */
	hasPlus: boolean;
}

const AS_TEXT = 'Store phone numbers as text.';
/** Most characters of a written number; more is another column's data. */
const LONGEST_WRITTEN = 100;

/** Takes a phone number apart, without checking its length or country. */
export function writtenNumber(entered: unknown): Read<WrittenNumber> {
	const text = (asText(entered ?? '') ?? 'not text').slice(0, LONGEST_WRITTEN + 1);
	const plain = plainDigits(text).trim();
	// The digits of 97277120382.0 would be someone else's number.
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
