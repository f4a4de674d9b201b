import type { IDataObject } from 'n8n-workflow';

import { comparablePhone } from '../rules/phones';
import { entriesOf, groupedBy } from '../rules/lists';
import type { RefusedItem } from '../run/refusedItem';
import type { RequestItems } from '../run/planRequests';
import type { ReadItems } from '../run/readRows';
import { eachGivingWay } from '../service/pause';
import type { ErrorTexts } from '../service/nodeErrors';
import { messageHash, type Entry, type Ledger } from '../sentBefore/ledger';
import { notRepeated } from '../sentBefore/unknownOutcome';
import type { CampaignKind } from './campaignRequest';
import type { RunOptions } from './runOptions';

/** What happened to the items of one request; `failed` was certainly not accepted. */
export interface SentRequest extends RequestItems {
	outcome: { accepted: IDataObject } | { unknown: ErrorTexts } | { failed: Error };
	/** True for an item that was no part of a campaign: no notification tells of its end. */
	isSingle?: true;
}

/** The requests of earlier tries: an item that another operation sent by itself is one of them. */
export function sentBefore(ledger: Ledger): Array<SentRequest & { entry: Entry }> {
	return ledger.all.map(({ entry, items }) => ({ entry, ...requestOf(entry, items) }));
}

function requestOf({ outcome, isCampaign, duplicates }: Entry, items: number[]): SentRequest {
	if ('unknown' in outcome) return { items, duplicates, outcome };
	const [said] = outcome.accepted;
	return isCampaign
		? { items, duplicates, outcome: { accepted: said } }
		: { items, outcome: { accepted: { ...said, items: 1 } }, isSingle: true };
}

/** The request of each item. */
export type RequestsByItem = ReadonlyMap<number, SentRequest>;

export function byItem(requests: SentRequest[]): RequestsByItem {
	return new Map(
		requests.flatMap((request) => request.items.map((item) => [item, request] as const)),
	);
}

/**
 * What happened to items that were not accepted in this try: those whose request of an earlier try may have
 * been accepted stay open, whatever was found since. The others are as they are.
 *
 * @param open requests of earlier tries whose outcome is unknown
 * @param why they were not sent again
 */
export function stillOpen(open: RequestsByItem, items: number[], why?: ErrorTexts): SentRequest[] {
	const left = items.filter((item) => open.has(item));
	return [...groupedBy(left, (item) => open.get(item)!)].map(([{ outcome }, those]) => {
		const { unknown } = outcome as { unknown: ErrorTexts };
		return { items: those, outcome: { unknown: why ? notRepeated(unknown, why) : unknown } };
	});
}

/** The same of items that were refused, each with its reason. */
export function stillOpenOf(open: RequestsByItem, refused: RefusedItem[]): SentRequest[] {
	const left = refused.filter(({ item }) => open.has(item));
	const byReason = groupedBy(left, ({ reason, fix }) => `${reason}\n${fix}`);
	return [...byReason.values()].flatMap((same) => {
		const [{ reason, fix }] = same;
		const items = [...new Set(same.map(({ item }) => item))];
		return stillOpen(open, items, { message: reason, description: fix });
	});
}

/**
 * The rows without those whose recipient has their message from an earlier try already, by another item: with
 * 'Duplicates: Send Once' that is theirs, too, and a distribution list gets one message a run.
 *
 * @param open requests that are made again
 */
export async function withoutReached(
	kind: CampaignKind,
	read: ReadItems,
	ledger: Ledger,
	open: RequestsByItem,
	{ duplicates, sendTo, severalPerList, test }: RunOptions,
): Promise<{ left: ReadItems; reached: SentRequest[] }> {
	const isOnce = sendTo === 'lists' ? !severalPerList : duplicates === 'once';
	const before = isOnce && test === undefined ? ledger.reached() : new Map<string, never>();
	if (before.size === 0) return { left: read, reached: [] };
	const left: ReadItems = { ...read, rows: [], refused: [...read.refused] };
	const reached: SentRequest[] = [];
	await eachGivingWay(read.rows, (row) => {
		const { body } = read.settings.get(row.settingsKey)!;
		const lists = sendTo === 'lists' ? entriesOf(body.pid) : [];
		const names =
			lists.length > 0 ? lists.map((list) => `list ${list}`) : [comparablePhone(row.phone)];
		const known = names
			.flatMap((name) => before.get(name) ?? [])
			.filter(({ item }) => !open.has(item));
		const message = messageHash({ ...body, ...kind.sharedContent(row.content) }, '');
		const same = known.find((each) => each.message === message && each.entry.lists === body.pid);
		if (same !== undefined) {
			const request = requestOf(same.entry, [row.item]);
			reached.push({ ...request, duplicates: { [row.item]: same.item } });
		} else if (lists.length > 0 && known.length > 0) {
			left.refused.push({
				item: row.item,
				reason: `A list of ${String(body.pid)} already has another message from an earlier try, and each list gets one in a run`,
				fix: "Remove the item, or add the option 'Allow Several Messages per List'.",
			});
		} else left.rows.push(row);
	});
	return { left, reached };
}
