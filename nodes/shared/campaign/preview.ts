import type { IDataObject } from 'n8n-workflow';

import { leaveOutLabels } from '../rules/beforeSending';
import { counted } from '../rules/text';
import type { RefusedItem } from '../run/itemResults';
import { itemsText } from '../sentBefore/itemNumbers';
import type { AccountBalance } from './balance';
import type { SentRequest } from '../sentBefore/campaignMemory';
import type { CampaignRequest } from './campaignRequest';
import type { ItemNotes } from './notes';
import type { RunOptions } from './runOptions';
import { warningLines, type ItemWarnings } from './rowChecks';

/**
 * The requests of a run that only estimates, as campaigns that were not sent, with totals of what their
 * items cost.
 *
 * @param balances by account; empty when they were not asked for
 */
export function estimates(
	requests: CampaignRequest[],
	{ notes, shared, warnings }: Record<'notes' | 'shared', ItemNotes> & { warnings: ItemWarnings },
	balances: ReadonlyMap<string, AccountBalance>,
): SentRequest[] {
	return requests.map(({ items, duplicates, counts, account }) => ({
		...{ items, duplicates },
		outcome: {
			accepted: {
				...shared.get(items[0]),
				...counts,
				...warningsOfCampaign(items, warnings),
				...totalsOf(items.map((item) => notes.get(item) ?? {})),
				requests: requests.length,
				...balanceOf(balances.get(account)),
				estimated: true,
			},
		},
	}));
}

/** What the checks found in the messages of a campaign; nothing where they found nothing. */
function warningsOfCampaign(items: number[], warnings: ItemWarnings): IDataObject {
	const own = items.flatMap((item) => {
		const found = warnings.get(item);
		return found === undefined ? [] : [[item, found] as const];
	});
	return own.length === 0 ? {} : { warnings: warningLines(new Map(own)) };
}

/** Totals of texts that are counted: none where what a recipient gets has no length. */
function totalsOf(notes: IDataObject[]): IDataObject {
	const counted = notes.filter(({ characters }) => characters !== undefined);
	if (counted.length === 0) return {};
	const count = (is: (note: IDataObject) => boolean) => counted.filter(is).length;
	return {
		longestText: counted.reduce((most, { characters }) => Math.max(most, Number(characters)), 0),
		severalMessages: count(({ messages }) => Number(messages) > 1),
		specialCharacters: count(({ costlyCharacter }) => (costlyCharacter ?? null) !== null),
	};
}

function balanceOf(known: AccountBalance | undefined): IDataObject {
	if (known === undefined) return {};
	return { balance: known.balance, balanceSuffices: known.balance >= known.needed };
}

/** What a person reads of a preview: how much would go, and that nothing did. */
export function previewHint(
	sent: SentRequest[],
	{ refused, leftOut, sentEarlier }: Record<'refused' | 'leftOut' | 'sentEarlier', number>,
): string {
	const campaigns = sent.flatMap(({ outcome }) =>
		'accepted' in outcome ? [outcome.accepted] : [],
	);
	const sum = (name: string) =>
		campaigns.reduce((total, campaign) => total + Number(campaign[name] ?? 0), 0);
	const has = (name: string) => campaigns.some((campaign) => campaign[name] !== undefined);
	const poor = campaigns.find(({ balanceSuffices }) => balanceSuffices === false);
	const counts = [
		...(has('recipientCount') ? [counted(sum('recipientCount'), 'recipient')] : []),
		...(has('lists') ? [counted(campaigns.length, 'campaign to distribution lists')] : []),
		...(has('messages') ? [counted(sum('messages'), 'message')] : []),
		...(sentEarlier === 0 ? [] : [`${sentEarlier} sent earlier`]),
		...(leftOut === 0 ? [] : [`${leftOut} left out`]),
		...(refused === 0 ? [] : [`${refused} refused`]),
	];
	const balance = poor ? ` The balance of ${String(poor.balance)} is too low.` : '';
	return `Nothing was sent: ${counts.join(', ') || 'no recipients'}.${balance}`;
}

/** Says of a preview that shows refused items beside others what a run would do. */
export function stoppedHint(refused: RefusedItem[]): string {
	const count = new Set(refused.map(({ item }) => item)).size;
	const [items, them] = count === 1 ? ['1 item is', 'it'] : [`${count} items are`, 'them'];
	return `With 'Mode' set to Send, nothing would be sent, because ${items} refused. Correct ${them}, or set 'On Error' in the node's settings to continue: then the others are sent.`;
}

/** Says that a preview in a node of its own does not know who got something from the node that sends. */
export function ownMemoryHint({ leaveOut }: RunOptions): string | undefined {
	return leaveOut?.recently?.sentBy === 'node'
		? `'${leaveOutLabels.recently}' counts what this node sent. If another node sends the campaign, set 'Sent By' to This Workflow in both: otherwise more recipients are shown here than get it.`
		: undefined;
}

/** What a person reads of a test: who got something, and that no one else did. */
export function testHint(numbers: string[], items: number[]): string {
	const messages = items.length === 1 ? 'the message' : 'the messages';
	return `Test: only ${numbers.join(', ')} received ${messages} of ${itemsText(items)}. Set 'Mode' to Send for the campaign.`;
}
