import { readPhone } from './phones';
import { asText, problem, type Problem } from './reader';
import { writtenNumber, type WrittenNumber } from './writtenNumber';

/** A phone number that is valid, perhaps after it was repaired. */
export interface RepairedPhone {
	value: string;
	/** The number as it was entered; only there when it was repaired. */
	repairedFrom?: string;
}

/** Digits of an Israeli mobile number that has lost its leading 0. */
const WITHOUT_ZERO = 9;
/** Digits of an Israeli area code without its leading 0, where it is written by itself. */
const AREA_CODE = 2;

/**
 * Reads a phone number as `readPhone` does. One of nine digits that lost its leading 0, and one with 00 before its country
 * code, are repaired if that makes them valid and nothing else would. While `repairs` is off, the problem of a number that
 * could be repaired names the option.
 */
export function repairPhone(
	entered: unknown,
	repairs: boolean,
): RepairedPhone | { problem: Problem } {
	const read = readPhone(entered);
	if ('value' in read) return read;
	const value = repaired(entered);
	if (value === undefined) return read;
	if (repairs) return { value, repairedFrom: asText(entered)!.trim() };
	const { rule, fix } = read.problem;
	return problem(rule, fix.replace(/\.$/, ", or add the option 'Repair Numbers'."));
}

function repaired(entered: unknown): string | undefined {
	const written = writtenNumber(entered);
	if ('problem' in written || written.value.hasPlus || written.value.looksDecimal) return undefined;
	return written.value.digits.startsWith('00')
		? withoutZeros(written.value)
		: withZero(written.value);
}

/**
 * Eight digits stay refused: that is how long whole numbers without an area code are in many
 * countries. So do digits in groups of another kind, such as 508 41 23 45 in Saint Pierre.
 */
function withZero({ digits, groups: [first] }: WrittenNumber): string | undefined {
	const isLocal = first.digits === digits || first.digits.length === AREA_CODE;
	const value = `0${digits}`;
	return digits.length === WITHOUT_ZERO && isLocal && isPhone(value) ? value : undefined;
}

/** One 0 too many before a local number looks like 00 before a country code; who is meant is unknown. */
function withoutZeros({ digits, groups }: WrittenNumber): string | undefined {
	if (isPhone(digits.slice(1))) return undefined;
	let zeros = 2;
	const international = groups
		.map((group) => {
			const rest = group.digits.slice(zeros);
			zeros -= group.digits.length - rest.length;
			return rest === '' || !group.isBracketed ? rest : `(${rest})`;
		})
		.join(' ');
	const read = readPhone(`+${international}`);
	return 'value' in read ? read.value : undefined;
}

function isPhone(digits: string): boolean {
	return 'value' in readPhone(digits);
}
