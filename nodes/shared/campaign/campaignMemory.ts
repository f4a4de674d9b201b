import type { IDataObject } from 'n8n-workflow';

import type { Duplicates } from '../bulk/planRequests';
import type { RunState } from '../engine/runState';
import { numbersIn, rangesOf, type Range } from '../engine/itemNumbers';

/** What is known of a request that left in an earlier try of the same run. */
export type RequestOutcome =
	{ accepted: IDataObject } | { unknown: { message: string; description: string } };

/** The items of one request. */
export interface RequestItems {
	items: number[];
	/** Those whose message is that of an earlier one. */
	duplicates?: Duplicates;
}

/** What became of the items of one request; `failed` was certainly not accepted. */
export interface SentRequest extends RequestItems {
	outcome: RequestOutcome | { failed: Error };
}

interface RememberedRequest {
	items: Range[];
	duplicates?: Duplicates;
	outcome: RequestOutcome;
}

const MEMORY_KEY = 'extApiCampaigns';

/**
 * Remembers which items of a run left with which request, so that a try of "Retry On Fail" sends
 * only the others, even when its texts have changed meanwhile. n8n
 * saves it with the execution, so it holds item numbers, no phones and no texts.
 */
export class CampaignMemory {
	private readonly remembered: RememberedRequest[];

	constructor(run: RunState) {
		run.memory[MEMORY_KEY] ??= {};
		const byRun = run.memory[MEMORY_KEY] as unknown as Record<number, RememberedRequest[]>;
		byRun[run.runIndex] ??= [];
		this.remembered = byRun[run.runIndex];
	}

	/** The requests of earlier tries, in the order they left. */
	earlier(): Array<RequestItems & { outcome: RequestOutcome }> {
		return this.remembered.map(({ items, duplicates, outcome }) => ({
			items: numbersIn(items),
			duplicates,
			outcome,
		}));
	}

	/** Forgets requests whose outcome is unknown, so that their items are sent again. */
	forgetUnknown(): void {
		const known = this.remembered.filter(({ outcome }) => !('unknown' in outcome));
		this.remembered.splice(0, this.remembered.length, ...known);
	}

	remember({ items, duplicates }: RequestItems, outcome: RequestOutcome): void {
		this.remembered.push({ items: rangesOf(items), duplicates, outcome });
	}
}
