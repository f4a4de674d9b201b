// n8n's storage across executions.
import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { operationError, textsOf } from '../service/nodeErrors';

/** Comparisons n8n may make at a time to remove entries: about a tenth of a second. */
const MOST_COMPARISONS = 20_000_000;
/** Entries n8n takes at a time: it hashes each before it lets go. */
const ENTRIES_AT_ONCE = 10_000;

/** Whose entries they are. */
type RecordScope = 'node' | 'workflow';

const OPTIONS = { mode: 'entries' } as const;

/** The storage as n8n's helpers offer it; older versions have none. */
type Storage = Partial<IExecuteFunctions['helpers']>;

/** By place: the last use of its entries in this process. */
const lastUses = new Map<string, Promise<unknown>>();

/**
 * Entries of a node, or of all nodes of a workflow, in n8n's storage for processed items, that of its Remove Duplicates node.
 *
 * n8n (the same in 2.0 and 2.41, `deduplication-helper`) keeps one row of the database for each
 * workflow and node, by their ids, with a hash of every entry. An entry that is
 * asked for is recorded by that. Each call reads, changes and writes the whole row without a lock, and each
 * entry to remove is looked for from the row's beginning. No size is given while entries are recorded: n8n
 * would forget the oldest ones beyond it without saying so. Delete this when n8n gives nodes a storage that
 * locks what it changes.
 */
export class ProcessedItems {
	private readonly node: INode;
	/** Names the workflow and the node whose entries they are. */
	readonly place: string;
	private readonly storage: Storage;

	/** @throws NodeOperationError where n8n has no such storage, or none for this workflow */
	constructor(
		context: IExecuteFunctions,
		private readonly scope: RecordScope = 'node',
	) {
		this.node = context.getNode();
		this.storage = context.helpers as Storage;
		const { id } = context.getWorkflow();
		if (typeof this.storage?.checkProcessedAndRecord !== 'function') {
			throw this.unusable('this n8n has none', 'Update n8n, or remove the option.');
		}
		if (!id) {
			throw this.unusable(
				'the workflow has not been saved',
				'Save the workflow, and run it again.',
			);
		}
		this.place = JSON.stringify([id, ...(scope === 'node' ? [this.node.id] : [])]);
	}

	/** Does work on the entries while no other execution in this process does. */
	async alone<T>(work: () => Promise<T>): Promise<T> {
		const before = lastUses.get(this.place);
		const use = (before ?? Promise.resolve()).then(work, work);
		lastUses.set(this.place, use);
		try {
			return await use;
		} finally {
			if (lastUses.get(this.place) === use) lastUses.delete(this.place);
		}
	}

	/** Records entries, and tells which of them were not there yet. */
	async record(entries: string[]): Promise<Set<string>> {
		const added = new Set<string>();
		for (let first = 0; first < entries.length; first += ENTRIES_AT_ONCE) {
			// n8n takes an entry that is named twice for two.
			const some = [...new Set(entries.slice(first, first + ENTRIES_AT_ONCE))];
			const answer = await this.asked((helpers) =>
				helpers.checkProcessedAndRecord(some, this.scope, OPTIONS),
			);
			for (const entry of answer.new) added.add(String(entry));
		}
		return added;
	}

	/** Those whose entry is there; looking them up changes nothing. */
	async whichHave<T>(asked: T[], entryOf: (asked: T) => string): Promise<T[]> {
		const added = await this.record(asked.map(entryOf));
		await this.remove([...added]);
		return asked.filter((each) => !added.has(entryOf(each)));
	}

	/** Removes entries, so few at a time that n8n stays responsive. */
	async remove(entries: string[]): Promise<void> {
		if (entries.length === 0) return;
		const atOnce = Math.max(20, Math.floor(MOST_COMPARISONS / ((await this.count()) + 1)));
		for (let first = 0; first < entries.length; first += atOnce) {
			const some = entries.slice(first, first + atOnce);
			await this.asked((helpers) => helpers.removeProcessed(some, this.scope, OPTIONS));
		}
	}

	async count(): Promise<number> {
		return await this.asked((helpers) => helpers.getProcessedDataCount(this.scope, OPTIONS));
	}

	private async asked<T>(ask: (helpers: Required<Storage>) => Promise<T>): Promise<T> {
		try {
			return await ask(this.storage as Required<Storage>);
		} catch (error) {
			throw this.unusable(
				`it answers "${textsOf(error as Error).message}"`,
				"Save the workflow if it is new; otherwise check n8n's log.",
			);
		}
	}

	private unusable(why: string, fix: string): Error {
		return operationError(this.node, {
			message: `Who got a campaign cannot be recorded: that needs n8n's storage for processed items, and ${why}`,
			description: `${fix} Nothing was sent.`,
		});
	}
}
