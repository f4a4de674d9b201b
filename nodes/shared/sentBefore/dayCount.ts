import type { IExecuteFunctions } from 'n8n-workflow';

import { ProcessedItems } from '../n8n/processedItems';
import { HIGHEST_LIMIT, limitLabels } from '../rules/limits';
import { DAY_MS, dateAt } from '../rules/times';

/** Binary digits of a day's count: twice the highest limit has room. */
const DIGITS = Math.ceil(Math.log2(2 * HIGHEST_LIMIT));
/** How many days back old counts are looked for when a day begins. */
const DAYS_BACK = 7;

/**
 * How many recipients a node has sent to on a day, over all its executions: the storage of the Campaign Key holds the
 * binary digits of the number, since it can tell of an entry whether it is there and nothing else.
 *
 * What a run will send is added before it leaves, and what certainly did not leave is taken back at its end: of a
 * process that dies all counts as sent. In one process executions wait for each other, so the count is exact. n8n's
 * storage has no lock between processes: of two that count at the same moment one may be lost, so that a limit can be
 * passed by one run.
 */
export class DayCount {
	private readonly entries: ProcessedItems;
	private readonly day: string;
	private added = 0;
	private left = 0;

	/** @throws NodeOperationError where n8n has no such storage */
	constructor(context: IExecuteFunctions, now = Date.now()) {
		this.entries = new ProcessedItems(context, limitLabels.maxPerDay);
		this.day = dateAt(now, context.getTimezone());
	}

	/**
	 * Adds recipients where that stays within a limit.
	 *
	 * @param isOnlyLook true where nothing will leave
	 * @returns what the day had before, and whether there is room for them
	 */
	async add(
		recipients: number,
		most: number,
		isOnlyLook: boolean,
	): Promise<{ before: number; hasRoom: boolean }> {
		return await this.entries.alone(async () => {
			const before = await this.read();
			const hasRoom = before + recipients <= most;
			if (hasRoom && !isOnlyLook) {
				if (before === 0) await this.forgetOldDays();
				await this.write(before, before + recipients);
				this.added = recipients;
			}
			return { before, hasRoom };
		});
	}

	/** Notes that recipients were sent to, or may have been. */
	note(recipients: number): void {
		this.left += recipients;
	}

	/** Takes back what did not leave. */
	async close(): Promise<void> {
		const back = this.added - this.left;
		if (back <= 0) return;
		this.added = this.left;
		try {
			await this.entries.alone(async () => {
				const now = await this.read();
				await this.write(now, Math.max(0, now - back));
			});
		} catch {
			// What stays counts as sent: the limit is reached sooner.
		}
	}

	private async read(): Promise<number> {
		if ((await this.entries.count()) === 0) return 0;
		const digits = digitEntries(this.day);
		const missing = await this.entries.record(digits);
		await this.entries.remove([...missing]);
		return digits.reduce((sum, entry, at) => sum + (missing.has(entry) ? 0 : 2 ** at), 0);
	}

	private async write(before: number, after: number): Promise<void> {
		const has = (count: number, at: number) => Math.floor(count / 2 ** at) % 2 === 1;
		const digits = digitEntries(this.day);
		await this.entries.record(digits.filter((_entry, at) => has(after, at) && !has(before, at)));
		await this.entries.remove(digits.filter((_entry, at) => !has(after, at) && has(before, at)));
	}

	private async forgetOldDays(): Promise<void> {
		const today = Date.parse(this.day);
		const days = Array.from({ length: DAYS_BACK }, (_, ago) =>
			new Date(today - (ago + 1) * DAY_MS).toISOString().slice(0, 10),
		);
		await this.entries.remove(days.flatMap(digitEntries));
	}
}

function digitEntries(day: string): string[] {
	return Array.from({ length: DIGITS }, (_, at) => `day ${day} ${at}`);
}
