import type { IDataObject } from 'n8n-workflow';

import { hashOf } from '../../shared/sentBefore/sendOnce';
import type { RunState } from '../../shared/sentBefore/runState';

/** What is kept of one item: a hash of what was asked for, and the index of its result; no index while its answer is lost. */
type Kept = [asked: string, result?: number];

interface Remembered {
	/** The results, as JSON texts: many items share few. */
	results: string[];
	items: Record<number, Kept>;
}

const MEMORY_KEY = 'extApiContacts';

/**
 * Remembers what became of the items of a run, so that a later try sends only those that were not
 * handled: a contact added before would come out as `ALREADY_REG`. What an item asks for now decides: a
 * result is none of another request. n8n saves it with the execution, so it holds no phones and no texts.
 */
export class ContactMemory {
	private readonly remembered: Remembered;

	constructor(run: RunState) {
		run.memory[MEMORY_KEY] ??= {};
		const byRun = run.memory[MEMORY_KEY] as unknown as Record<number, Remembered>;
		this.remembered = byRun[run.runIndex] ??= { results: [], items: {} };
	}

	/** Whether an earlier try sent anything. */
	get isEmpty(): boolean {
		return Object.keys(this.remembered.items).length === 0;
	}

	/** The result of an item that asked for the same before, without its phone. */
	resultOf(item: number, asked: string): IDataObject | undefined {
		const [askedBefore, result] = this.remembered.items[item] ?? [];
		if (askedBefore !== asked || result === undefined) return undefined;
		return JSON.parse(this.remembered.results[result]) as IDataObject;
	}

	/** Whether the same request of an item may have been carried out unseen. */
	isOpen(item: number, asked: string): boolean {
		const [askedBefore, result] = this.remembered.items[item] ?? [];
		return askedBefore === asked && result === undefined;
	}

	rememberResult(item: number, asked: string, result: IDataObject): void {
		const { results, items } = this.remembered;
		const text = JSON.stringify(result);
		const known = results.indexOf(text);
		items[item] = [asked, known === -1 ? results.push(text) - 1 : known];
	}

	rememberOpen(item: number, asked: string): void {
		this.remembered.items[item] = [asked];
	}
}

/** What an item asks for, in a form that is compared. */
export function askedFor(settings: IDataObject, phone: string, content: string): string {
	return hashOf([settings, phone, content]).slice(0, 8);
}
