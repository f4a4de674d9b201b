import { asText, problem, type Problem, type Read, type Reader } from './reader';
import { PHONE_FIX, writtenNumber, type WrittenNumber } from './writtenNumber';

/** Most phone numbers one request may hold (specification, "Shared sending parameters"). */
export const MOST_RECIPIENTS = 10_000;

/** National number of an Israeli mobile, non-geographic or landline phone, without the leading 0. */
const ISRAELI = /^(?:5\d{8}|7[2-9]\d{7}|[23489]\d{7})$/;
/** Israeli mobile phones as they mostly come: nothing about them needs to be found out. */
const PLAIN_MOBILE = /^05\d{8}$/;
/** A mobile without its leading 0 and another digit: without a plus no one means a number abroad by it. */
const SHORT_MOBILE = /^5\d{7}$/;
/** Niue, Saint Helena and Tokelau have numbers of four digits behind their code. */
const INTERNATIONAL = /^(?:[1-9]\d{7,14}|(?:290|683|690)\d{4})$/;
/** Numbers that are called from inside Israel alone: no one in North America has ten digits with the code 1. */
const CALLED_ONLY = /^1[78]00\d{6}$/;
/** As North America writes numbers, and with other digits in front the number of someone else. */
const TEN_DIGITS = /^[2-9]\d{2} ?\d{3} ?\d{4}$/;
/** Country codes whose national numbers begin with a 0 that is dialed from abroad too, as in Italy. */
const KEEPS_ITS_ZERO = ['39', '225', '229', '241', '242', '378'];
/** Digits of the shortest number without its area code, for telling two numbers from one. */
const LOCAL_DIGITS = 7;

const WITH_PLUS = 'Write one number; for a foreign number, + and the country code.';

/**
 * Reads a phone number in any format with one meaning (specification, convention "phone spelling") into its digits. What can
 * be read in two ways is refused: the other reading is the number of someone else.
 */
export function readPhone(entered: unknown): Read<string> {
	if (typeof entered === 'string' && PLAIN_MOBILE.test(entered)) return { value: entered };
	const written = writtenNumber(entered);
	if ('problem' in written) return written;
	const found = writtenProblem(written.value);
	return found ? { problem: found } : { value: written.value.digits };
}

/** The digits of a phone number; the text as it is when it can't be read, for messages about it. */
export function cleanPhone(entered: unknown): string {
	const read = readPhone(entered);
	return 'value' in read ? read.value : (asText(entered) ?? '').trim();
}

