import type { IExecuteFunctions } from 'n8n-workflow';

import { ProcessedItems } from '../n8n/processedItems';
import { HIGHEST_LIMIT, limitLabels } from '../rules/beforeSending';
import { DAY_MS, dateAt } from '../rules/times';
import { StoredNumber } from './recordEntries';

/** Binary digits of a day's count: twice the highest limit has room. */
const DIGITS = Math.ceil(Math.log2(2 * HIGHEST_LIMIT));
/** How many days back old counts are looked for when a day begins. */
const DAYS_BACK = 7;

/**
 * How many recipients a node has sent to on a day, over all its executions: the storage of the Campaign Key
 * holds the binary digits of the number, since it can tell of an entry whether it is there and nothing else.
 *
 * What a run will send is added before it is sent, and what was certainly not sent is subtracted at its end:
 * of a process that dies all counts as sent. In one process executions wait for each other, so the count is
 * exact. n8n's storage has no lock between processes: of two that count at the same moment one may be lost,
 * so that a limit can be passed by one run.
 */
export class DayCount {
	private readonly entries: ProcessedItems;
	private readonly day: string;
	private readonly count: StoredNumber;
	private added = 0;
	private left = 0;

	/** @throws NodeOperationError where n8n has no such storage */
	constructor(context: IExecuteFunctions, now = Date.now()) {
		this.entries = new ProcessedItems(context, limitLabels.maxPerDay);
		this.day = dateAt(now, context.getTimezone());
		this.count = this.countOf(this.day);
	}

	/**
	 * Adds recipients where that stays within a limit.
	 *
	 * @param isOnlyLook true if nothing will be sent
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
				await this.count.change(before, before + recipients);
				this.added = recipients;
			}
			return { before, hasRoom };
		});
	}

	/** Notes that recipients were sent to, or may have been. */
	note(recipients: number): void {
		this.left += recipients;
	}

	/** Subtracts what was not sent. */
	async close(): Promise<void> {
		const back = this.added - this.left;
		if (back <= 0) return;
		this.added = this.left;
		try {
			await this.entries.alone(async () => {
				const now = await this.read();
				await this.count.change(now, Math.max(0, now - back));
			});
		} catch {
			// What stays counts as sent: the limit is reached sooner.
		}
	}

	private countOf(day: string): StoredNumber {
		return new StoredNumber(this.entries, `day ${day}`, DIGITS);
	}

	/** An empty storage stays as it is. */
	private async read(): Promise<number> {
		return (await this.entries.count()) === 0 ? 0 : await this.count.read();
	}

	private async forgetOldDays(): Promise<void> {
		const today = Date.parse(this.day);
		const days = Array.from({ length: DAYS_BACK }, (_, ago) =>
			new Date(today - (ago + 1) * DAY_MS).toISOString().slice(0, 10),
		);
		await this.entries.remove(days.flatMap((day) => this.countOf(day).digits));
	}
}
