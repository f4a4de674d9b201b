import type { IDataObject } from 'n8n-workflow';

import { givingWay } from '../bulk/eventLoop';
import type { CampaignRow } from '../bulk/planRequests';
import type { AccountBalance } from './balance';
import type { CampaignKind } from './campaignKind';
import type { SentRequest } from './campaignMemory';
import type { CampaignRequest } from './campaignRequest';
import { countMessages } from './countMessages';

/** What the output says of single items beside their campaign. */
export type ItemNotes = Map<number, IDataObject>;

/**
 * What each item's recipient gets, as it would be read on a phone.
 *
 * @param rows for texts that were changed before they were counted
 */
export async function renderItems(
	kind: CampaignKind,
	requests: CampaignRequest[],
	rows: CampaignRow[],
): Promise<ItemNotes> {
	const giveWay = givingWay();
	const notes: ItemNotes = new Map();
	const typed = new Map(rows.map(({ item, replacedFrom }) => [item, replacedFrom]));
	for (const { context, body, recipients } of requests) {
		const render = await kind.renderer(context);
		for (const { content, items } of recipients) {
			await giveWay();
			const rendered = render(content, body);
			for (const item of items) {
				const before = typed.get(item);
				notes.set(item, {
					...rendered,
					...(before === undefined ? {} : { messagesBefore: countMessages(before) }),
				});
			}
		}
	}
	return notes;
}

/**
 * The requests of a run that only estimates, as campaigns that were not sent, with totals of what their
 * items cost.
 *
 * @param balances by account; empty when they were not asked for
 */
export function estimates(
	requests: CampaignRequest[],
	notes: ItemNotes,
	balances: ReadonlyMap<string, AccountBalance>,
): SentRequest[] {
	return requests.map(({ items, counts, account }) => ({
		items,
		outcome: {
			accepted: {
				...counts,
				...totalsOf(items.map((item) => notes.get(item) ?? {})),
				requests: requests.length,
				...balanceOf(balances.get(account)),
				estimated: true,
			},
		},
	}));
}

/** Totals of texts that are counted: none where what a recipient gets has no length. */
function totalsOf(notes: IDataObject[]): IDataObject {
	const counted = notes.filter(({ characters }) => characters !== undefined);
	if (counted.length === 0) return {};
	const count = (is: (note: IDataObject) => boolean) => counted.filter(is).length;
	return {
		longestText: counted.reduce((most, { characters }) => Math.max(most, Number(characters)), 0),
		severalMessages: count(({ messages }) => Number(messages) > 1),
		specialCharacters: count(({ costlyCharacter }) => costlyCharacter !== null),
	};
}

function balanceOf(known: AccountBalance | undefined): IDataObject {
	if (known === undefined) return {};
	return { balance: known.balance, balanceSuffices: known.balance >= known.needed };
}
