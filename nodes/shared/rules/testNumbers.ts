import { comparablePhone, phoneEntries, readPhone } from './phones';
import { problem, quoted, type Reader } from './reader';

/** Most numbers a test goes to. */
export const MOST_TEST_NUMBERS = 5;

const FEW = 'Enter one to five numbers of your own, separated by commas.';

/**
 * The numbers a test goes to, from a list or from text with commas between them: one to five, none of
 * them twice in any spelling, since each gets every test message once.
 *
 * @returns digits only, as the service wants them, in the order they were entered
 */
export const testNumbers: Reader<string[]> = (entered) => {
	const numbers = new Map<string, string>();
	for (const entry of phoneEntries(entered)) {
		const read = readPhone(entry);
		if ('problem' in read) {
			const { rule, fix } = read.problem;
			return problem(`holds ${quoted(entry)}, which ${rule}`, fix);
		}
		const key = comparablePhone(read.value);
		if (numbers.has(key)) return problem(`holds ${quoted(entry)} twice`, 'Remove one of them.');
		numbers.set(key, read.value);
	}
	if (numbers.size === 0) return problem('holds no phone number', FEW);
	return numbers.size > MOST_TEST_NUMBERS
		? problem(`holds ${numbers.size} numbers; a test goes to at most ${MOST_TEST_NUMBERS}`, FEW)
		: { value: [...numbers.values()] };
};
