// n8n's storage across executions.
import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { operationError, textsOf } from '../service/nodeErrors';

/** Comparisons n8n may make at a time to remove entries: about a tenth of a second. */
const MOST_COMPARISONS = 20_000_000;
/** Entries per call: n8n hashes all of them without a break. */
const ENTRIES_AT_ONCE = 10_000;

/** Whose entries they are. */
type RecordScope = 'node' | 'workflow';

const OPTIONS = { mode: 'entries' } as const;

/** The storage in n8n's helpers. Older versions have none. */
type Storage = Partial<IExecuteFunctions['helpers']>;

/** The last use of a place's entries in this process. */
const lastUses = new Map<string, Promise<unknown>>();

/**
 * Entries of a node or workflow in n8n's storage for processed items (Remove Duplicates).
 *
 * n8n (the same in 2.0 and 2.41, `deduplication-helper`) keeps one database row for each workflow
 * and node, by their IDs, with a hash of every entry. Asking for an entry records it. Each call
 * reads, changes and writes the whole row without a lock, and searches it from the start for each
 * entry to remove. Recording sets no size, because n8n would silently forget the oldest entries
 * beyond it. Delete this when n8n gives nodes a storage that locks what it changes.
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

	/** Runs work while no other execution in this process uses the entries. */
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

	/** Records entries, and returns the new ones. */
	async record(entries: string[]): Promise<Set<string>> {
		const added = new Set<string>();
		for (let first = 0; first < entries.length; first += ENTRIES_AT_ONCE) {
			// n8n counts a repeated entry twice.
			const some = [...new Set(entries.slice(first, first + ENTRIES_AT_ONCE))];
			const answer = await this.asked((helpers) =>
				helpers.checkProcessedAndRecord(some, this.scope, OPTIONS),
			);
			for (const entry of answer.new) added.add(String(entry));
		}
		return added;
	}

	/** Those with a recorded entry. The lookup records the others, and removes them again. */
	async whichHave<T>(asked: T[], entryOf: (asked: T) => string): Promise<T[]> {
		const added = await this.record(asked.map(entryOf));
		await this.remove([...added]);
		return asked.filter((each) => !added.has(entryOf(each)));
	}

	/** Removes entries in small parts to keep n8n responsive. */
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
