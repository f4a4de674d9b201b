// If this fails, people read a wrong price.
import { countMessages } from '../../../nodes/shared/rules/messageSize';

describe('countMessages', () => {
	it.each([
		['English', 'x', 140, 134],
		['Hebrew', 'ש', 70, 67],
		['emoji, one character each', '🙂', 70, 67],
		['line breaks', '\n', 140, 134],
	])('%s', (_name, character, single, part) => {
		const count = (length: number) => countMessages(character.repeat(length));
		expect([count(1), count(single), count(single + 1)]).toEqual([1, 1, 2]);
		expect([count(2 * part), count(2 * part + 1)]).toEqual([2, 3]);
	});

	it('lets one other character make the whole text non-English', () => {
		expect(countMessages('x'.repeat(100))).toBe(1);
		expect(countMessages(`${'x'.repeat(100)}é`)).toBe(2);
	});
});
