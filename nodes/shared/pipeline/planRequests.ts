// How rows are spread over the fewest requests.
import type { IDataObject } from 'n8n-workflow';

import type { Duplicates } from '../ledger/ledger';
import { eachGivingWay } from '../ledger/runState';
import { MOST_RECIPIENTS, groupedBy } from '../rules/lists';
import { comparablePhone } from '../rules/phones';
import type { CampaignRow } from './rows';

/** A recipient of a request and the input items it represents. */
export interface PlannedRecipient {
	phone: string;
	content: string;
	items: number[];
}

/** The items of one request. */
export interface RequestItems {
	items: number[];
	/** Those with the same message as an earlier one. */
	duplicates?: Duplicates;
}

/** The duplicates of recipients; undefined without any. */
export function duplicatesOf(recipients: PlannedRecipient[]): Duplicates | undefined {
	let duplicates: Duplicates | undefined;
	for (const { items } of recipients) {
		for (let nth = 1; nth < items.length; nth++) (duplicates ??= {})[items[nth]] = items[0];
	}
	return duplicates;
}

/** n8n's HTTP client (axios, in 2.0 and 2.41) copies plain objects, which takes long for 10,000. */
class ByPhone implements IDataObject {
	[phone: string]: string | IDataObject;
}

/** What each recipient gets, by phone: the specification's `listjson`. */
export function byPhone(
	recipients: PlannedRecipient[],
	valueOf: (content: string, phone: string) => string | IDataObject,
): IDataObject {
	const values = new ByPhone();
	for (const { phone, content } of recipients) values[phone] = valueOf(content, phone);
	return values;
}

/** One request: its recipients are different phones, and share the settings. */
export interface PlannedRequest {
	settingsKey: string;
	recipients: PlannedRecipient[];
}

/** The recipients of one phone, in order; each needs a request of its own. */
type Chain = PlannedRecipient[];

/**
 * Spreads rows over the fewest requests, in input order: of about the same size, at most `capacity`
 * recipients, and no phone twice (the specification's `listjson` maps a phone to one text). Later
 * content for a phone is in a later request.
 *
 * @param mergeDuplicates whether rows with the same phone and content become one recipient
 */
export async function planRequests(
	rows: CampaignRow[],
	{ mergeDuplicates, capacity = MOST_RECIPIENTS }: { mergeDuplicates: boolean; capacity?: number },
): Promise<PlannedRequest[]> {
	const groups = groupedBy(rows, (row) => row.settingsKey);
	const requests = await eachGivingWay(groups, async ([settingsKey, group]) => {
		const filled = await fill(await chainsOf(group, mergeDuplicates), capacity);
		return filled.map((recipients) => ({ settingsKey, recipients }));
	});
	return requests.flat();
}

/** Plans a campaign to distribution lists, which are part of the settings and get one message. */
export function planListRequest(rows: CampaignRow[]): PlannedRequest[] {
	const items = rows.map(({ item }) => item);
	return rows.slice(0, 1).map(({ phone, content, settingsKey }) => ({
		...{ settingsKey, recipients: [{ phone, content, items }] },
	}));
}

async function chainsOf(rows: CampaignRow[], mergeDuplicates: boolean): Promise<Chain[]> {
	const chains = new Map<string, Chain>();
	/** Of phones that have several rows: most have one. */
	const known = new Map<Chain, Map<string, PlannedRecipient>>();
	await eachGivingWay(rows, ({ item, phone, content }) => {
		const key = comparablePhone(phone);
		const chain = chains.get(key);
		const recipient = { phone, content, items: [item] };
		if (chain === undefined) {
			chains.set(key, [recipient]);
			return;
		}
		let byContent = known.get(chain);
		if (byContent === undefined) {
			byContent = new Map(chain.map((first) => [first.content, first]));
			known.set(chain, byContent);
		}
		const same = mergeDuplicates ? byContent.get(content) : undefined;
		if (same !== undefined) {
			same.items.push(item);
			return;
		}
		chain.push(recipient);
		byContent.set(content, recipient);
	});
	return [...chains.values()];
}

/**
 * Fills one request after the other, as many as all recipients or the phone with the most need.
 * Phones with the most recipients left come first, which gives the fewest requests (Hu's rule for
 * chains of unit tasks); the others follow in input order.
 */
async function fill(chains: Chain[], most: number): Promise<PlannedRecipient[][]> {
	const total = chains.reduce((sum, { length }) => sum + length, 0);
	const longest = chains.reduce((longest, { length }) => Math.max(longest, length), 0);
	const count = Math.max(Math.ceil(total / most), longest);
	const capacity = Math.ceil(total / count);
	const taken = new Map<Chain, number>();
	const left = (chain: Chain) => chain.length - (taken.get(chain) ?? 0);
	let repeated = chains.filter((chain) => chain.length > 1);
	const single = chains.filter((chain) => chain.length === 1);
	let nextSingle = 0;
	return await eachGivingWay(Array(count).keys(), () => {
		const request: Chain = [];
		repeated.sort((a, b) => left(b) - left(a));
		for (const chain of repeated.slice(0, capacity)) {
			const index = taken.get(chain) ?? 0;
			request.push(chain[index]);
			taken.set(chain, index + 1);
		}
		repeated = repeated.filter((chain) => left(chain) > 0);
		const room = capacity - request.length;
		request.push(...single.slice(nextSingle, nextSingle + room).map(([recipient]) => recipient));
		nextSingle += room;
		return request.sort((a, b) => a.items[0] - b.items[0]);
	});
}
