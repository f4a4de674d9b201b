import { asText, isEmpty, problem, quoted, readAs, type Reader } from './reader';
import { MINUTE_MS } from './times';

/** Makes readers of numbers within a range, both ends allowed; `unit` is what is counted, for example `seconds`. */
function inRange(what: string, written: RegExp) {
	return (lowest: number, highest: number, unit = ''): Reader<number> => {
		const isOpen = highest === Infinity;
		const range = `${lowest} ${isOpen ? 'or more' : `to ${highest}`} ${unit}`.trim();
		return (entered) => {
			const text = asText(entered)?.trim() ?? '';
			const value = Number(text);
			return written.test(text) && value >= lowest && value <= highest
				? { value }
				: problem(
						`must be ${what} ${isOpen ? 'of' : 'from'} ${range}, not ${quoted(entered)}`,
						`Enter ${range}.`,
					);
		};
	};
}

export const wholeNumber = inRange('a whole number', /^[+-]?\d+$/);

/** A number with or without parts. */
const numberWithParts = inRange('a number', /^\d{1,10}(?:\.\d{1,20})?$/);

/** Over how many hours a campaign is spread. */
export const hoursToSpread = numberWithParts(0.01, 168, 'hours');

const ON: unknown[] = [true, 1, 'true', '1'];
const OFF: unknown[] = [false, 0, 'false', '0'];

const FIX = 'Use true or false, or remove the option.';

/**
 * Reads a switch. What an expression gives must say which it is: taken
 * for off, a column that is missing would lift the protection.
 */
export const onOrOff: Reader<boolean> = (entered) => {
	if (isEmpty(entered)) return problem('is empty; it must be true or false', FIX);
	const said = typeof entered === 'string' ? entered.trim().toLowerCase() : entered;
	return ON.includes(said) || OFF.includes(said)
		? { value: ON.includes(said) }
		: problem('must be true or false', FIX);
};

/** A switch of which nothing was found wrong. */
export function isOnValue(entered: unknown, fallback = false): boolean {
	const read = onOrOff(entered);
	return 'value' in read ? read.value : fallback;
}

/** The specification's way to switch something on: 1. Switched off, nothing is sent. */
export const switchedOn = readAs(onOrOff, (isOn) => (isOn ? 1 : undefined));

/** The specification's way to say yes or no: 1 or 0. */
export const yesOrNo = readAs(onOrOff, (isOn) => (isOn ? 1 : 0));

const MOST_MINUTES = 3650 * 24 * 60;

/** How long to wait, for a campaign or an answer, in milliseconds. */
export const waitingMinutes = minutesFrom(0.0001);

/** The same of an option that may say to check just once, by 0. */
export const lookingMinutes = minutesFrom(0);

function minutesFrom(lowest: number): Reader<number> {
	return readAs(numberWithParts(lowest, MOST_MINUTES, 'minutes'), (minutes) => minutes * MINUTE_MS);
}

/** Seconds between two checks. */
export const pauseSeconds = numberWithParts(0.1, 3600, 'seconds');
