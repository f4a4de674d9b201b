import type { IDataObject } from 'n8n-workflow';

import type { SentRequest } from './campaignMemory';
import { notAcceptedTexts } from './outcomeTexts';

/** First and last of numbers that follow each other. */
export type Range = [number, number];

/** Most ranges of item numbers that a text spells out. */
const SPELLED_OUT = 40;

/** What became of every item of a run, for the context of an error. */
export interface Accounting extends IDataObject {
	/** What the output would have said of each accepted campaign, with the items it is for. */
	accepted: IDataObject[];
	failed: IDataObject[];
	unknown: IDataObject[];
	/** Items that were not tried. */
	notSent: number[];
}

/**
 * Accounts for every item of a run that stops: each is accepted, failed, unknown or not sent.
 *
 * @param count how many items there are
 */
export function accountFor(sent: SentRequest[], count: number): Accounting {
	const accounting: Accounting = { accepted: [], failed: [], unknown: [], notSent: [] };
	const tried = new Set<number>();
	for (const { items, outcome } of sent) {
		for (const item of items) tried.add(item);
		const itemIndexes = [...items].sort((a, b) => a - b);
		if ('accepted' in outcome) {
			accounting.accepted.push({ ...outcome.accepted, itemIndexes });
		} else {
			const reason = notAcceptedTexts(outcome).message;
			accounting['unknown' in outcome ? 'unknown' : 'failed'].push({ reason, itemIndexes });
		}
	}
	for (let item = 0; item < count; item++) if (!tried.has(item)) accounting.notSent.push(item);
	return accounting;
}

/** The same as sentences, each on a line of its own; empty when nothing was tried. */
export function accountingLines({ accepted, failed, unknown, notSent }: Accounting): string[] {
	const campaigns = accepted.map(({ taskId, recipients, lists, itemIndexes }) => {
		const to = lists === undefined ? `${String(recipients)} recipients` : `lists ${String(lists)}`;
		return `${String(taskId)} (${to}: ${itemsText(itemIndexes as number[])})`;
	});
	const indexes = (entries: IDataObject[]) =>
		itemsText(entries.flatMap(({ itemIndexes }) => itemIndexes as number[]));
	return [
		campaigns.length > 0
			? `Accepted before, and not sent again if you retry: campaign ${campaigns.join(', ')}.`
			: 'No campaign was accepted before.',
		...(unknown.length > 0
			? [
					`Unknown: ${indexes(unknown)}. A retry leaves them out, unless the option "If the Outcome Is Unknown" says to send again.`,
				]
			: []),
		...(failed.length > 0 ? [`Failed, and not sent: ${indexes(failed)}.`] : []),
		...(notSent.length > 0 ? [`Not tried: ${itemsText(notSent)}.`] : []),
	];
}

/** Item numbers as people write them, for example `items 0 to 4, 7 and 9`. */
export function itemsText(items: number[]): string {
	const ranges = rangesOf(items);
	const texts = ranges
		.slice(0, SPELLED_OUT)
		.map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`));
	const rest = ranges.slice(SPELLED_OUT).reduce((sum, [first, last]) => sum + last - first + 1, 0);
	if (rest > 0) texts.push(`${rest} more`);
	const last = texts.pop();
	const list = texts.length === 0 ? last : `${texts.join(', ')} and ${last}`;
	return `${items.length === 1 ? 'item' : 'items'} ${list}`;
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
