// If this fails, an error names the wrong items.
import fc from 'fast-check';

import { itemsText, numbersIn, rangesOf } from '../../../nodes/shared/ledger/ledger';

describe('item numbers', () => {
	it('are the fewest ranges, in whatever order requests hold them', () => {
		expect(rangesOf([5, 2, 0, 1, 4])).toEqual([
			[0, 2],
			[4, 5],
		]);
	});

	it('come back from their ranges, each once and in order', () => {
		fc.assert(
			fc.property(fc.uniqueArray(fc.nat(60)), (numbers) => {
				const sorted = [...numbers].sort((a, b) => a - b);
				expect(numbersIn(rangesOf(numbers))).toEqual(sorted);
			}),
		);
	});

	it.each([
		[[3], 'item 3'],
		[[4, 3], 'items 3 to 4'],
		[[9, 0, 1, 2, 7], 'items 0 to 2, 7 and 9'],
	])('%j are written as "%s"', (numbers, text) => expect(itemsText(numbers)).toBe(text));

	it('are written up to the fortieth range, and counted beyond', () => {
		const even = Array.from({ length: 43 }, (_, index) => index * 2);
		expect(itemsText(even)).toMatch(/, 76, 78 and 3 more$/);
		expect(itemsText(even.slice(0, 40))).toMatch(/, 76 and 78$/);
	});
});
