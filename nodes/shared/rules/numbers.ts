import { asText, isEmpty, problem, quoted, type Reader } from './reader';

/**
 * A whole number within a range, both ends allowed.
 *
 * @param unit what is counted, for the message, for example `seconds`
 */
export function wholeNumber(lowest: number, highest: number, unit = ''): Reader<number> {
	const isOpen = highest === Infinity;
	const span = isOpen ? `${lowest} or more` : `${lowest} to ${highest}`;
	const range = unit === '' ? span : `${span} ${unit}`;
	return (entered) => {
		const text = asText(entered)?.trim() ?? '';
		const value = Number(text);
		return /^[+-]?\d+$/.test(text) && value >= lowest && value <= highest
			? { value }
			: problem(
					`must be a whole number ${isOpen ? 'of' : 'from'} ${range}, not ${quoted(entered)}`,
					`Enter ${range}.`,
				);
	};
}

const ON_OR_OFF = new Map<unknown, boolean>([
	...([true, 1, 'true', '1'] as const).map((on) => [on, true] as const),
	...([false, 0, 'false', '0'] as const).map((off) => [off, false] as const),
]);

const FIX = 'Use true or false, or remove the option.';

/**
 * Reads a switch. What an expression gives must say which it is: taken
 * for off, a column that is missing would lift the protection.
 */
export const onOrOff: Reader<boolean> = (entered) => {
	if (isEmpty(entered)) return problem('is empty; it must be true or false', FIX);
	const value = ON_OR_OFF.get(typeof entered === 'string' ? entered.trim().toLowerCase() : entered);
	return value === undefined ? problem('must be true or false', FIX) : { value };
};

/** A switch of which nothing was found wrong. */
export function isOnValue(entered: unknown, fallback = false): boolean {
	const read = onOrOff(entered);
	return 'value' in read ? read.value : fallback;
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
