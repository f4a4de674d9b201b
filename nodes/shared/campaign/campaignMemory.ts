import type { IDataObject } from 'n8n-workflow';

import type { Duplicates, PlannedRecipient } from '../run/planRequests';
import { keptWithRun, type RunState } from '../sentBefore/runState';
import type { Outcome } from '../sentBefore/sendOnce';
import { numbersIn, rangesOf, type Range } from '../run/itemNumbers';

/** What is known of a request that left: the campaign it became, or that nobody knows. */
export type RequestOutcome = Outcome<IDataObject>;

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
	/** The phones of the items in their order, comma-separated, as they were sent; none for lists. */
	phones: string;
	duplicates?: Duplicates;
	outcome: RequestOutcome;
}

/**
 * What a run sends: the campaign, or a test of it to these phones. The messages of one are nobody else's.
 */
export type Sending = 'campaign' | `test ${string}`;

/**
 * Remembers which items of a run left with which request, so that a try of "Retry On Fail" sends
 * only the others, even when its texts have changed meanwhile, and says of each whom it was sent to, even
 * when the column has. n8n saves it with the execution, so it holds no texts.
 */
export class CampaignMemory {
	private readonly ofRun: Record<string, RememberedRequest[]>;
	private sending: Sending = 'campaign';

	constructor(run: RunState) {
		this.ofRun = keptWithRun(run, 'campaigns');
	}

	/** Says what the run sends, once that is known. */
	use(sending: Sending): void {
		this.sending = sending;
	}

	private get remembered(): RememberedRequest[] {
		return (this.ofRun[this.sending] ??= []);
	}

	/** The phones that items of earlier tries were sent to, by item. */
	phones(): Map<number, string> {
		return new Map(
			this.remembered.flatMap(({ items, phones }) => {
				const each = phones === '' ? [] : phones.split(',');
				return each.length === 0
					? []
					: numbersIn(items).map((item, index) => [item, each[index]] as const);
			}),
		);
	}

	/** The requests of earlier tries, in the order they left. */
	earlier(): Array<RequestItems & { outcome: RequestOutcome }> {
		return this.remembered.map(({ items, duplicates, outcome }) => ({
			items: numbersIn(items),
			duplicates,
			outcome,
		}));
	}

	/** Remembers a request; of earlier ones to these items only what was accepted still counts. */
	remember(
		{ items, duplicates, recipients }: RequestItems & { recipients: PlannedRecipient[] },
		outcome: RequestOutcome,
	): void {
		const now = new Set(items);
		this.ofRun[this.sending] = this.remembered.flatMap((each) => {
			if ('accepted' in each.outcome) return [each];
			const phones = each.phones.split(',');
			const left = numbersIn(each.items).flatMap((item, index) =>
				now.has(item) ? [] : [{ item, phone: phones[index] }],
			);
			return left.length === 0 ? [] : [{ ...each, ...inOrder(left) }];
		});
		const named = recipients.flatMap(({ phone, items: those }) =>
			those.map((item) => ({ item, phone })),
		);
		this.remembered.push({ ...inOrder(named), duplicates, outcome });
	}
}

/** Items with their phones as they are kept. */
function inOrder(
	named: Array<{ item: number; phone: string }>,
): Pick<RememberedRequest, 'items' | 'phones'> {
	const sorted = [...named].sort((first, second) => first.item - second.item);
	return {
		items: rangesOf(sorted.map(({ item }) => item)),
		phones: sorted.some(({ phone }) => phone !== '')
			? sorted.map(({ phone }) => phone).join(',')
			: '',
	};
}

/**
 * What became of items that were not accepted in this try: those whose request of an earlier try may have been
 * accepted stay open, whatever was found since. The others are as they are.
 *
 * @param open requests of earlier tries whose outcome is unknown
 */
export function stillOpen(open: SentRequest[], items: number[]): SentRequest[] {
	const asked = new Set(items);
	return open.flatMap(({ items: before, outcome }) => {
		const left = before.filter((item) => asked.has(item));
		return left.length === 0 ? [] : [{ items: left, outcome }];
	});
}
