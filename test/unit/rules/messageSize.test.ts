// If this fails, people read a wrong price, or a text is changed without making it cheaper.
import fc from 'fast-check';

import { countMessages, plainCharacters } from '../../../nodes/shared/rules/messageSize';

const isEnglish = (text: string) => /^[ -~\r\n]*$/.test(text);

describe('Replace Special Characters', () => {
	it('leaves a text that would become more messages, or too long', () => {
		expect(plainCharacters('…'.repeat(70))).toBe('…'.repeat(70));
		expect(plainCharacters('…x')).toBe('...x');
		expect(plainCharacters(`${'x'.repeat(998)}…`, 1000)).toBe(`${'x'.repeat(998)}…`);
		expect(plainCharacters(`${'x'.repeat(997)}…`, 1000)).toBe(`${'x'.repeat(997)}...`);
	});

	const special = fc.constantFrom(...'‘’“”–—…•·\u00a0\u2009\u200b\u200f\u2028\t');
	const text = fc
		.array(
			fc.oneof(
				{ weight: 6, arbitrary: special },
				{ weight: 6, arbitrary: fc.string({ unit: 'binary-ascii', maxLength: 30 }) },
				{ weight: 1, arbitrary: fc.constantFrom('ש', 'é', '🙂', '€', '\n', '\r\n') },
			),
			{ maxLength: 40 },
		)
		.map((parts) => parts.join(''));

	it('gives an English text or the very same one, and never more messages', () => {
		fc.assert(
			fc.property(text, (entered) => {
				const plain = plainCharacters(entered);
				if (plain !== entered) expect(isEnglish(plain)).toBe(true);
				expect(countMessages(plain)).toBeLessThanOrEqual(countMessages(entered));
				expect(plainCharacters(plain)).toBe(plain);
			}),
			{ numRuns: 3_000 },
		);
	});
});

describe('the messages of a text', () => {
	it.each([
		['English', 'x', 140, 134],
		['Hebrew', 'ש', 70, 67],
		['emoji, one character each', '🙂', 70, 67],
	])('%s', (_name, character, single, part) => {
		const count = (length: number) => countMessages(character.repeat(length));
		expect([count(1), count(single), count(single + 1)]).toEqual([1, 1, 2]);
		expect([count(2 * part), count(2 * part + 1)]).toEqual([2, 3]);
	});

	it('are counted as non-English where one character is', () => {
		expect(countMessages(`${'x'.repeat(100)}é`)).toBe(2);
	});
});
