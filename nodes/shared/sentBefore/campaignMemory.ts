import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { numbersIn, rangesOf, type Range } from './itemNumbers';
import { keptKey } from './nodeSettings';
import { keptWithRun, type RunState } from './runState';
import {
	itemKey,
	messagesOfItems,
	type Outcome,
	type Remembered,
	rememberedRequest,
	sendsMessages,
} from './sendOnce';
import { groupedBy } from '../rules/lists';
import type { Effect } from '../service/endpoints';
import { OUTCOME } from '../service/rowOutcome';

/** What is known of a request that was sent: the campaign it became, or that this is unknown. */
type RequestOutcome = Outcome<IDataObject>;

/**
 * Items that share the message of an earlier item, each with that one. It is saved with the execution: numbers
 * alone, and none for most campaigns.
 */
export type Duplicates = Record<number, number>;

/** The items of one request. */
export interface RequestItems {
	items: number[];
	/** Those whose message is that of an earlier one. */
	duplicates?: Duplicates;
}

/** What happened to the items of one request; `failed` was certainly not accepted. */
export interface SentRequest extends RequestItems {
	outcome: RequestOutcome | { failed: Error };
	/** True for an item that was no part of a campaign: no notification tells of its end. */
	isSingle?: true;
}

/** A request of an earlier try. */
export interface EarlierRequest extends RequestItems {
	outcome: RequestOutcome;
	/** Its Campaign Key, as `keptKey` makes it. */
	key?: string;
	isSingle?: true;
}

interface RememberedRequest {
	items: Range[];
	/** The phones of the items in their order, comma-separated, as they were sent; none for lists. */
	phones: string;
	duplicates?: Duplicates;
	outcome: RequestOutcome;
	key?: string;
}

/** Who gets the messages of a request, and for which items. */
interface Recipient {
	phone: string;
	items: number[];
}

/**
 * What a run sends: the campaign, or a test of it to these phones. The messages of one are no one else's.
 */
export type Sending = 'campaign' | `test ${string}`;

/**
 * Remembers which items of a run were sent with which request, so that a try of "Retry On Fail" sends only
 * the others, even when its texts have changed meanwhile, and says of each whom it was sent to, even when the
 * column has. n8n saves it with the execution, so it holds no texts.
 *
 * An item whose message another operation sent by itself is one of them.
 */
export class CampaignMemory {
	private readonly ofRun: Record<string, RememberedRequest[]>;
	private sending: Sending = 'campaign';
	private key?: string;

	constructor(private readonly run: RunState) {
		this.ofRun = keptWithRun(run, 'campaigns');
	}

	/** Says what the run sends, and with which Campaign Key, once that is known. */
	use(sending: Sending, campaignKey: string): void {
		this.sending = sending;
		this.key = keptKey(campaignKey);
	}

	private get written(): RememberedRequest[] {
		return (this.ofRun[this.sending] ??= []);
	}

	private get remembered(): RememberedRequest[] {
		return standing(this.written);
	}

	/** Messages of items that were sent one by one; those are never tests. */
	private get singles(): Array<[item: number, Remembered<INodeExecutionData[]>]> {
		return this.sending === 'campaign' ? [...messagesOfItems<INodeExecutionData[]>(this.run)] : [];
	}

	/** The phones that items of earlier tries were sent to, by item. */
	phones(): Map<number, string> {
		const phones = new Map(this.remembered.flatMap(namedPhones));
		for (const [item, single] of this.singles) {
			if ('unknown' in single) continue;
			const { recipient } = single.accepted[0]?.json ?? {};
			if (typeof recipient === 'string') phones.set(item, recipient);
			else phones.delete(item);
		}
		return phones;
	}

	/** The requests of earlier tries, in the order they were sent; an item that was accepted is not open any more. */
	earlier(): EarlierRequest[] {
		const requests: EarlierRequest[] = [
			...this.remembered.map(({ items, duplicates, outcome, key }) => ({
				...{ items: numbersIn(items), duplicates, outcome, key },
			})),
			...this.singles.map(([item, single]) => singleRequest(item, single)),
		];
		const settled = new Set(
			requests.flatMap(({ items, outcome }) => ('accepted' in outcome ? items : [])),
		);
		return requests.flatMap((request) => {
			if ('accepted' in request.outcome) return [request];
			const items = request.items.filter((item) => !settled.has(item));
			for (const item of items) settled.add(item);
			return items.length === 0 ? [] : [{ ...request, items }];
		});
	}

