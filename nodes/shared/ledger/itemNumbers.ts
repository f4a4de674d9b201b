/**
 * First and last of numbers that follow each other.
 *
 * n8n numbers items from 0 and saves a node's memory with each execution (2.0 and 2.41), so
 * many numbers are kept, and shown, as ranges.
 */
export type Range = [first: number, last: number];

/** As people list things: `a, b and c`. */
const LIST = new Intl.ListFormat('en-GB');

/** Most ranges of item numbers that a text spells out. */
const SPELLED_OUT = 40;

/** Most entries that a list in an error holds, or in an item for a whole campaign: n8n saves and shows them whole. */
export const MOST_LISTED = 100;

/** Item numbers as people write them, for example `items 0 to 4, 7 and 9`. */
export function itemsText(items: number[], most = SPELLED_OUT): string {
	const ranges = rangesOf(items);
	const texts = ranges
		.slice(0, most)
		.map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`));
	const rest = ranges.slice(most).reduce((sum, [first, last]) => sum + last - first + 1, 0);
	if (rest > 0) texts.push(`${rest} more`);
	return `${items.length === 1 ? 'item' : 'items'} ${LIST.format(texts)}`;
}

/** Numbers as ranges, in order. */
export function rangesOf(numbers: number[]): Range[] {
	const ranges: Range[] = [];
	for (const each of [...numbers].sort((a, b) => a - b)) {
		const last = ranges.at(-1);
		if (last !== undefined && last[1] + 1 === each) last[1] = each;
		else ranges.push([each, each]);
	}
	return ranges;
}

/** The numbers of ranges, in order. */
export function numbersIn(ranges: Range[]): number[] {
	return ranges.flatMap(([first, last]) =>
		Array.from({ length: last - first + 1 }, (_, index) => first + index),
	);
}
