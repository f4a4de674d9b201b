import { comparablePhone, MOST_RECIPIENTS, readPhone } from './phones';
import { EMPTY, isEmpty, problem, quoted, type Reader } from './reader';
import { textOf } from './text';

const messageText = textOf({ atMost: 1000 });

/**
 * An object that maps each phone number to its own text, as an object or as JSON text
 * (specification, "Send SMS", `listjson`).
 */
export const textPerPhone: Reader<Record<string, string>> = (entered) => {
	const entries = entriesOf(entered);
	if (entries === undefined || entries.length === 0) {
		return problem(
			'must be an object that maps phone numbers to messages',
			'Write it like {"0501234567": "Hello"}.',
		);
	}
	if (entries.length > MOST_RECIPIENTS) {
		return problem(
			`holds ${entries.length} phone numbers; a request takes at most ${MOST_RECIPIENTS}`,
			'Use "Send Campaign", which splits them by itself.',
		);
	}
	const texts: Record<string, string> = {};
	const seen = new Set<string>();
	for (const [key, text] of entries) {
		const number = readPhone(key);
		if ('problem' in number) {
			return problem(`holds ${quoted(key)}, which ${number.problem.rule}`, number.problem.fix);
		}
		const phone = number.value;
		if (seen.has(comparablePhone(phone))) {
			return problem(`holds the phone ${phone} twice`, 'Keep one message for each phone.');
		}
		seen.add(comparablePhone(phone));
		const read = isEmpty(text) ? problem(EMPTY.rule, 'Write a message.') : messageText(text);
		if ('problem' in read) return problem(`for ${phone} ${read.problem.rule}`, read.problem.fix);
		texts[phone] = read.value;
	}
	return { value: texts };
};

function entriesOf(entered: unknown): Array<[string, unknown]> | undefined {
	let value = entered;
	if (typeof entered === 'string') {
		try {
			value = JSON.parse(entered);
		} catch {
			return undefined;
		}
	}
	const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
	return isObject ? Object.entries(value as object) : undefined;
}