	/** Remembers a request. What was written before stays as it is: {@link standing} says what of it still counts. */
	remember(
		{ duplicates, recipients }: RequestItems & { recipients: Recipient[] },
		outcome: RequestOutcome,
	): void {
		const named = recipients.flatMap(({ phone, items }) => items.map((item) => ({ item, phone })));
		const key = this.key && { key: this.key };
		this.written.push({ ...inOrder(named), duplicates, outcome, ...key });
	}
}

/**
 * What still counts of requests: of one whose outcome is unknown not the items of a later one. One look at all of them,
 * however many there are.
 */
function standing(written: RememberedRequest[]): RememberedRequest[] {
	const later = new Set<number>();
	const counting: RememberedRequest[] = [];
	for (const request of [...written].reverse()) {
		const items = numbersIn(request.items);
		const left = new Set(items.filter((item) => !later.has(item)));
		for (const item of items) later.add(item);
		if ('accepted' in request.outcome || left.size === items.length) counting.push(request);
		else if (left.size > 0) counting.push({ ...request, ...partOf(request, left) });
	}
	return counting.reverse();
}

function partOf(request: RememberedRequest, items: ReadonlySet<number>) {
	const phones = new Map(namedPhones(request));
	return inOrder([...items].map((item) => ({ item, phone: phones.get(item) ?? '' })));
}

/**
 * The messages of items that were sent with campaigns, as an operation with a request for each would have
 * remembered them.
 */
function messagesOfCampaigns(run: RunState): Map<number, Remembered<INodeExecutionData[]>> {
	const messages = new Map<number, Remembered<INodeExecutionData[]>>();
	const { campaign = [] } = keptWithRun<RememberedRequest[]>(run, 'campaigns');
	for (const request of standing(campaign)) {
		const { items, outcome, key } = request;
		const phones = new Map(namedPhones(request));
		for (const item of numbersIn(items)) {
			if ('unknown' in outcome) {
				if (!messages.has(item)) messages.set(item, { ...outcome, key });
				continue;
			}
			const { taskId, lists } = outcome.accepted;
			const whom =
				lists === undefined
					? { recipientCount: 1, recipient: phones.get(item) ?? null }
					: { lists };
			const json = { [OUTCOME]: 'accepted', taskId, ...whom };
			const output = [{ json, pairedItem: { item } }];
			messages.set(item, { accepted: output, key });
		}
	}
	return messages;
}

function singleRequest(
	item: number,
	{ key, ...single }: Remembered<INodeExecutionData[]>,
): EarlierRequest {
	const outcome: RequestOutcome =
		'unknown' in single
			? { unknown: single.unknown }
			: { accepted: { ...single.accepted[0]?.json, items: 1 } };
	return { items: [item], outcome, key, isSingle: true };
}

function namedPhones({ items, phones }: RememberedRequest): Array<[item: number, phone: string]> {
	const each = phones === '' ? [] : phones.split(',');
	return each.length === 0 ? [] : numbersIn(items).map((item, index) => [item, each[index]]);
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
 * What happened to items that were not accepted in this try: those whose request of an earlier try may have
 * been accepted stay open, whatever was found since. The others are as they are.
 *
 * @param open requests of earlier tries whose outcome is unknown
 */
export function stillOpen(open: RequestsByItem, items: number[]): SentRequest[] {
	const left = items.filter((item) => open.has(item));
	return [...groupedBy(left, (item) => open.get(item)!)].map(([{ outcome }, those]) => ({
		...{ items: those, outcome },
	}));
}

/** The request of each item. */
export type RequestsByItem = ReadonlyMap<number, SentRequest>;

export function byItem(requests: SentRequest[]): RequestsByItem {
	return new Map(
		requests.flatMap((request) => request.items.map((item) => [item, request] as const)),
	);
}

type RememberedItem = Remembered<INodeExecutionData[]>;

/**
 * What earlier tries of a run did with its items: accepted, or unknown. A message counts whichever operation
 * sent it, by itself or with a campaign.
 */
export class EarlierTries {
	private campaigns?: Map<number, RememberedItem>;

	constructor(private readonly run: RunState) {}

	/** @param effect that of the operation which asks */
	of(item: number, effect: Effect): RememberedItem | undefined {
		const own = rememberedRequest<INodeExecutionData[]>(this.run, itemKey(this.run, item, effect));
		const isMessage = effect === 'once' && sendsMessages(this.run);
		if (!isMessage || (own !== undefined && 'accepted' in own)) return own;
		this.campaigns ??= messagesOfCampaigns(this.run);
		const withCampaign = this.campaigns.get(item);
		return withCampaign !== undefined && 'accepted' in withCampaign
			? withCampaign
			: (own ?? withCampaign);
	}
}
