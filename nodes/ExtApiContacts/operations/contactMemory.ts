import type { IDataObject } from 'n8n-workflow';

import { addNumber, numbersIn, type Range } from '../../shared/engine/itemNumbers';
import type { RunState } from '../../shared/engine/runState';

interface Remembered {
	/** Items by their result as JSON text: many items share few results. */
	results: Record<string, Range[]>;
	/** Items of requests whose answer was lost. */
	open: Range[];
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
			for (const item of numbersIn(ranges)) results.set(item, result);
		}
		return results;
	}

	/** The items whose request may have been carried out unseen. */
	open(): Set<number> {
		return new Set(numbersIn(this.remembered.open));
	}

	rememberResult(item: number, result: IDataObject): void {
		addNumber((this.remembered.results[JSON.stringify(result)] ??= []), item);
	}

	rememberOpen(items: number[]): void {
		for (const item of items) addNumber(this.remembered.open, item);
	}
}
