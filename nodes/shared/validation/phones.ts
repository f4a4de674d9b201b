import { asText, problem, type Problem, type Reader } from './reader';

/** Most phone numbers one request may hold (specification, "Limits"). */
export const MOST_RECIPIENTS = 10_000;

/** National number of an Israeli mobile, non-geographic or landline phone, without the leading 0. */
const ISRAELI = /^(?:5\d{8}|7[2-9]\d{7}|[23489]\d{7})$/;
const INTERNATIONAL = /^[1-9]\d{7,14}$/;
const SEPARATORS = /[\s().\u00a0\u200e\u200f\u202a-\u202e\u2066-\u2069-]+/g;

/** Removes what people and spreadsheets put into phone numbers: spaces, hyphens, plus, brackets. */
export function cleanPhone(entered: unknown): string {
	return (asText(entered) ?? '').replace(SEPARATORS, '').replace(/^\+/, '');
}

/**
 * Says what is wrong with a cleaned phone number (specification, "Common conventions" 9: local with
 * leading 0, or international with country code and no plus).
 */
export function phoneProblem(phone: string): Problem | undefined {
	const fix = 'Use a local number with its leading 0, or the full international number.';
	if (phone === '') return { rule: 'is empty', fix };
	if (!/^\d+$/.test(phone)) return { rule: 'holds characters that are no digits', fix };
	if (phone.startsWith('0')) {
		return ISRAELI.test(phone.slice(1)) ? undefined : wrongLength(phone, 'Israeli', fix);
	}
	if (phone.startsWith('972')) {
		const national = phone.slice(3);
		if (ISRAELI.test(national)) return undefined;
		return national.startsWith('0')
			? { rule: 'has a 0 after the country code 972', fix: 'Remove that 0.' }
			: wrongLength(phone, 'Israeli', fix);
	}
	if (ISRAELI.test(phone)) {
		return {
			rule: 'seems to have lost its leading 0, as happens when a spreadsheet stores a phone as a number',
			fix: `Store phones as text. If this is an Israeli number, write 0${phone}.`,
		};
	}
	return INTERNATIONAL.test(phone) ? undefined : wrongLength(phone, 'international', fix);
}

function wrongLength(phone: string, kind: string, fix: string): Problem {
	return { rule: `is no valid ${kind} phone number (${phone.length} digits)`, fix };
}

/** One form for all spellings of a phone: the local and international form of a number are one. */
export function comparablePhone(phone: string): string {
	return phone.startsWith('0') ? `972${phone.slice(1)}` : phone;
}

/** One phone number in any spelling; sent as digits only. */
export const phone: Reader<string> = (entered) => {
	const cleaned = cleanPhone(entered);
	const found = phoneProblem(cleaned);
	return found ? { problem: found } : { value: cleaned };
};

/** An Israeli landline or mobile number (specification, "Verify a sender ID"). */
export const israeliPhone: Reader<string> = (entered) => {
	const cleaned = cleanPhone(entered);
	return comparablePhone(cleaned).startsWith('972') && phoneProblem(cleaned) === undefined
		? { value: cleaned }
		: problem(
				'must be an Israeli landline or mobile number',
				'Use a number like 0501234567. 1-700 and 1-800 numbers and numbers abroad are refused.',
			);
};

/** The number that gets notifications by SMS: ten digits (specification, "Send SMS", `np`). */
export const notificationPhone: Reader<string> = (entered) => {
	const cleaned = cleanPhone(entered);
	return /^\d{10}$/.test(cleaned)
		? { value: cleaned }
		: problem('must be a mobile number of 10 digits', 'Use a local mobile number like 0501234567.');
};

/**
 * Phone numbers from a list or from text with commas, semicolons or line breaks between them.
 *
 * @returns them as the service wants them: digits, comma-separated
 */
export const phoneList: Reader<string> = (entered) => {
	const entries = (Array.isArray(entered) ? entered : String(asText(entered) ?? '').split(/[,;\n]/))
		.map((entry: unknown) => cleanPhone(entry))
		.filter((entry) => entry !== '');
	if (entries.length === 0) return problem('holds no phone number', 'Enter at least one.');
	if (entries.length > MOST_RECIPIENTS) {
		return problem(
			`holds ${entries.length} phone numbers; a request takes at most ${MOST_RECIPIENTS}`,
			'Split the list, or use a campaign operation, which does that by itself.',
		);
	}
	for (const entry of entries) {
		const found = phoneProblem(entry);
		if (found) return problem(`holds "${entry}", which ${found.rule}`, found.fix);
	}
	return { value: entries.join(',') };
};
