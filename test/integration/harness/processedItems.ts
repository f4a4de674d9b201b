import { createHash } from 'node:crypto';
import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
	IProcessedDataEntries,
} from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * n8n's storage for processed items behind n8n-core's own helpers, as the cli of 2.0 and 2.41
 * has it (`deduplication-helper`): a row of text for each workflow and node, read, changed and written
 * without a lock.
 */
export class ProcessedItemsStorage implements IDataDeduplicator {
	/** Texts as the database holds them, by workflow and context. */
	readonly rows = new Map<string, string>();
	/** Every call that writes, in order. */
	readonly writes: Array<{ kind: 'record' | 'remove'; entries: string[] }> = [];
	/** Each entry by what is stored of it. */
	private readonly texts = new Map<string, string>();
	/** Milliseconds between reading and writing. */
	latencyMs = 0;
	/** Told of each call that writes; what it throws is n8n's error, and nothing is written. */
	beforeWrite: (kind: 'record' | 'remove', entries: string[]) => void = () => {};
	/** Told when it has written; what it throws is an error the caller gets all the same. */
	afterWrite: () => void = () => {};

	reset(): void {
		this.rows.clear();
		this.writes.length = 0;
		this.latencyMs = 0;
		this.beforeWrite = () => {};
		this.afterWrite = () => {};
	}

	/** What is stored of messages, in order: what it says of times goes by itself. */
	get kept(): string[] {
		const stored = [...this.rows.values()].flatMap((row) => parse(row).data);
		return stored
			.map((hash) => this.texts.get(String(hash)) ?? String(hash))
			.filter((entry) => !entry.startsWith('active '));
	}

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		data: ICheckProcessedContextData,
		{ mode, maxEntries }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		const place = placeOf(scope, data);
		const hashes = items.map(hashOf);
		for (const [index, hash] of hashes.entries()) this.texts.set(hash, String(items[index]));
		const stored = this.rows.get(place);
		await sleep(this.latencyMs);
		this.beforeWrite('record', items.map(String));
		if (stored === undefined) {
			if (maxEntries) hashes.splice(0, hashes.length - maxEntries);
			this.write(place, { mode, data: hashes }, 'record', items);
			return { new: items, processed: [] };
		}
		const value = parse(stored);
		const known = new Set(value.data);
		const output: IDeduplicationOutput = { new: [], processed: [] };
		for (const [index, hash] of hashes.entries()) {
			if (known.has(hash)) output.processed.push(items[index]);
			else {
				output.new.push(items[index]);
				value.data.push(hash);
			}
		}
		if (maxEntries) value.data.splice(0, value.data.length - maxEntries);
		this.write(place, value, 'record', items);
		return output;
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		data: ICheckProcessedContextData,
	): Promise<void> {
		const place = placeOf(scope, data);
		const stored = this.rows.get(place);
		await sleep(this.latencyMs);
		this.beforeWrite('remove', items.map(String));
		if (stored === undefined) return;
		const value = parse(stored);
		for (const hash of items.map(hashOf)) {
			const index = value.data.findIndex((each) => each === hash);
			if (index !== -1) value.data.splice(index, 1);
		}
		this.write(place, value, 'remove', items);
	}

	async clearAllProcessedItems(
		scope: DeduplicationScope,
		data: ICheckProcessedContextData,
	): Promise<void> {
		this.rows.delete(placeOf(scope, data));
	}

	async getProcessedDataCount(
		scope: DeduplicationScope,
		data: ICheckProcessedContextData,
	): Promise<number> {
		const stored = this.rows.get(placeOf(scope, data));
		return stored === undefined ? 0 : parse(stored).data.length;
	}

	private write(
		place: string,
		value: IProcessedDataEntries,
		kind: 'record' | 'remove',
		items: DeduplicationItemTypes[],
	): void {
		this.rows.set(place, JSON.stringify(value));
		this.writes.push({ kind, entries: items.map(String) });
		this.afterWrite();
	}
}

/** The storage for one test file, empty before each test. */
export function processedItemsForTests(): ProcessedItemsStorage {
	const storage = new ProcessedItemsStorage();
	beforeAll(async () => await DataDeduplicationService.init(storage));
	beforeEach(() => storage.reset());
	return storage;
}

function parse(row: string): IProcessedDataEntries {
	return JSON.parse(row) as IProcessedDataEntries;
}

function hashOf(item: DeduplicationItemTypes): string {
	return createHash('md5').update(item.toString()).digest('base64');
}

function placeOf(
	scope: DeduplicationScope,
	{ node, workflow }: ICheckProcessedContextData,
): string {
	if (!workflow.id) throw new Error('The expression evaluated to a falsy value');
	return JSON.stringify([workflow.id, scope === 'node' ? `n:${node!.id}` : '']);
}
