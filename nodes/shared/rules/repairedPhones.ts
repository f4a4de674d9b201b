import { readPhone } from './phones';
import { asText, problem, type Problem } from './reader';
import { plainDigits } from './writtenNumber';

/** A phone number that is valid, perhaps after it was repaired. */
export interface RepairedPhone {
	value: string;
	/** The number as it was entered; only there when it was repaired. */
	repairedFrom?: string;
}

/**
 * Reads a phone number as `readPhone` does. Digits of which a spreadsheet took the leading 0, and digits with 00 before the
 * country code, are repaired if that makes them valid and nothing else would. While `repairs` is off, the problem of a
 * number that could be repaired names the option.
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
	// Eight digits stay refused: that is how long whole numbers without an area code are in many countries.
	if (/^\d{9}$/.test(digits)) return phoneOf(`0${digits}`);
	// One 0 too many before a local number looks like 00 before a country code; who is meant is unknown.
	if (!/^00\d{1,20}$/.test(digits) || phoneOf(digits.slice(1)) !== undefined) return undefined;
	return phoneOf(`+${digits.slice(2)}`);
}

function phoneOf(written: string): string | undefined {
	const read = readPhone(written);
	return 'value' in read ? read.value : undefined;
}
