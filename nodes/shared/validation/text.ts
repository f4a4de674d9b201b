import { plainDigits } from './plainDigits';
import { asText, lostDigits, problem, type Reader } from './reader';

/** Printable ASCII and line breaks. */
const ENGLISH = /^[\x20-\x7e\r\n]*$/;
const formatted = new Intl.NumberFormat('en-US');

/** White space, and characters that show nothing: joiners, directions of writing, blanks of other scripts. */
const UNSEEN = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Tells whether a text holds nothing that a reader would see. */
export function isUnseen(text: string): boolean {
	return UNSEEN.test(text);
}

/** Characters of a text as a person counts them in the specification's limits: an emoji is one. */
export function countCharacters(text: string): number {
	let count = 0;
	for (const _character of text) count++;
	return count;
}

/** Tells whether a text counts as English (specification, "Limits"): one other character and none of it does. */
export function isEnglish(text: string): boolean {
	return ENGLISH.test(text);
}

/**
 * Text within a range of lengths.
 *
 * @param limits fewest and most characters, both allowed
 */
export function textOf(limits: { atLeast?: number; atMost?: number } = {}): Reader<string> {
	const { atLeast = 1, atMost = Infinity } = limits;
	return (entered) => {
		const lost = lostDigits(entered);
		if (lost) return lost;
		const text = asText(entered);
		if (text === undefined) {
			return problem('must be text', 'Enter text, or an expression that gives text.');
		}
		// Every UTF-16 unit is at most one character, so only texts near the limit are counted.
		const length =
			text.length > atMost || text.length < atLeast * 2 ? countCharacters(text) : text.length;
		if (length > atMost) {
			return problem(
				`is longer than ${formatted.format(atMost)} characters (it has ${formatted.format(length)})`,
				'Shorten the text.',
			);
		}
		if (length < atLeast) {
			return problem(
				`must have at least ${atLeast} characters (it has ${length})`,
				'Write a longer text.',
			);
		}
		return { value: text };
	};
}

/** One of a fixed set of words. */
export function oneOf(...words: string[]): Reader<string> {
	return (entered) => {
		const text = asText(entered)?.trim();
		return text !== undefined && words.includes(text)
			? { value: text }
			: problem(`must be one of ${words.join(', ')}`, 'Choose one of these values.');
	};
}

/** Digits only, a given number of them at most; stays text, since codes may exceed what a number holds. */
export function digits(atLeast = 1, atMost = 40): Reader<string> {
	return (entered) => {
		const lost = lostDigits(entered);
		if (lost) return lost;
		const text = asText(entered)?.trim() ?? '';
		if (!/^\d+$/.test(text)) {
			return problem('must hold digits only', 'Remove everything that is no digit.');
		}
		if (text.length < atLeast || text.length > atMost) {
			const range = atLeast === atMost ? `${atLeast}` : `${atLeast} to ${atMost}`;
			return problem(`must have ${range} digits (it has ${text.length})`, 'Correct the number.');
		}
		return { value: text };
	};
}

/** A code as a person typed it: in digits of any script, with blanks or hyphens. Anything else stays. */
export const typedCode: Reader<string> = (entered) => {
	const read = textOf()(entered);
	if ('problem' in read) return read;
	const plain = plainDigits(read.value).trim();
	const digitsAlone = plain.replace(/[\s-]/g, '');
	return { value: /^\d+$/.test(digitsAlone) ? digitsAlone : plain };
};
