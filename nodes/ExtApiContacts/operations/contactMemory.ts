import type { IDataObject } from 'n8n-workflow';

import type { RunState } from '../../shared/engine/runState';

/** First and last index of items that follow each other. */
type ItemRange = [number, number];

interface Remembered {
	/** Items by their result as JSON text: many items share few results. */
	results: Record<string, ItemRange[]>;
	/** Items of requests whose answer was lost. */
	open: ItemRange[];
}

const MEMORY_KEY = 'extApiContacts';

/**
 * Remembers what became of the items of a run, so that a later try sends only those that were not
 * handled: a contact added before would come out as `ALREADY_REG`.
 * n8n saves it with the execution, so it holds item numbers and results, no phones and no texts.
 */
export class ContactMemory {
	private readonly remembered: Remembered;

	constructor(run: RunState) {
		run.memory[MEMORY_KEY] ??= {};
		const byRun = run.memory[MEMORY_KEY] as unknown as Record<number, Remembered>;
		this.remembered = byRun[run.runIndex] ??= { results: {}, open: [] };
	}

	/** The results of the items handled so far, without their phones. */
	results(): Map<number, IDataObject> {
		const results = new Map<number, IDataObject>();
		for (const [text, ranges] of Object.entries(this.remembered.results)) {
			const result = JSON.parse(text) as IDataObject;
			for (const item of itemsOf(ranges)) results.set(item, result);
		}
		return results;
	}

	/** The items whose request may have been carried out unseen. */
	open(): Set<number> {
		return new Set(itemsOf(this.remembered.open));
	}

	rememberResult(item: number, result: IDataObject): void {
		addItem((this.remembered.results[JSON.stringify(result)] ??= []), item);
	}

	rememberOpen(items: number[]): void {
		for (const item of items) addItem(this.remembered.open, item);
	}
}

function addItem(ranges: ItemRange[], item: number): void {
	const last = ranges.at(-1);
	if (last !== undefined && last[1] + 1 === item) last[1] = item;
	else ranges.push([item, item]);
}

function* itemsOf(ranges: ItemRange[]): Generator<number> {
	for (const [first, last] of ranges) {
		for (let item = first; item <= last; item++) yield item;
	}
}