/** Says what is wrong with the digits of a phone number whose spelling is not known any more. */
function phoneProblem(digits: string): Problem | undefined {
	if (digits === '') return { rule: 'is empty or missing', fix: PHONE_FIX };
	if (!/^\d+$/.test(digits)) {
		return { rule: "contains characters that aren't digits", fix: PHONE_FIX };
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
	if (CALLED_ONLY.test(digits)) {
		return {
			rule: 'is an Israeli 1-700 or 1-800 number, which only takes calls',
			fix: 'Use the number of a person.',
		};
	}
	// Without a plus, seven digits are a local number.
	const isWhole = INTERNATIONAL.test(digits) && digits.length > LOCAL_DIGITS;
	return isWhole ? undefined : wrongLength(digits, 'international');
}

function wrongLength(digits: string, kind: string): Problem {
	return {
		rule: `isn't a valid ${kind} phone number (${digits.length} ${digits.length === 1 ? 'digit' : 'digits'})`,
		fix: PHONE_FIX,
	};
}

/** A number that nothing in its spelling speaks against, where other rules decide about its length. */
export function spelledNumber(entered: unknown): Read<WrittenNumber> {
	const read = writtenNumber(entered);
	if ('problem' in read) return read;
	const mayMislead = read.value.groups.length > 1 && read.value.digits.length > LOCAL_DIGITS;
	const found = mayMislead ? writtenProblem(read.value) : undefined;
	return found ? { problem: found } : read;
}

function writtenProblem(written: WrittenNumber): Problem | undefined {
	const { digits, hasPlus, groups } = written;
	if (hasPlus && digits.startsWith('0')) {
		return {
			rule: 'has a 0 after the plus',
			fix: 'Remove the plus from a local number, or write the country code after it.',
		};
	}
	// Whether an Israeli number is whole shows in its length, so its groups can't mislead.
	if (/^(?:0|972)/.test(digits)) return phoneProblem(digits);
	const isAbroad = hasPlus && INTERNATIONAL.test(digits) && !CALLED_ONLY.test(digits);
	const found = isAbroad ? undefined : phoneProblem(digits);
	return found ?? (groups.length > 1 ? groupsProblem(written) : countryProblem(written));
}

/** What the groups of an international number say against reading it as one whole number. */
function groupsProblem(written: WrittenNumber): Problem | undefined {
	const { groups, hasPlus, looksDecimal } = written;
	const parts = groups.map(({ digits }) => digits);
	const [first, second] = parts;
	const last = parts[parts.length - 1];
	const isTrunkZero = second === '0' || !KEEPS_ITS_ZERO.includes(first);
	if (second.startsWith('0') && first.length <= 3 && isTrunkZero) {
		return {
			rule: `has a 0 after the country code ${first}`,
			fix: 'Remove that 0, which is dialed only within the country.',
		};
	}
	if (endsInAnother(parts, hasPlus)) {
		return {
			rule: 'contains more than one number',
			fix: 'Write only one number here; for a foreign number, + and the country code.',
		};
	}
	if (last.length === 1 || (last.length === 2 && parts[parts.length - 2].length >= 4)) {
		return {
			rule: `ends in ${last}, as extensions and ranges do`,
			fix: `Remove the extension, or write all digits together if ${last} belongs to the number.`,
		};
	}
	if (looksDecimal) {
		return { rule: 'is a decimal number, or a phone number with a dot', fix: WITH_PLUS };
	}
	return countryProblem(written);
}

/** What says that an international number begins with an area code. */
function countryProblem({ groups, hasPlus }: WrittenNumber): Problem | undefined {
	const isAreaCode = groups.length > 1 && groups[0].isBracketed;
	const written = groups.map(({ digits }) => digits).join(' ');
	return !hasPlus && (isAreaCode || TEN_DIGITS.test(written))
		? { rule: 'seems to lack its country code', fix: WITH_PLUS }
		: undefined;
}

/** Tells whether the groups from some point on are a number of their own. */
function endsInAnother(parts: string[], hasPlus: boolean): boolean {
	return parts.slice(1).some((_part, index) => {
		const [head, tail] = [parts.slice(0, index + 1), parts.slice(index + 1)].map((each) =>
			each.join(''),
		);
		const isIsraeli = /^(?:0|972)/.test(tail) && phoneProblem(tail) === undefined;
		return isIsraeli || (!hasPlus && head.length >= LOCAL_DIGITS && tail.length >= LOCAL_DIGITS);
	});
}

/** One form for all spellings of a phone: the local and international form of a number are one. */
export function comparablePhone(digits: string): string {
	return digits.startsWith('0') ? `972${digits.slice(1)}` : digits;
}

/** A phone in the form of {@link comparablePhone} as people in Israel write it: with a leading 0 if it is one there. */
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

/** The number that gets notifications by SMS: ten digits (specification, "Shared sending parameters", `np`). */
export const notificationPhone: Reader<string> = (entered) => {
	const written = spelledNumber(entered);
	if ('problem' in written) return written;
	const { digits, hasPlus } = written.value;
	return !hasPlus && PLAIN_MOBILE.test(digits)
		? { value: digits }
		: problem(
				'must be a mobile number of 10 digits that begins with 05',
				'Use a number like 0570004567.',
			);
};
