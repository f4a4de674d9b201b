import { asText, problem, type Reader } from './reader';

/** What a call waits for: `no`, `all`, `num`, or digits, but not the digit 0 alone. */
export const digitsToWaitFor: Reader<string> = (entered) => {
	const text = (asText(entered) ?? '').trim();
	return /^(?:no|all|num|\d{1,10})$/.test(text) && text !== '0'
		? { value: text }
		: problem(
				'must be no, all, num, or up to 10 digits other than 0 alone',
				'Write for example 159 to wait for 1, 5 or 9.',
			);
};

/** A time of day after which no call starts, as four digits. */
export const stopTime: Reader<string> = (entered) => {
	const text = (asText(entered) ?? '').trim().replace(':', '');
	return /^(?:[01]\d|2[0-3])[0-5]\d$/.test(text)
		? { value: text }
		: problem('must be a time of day like 21:30', 'Write hour and minute, from 00:00 to 23:59.');
};
