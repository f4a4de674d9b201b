import { asText, problem, type Reader } from './reader';
import { onOrOff } from './onOrOff';

/**
 * A whole number within a range, both ends allowed.
 *
 * @param unit what is counted, for the message, for example `seconds`
 */
export function wholeNumber(lowest: number, highest: number, unit = ''): Reader<number> {
	const range = `${lowest} to ${highest}${unit && ` ${unit}`}`;
	return (entered) => {
		const text = asText(entered)?.trim() ?? '';
		const value = Number(text);
		return /^[+-]?\d+$/.test(text) && value >= lowest && value <= highest
			? { value }
			: problem(`must be a whole number from ${range}`, `Enter ${range}.`);
	};
}

/** The specification's way to switch something on: 1. Switched off, nothing is sent. */
export const switchedOn: Reader<1 | undefined> = (entered) => {
	const read = onOrOff(entered);
	return 'problem' in read ? read : { value: read.value ? 1 : undefined };
};

/** The specification's way to say yes or no: 1 or 0. */
export const yesOrNo: Reader<0 | 1> = (entered) => {
	const read = onOrOff(entered);
	return 'problem' in read ? read : { value: read.value ? 1 : 0 };
};
