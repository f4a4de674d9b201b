import type { IDataObject } from 'n8n-workflow';

import type { AccountBalance } from './balance';
import type { SentRequest } from './campaignMemory';
import type { CampaignRequest } from './campaignRequest';
import type { ItemNotes } from './notes';

/**
 * The requests of a run that only estimates, as campaigns that were not sent, with totals of what their
 * items cost.
 *
 * @param balances by account; empty when they were not asked for
 */
export function estimates(
	requests: CampaignRequest[],
	{ notes, shared }: Record<'notes' | 'shared', ItemNotes>,
	balances: ReadonlyMap<string, AccountBalance>,
): SentRequest[] {
	return requests.map(({ items, duplicates, counts, account }) => ({
		...{ items, duplicates },
		outcome: {
			accepted: {
				...shared.get(items[0]),
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
