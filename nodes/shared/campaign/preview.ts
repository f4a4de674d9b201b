import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { giveHint } from '../n8n/hints';
import { VIEWABLE_PAGE } from '../pages/page';
import { counted } from '../rules/text';
import type { RefusedItem } from '../pipeline/output';
import { scheduledHint } from '../service/campaignOf';
import { OUTCOME } from '../service/rowOutcome';
import { acceptedIn, itemsSent } from './campaignAccount';
import { campaignItems } from './campaignItems';
import type { PreparedCampaign } from './prepareCampaign';
import { refusedLines } from './previewFacts';
import { previewPage } from './previewPage';
import { warningLines, type ItemWarnings } from './rowChecks';
import { balancesFor, type AccountBalance } from './sendRequests';
import type { SentRequest } from './sentRequests';

/**
 * The output of a preview: what would be sent, in items that say that nothing was, and the hints to it.
 *
 * @throws NodeOperationError when a balance that is to be checked cannot be read
 */
export async function previewItems(
	context: IExecuteFunctions,
	run: PreparedCampaign,
): Promise<INodeExecutionData[]> {
	const { options, plan, refused, warnings } = run;
	const preview = estimates(run, await balancesFor(run.requests, options));
	const summary = summaryOf(preview, run);
	const isStopped = refused.length > 0 && !context.continueOnFail();
	const stopped = isStopped ? stoppedHint(refused) : undefined;
	giveHint(context, summary);
	// Below that: alone, it reads as if something were on its way.
	giveHint(context, scheduledHint(run.requests.map(({ counts }) => counts)));
	giveHint(context, stopped, 'warning');
	const facts = {
		...plan!.facts,
		refused: refusedLines(refused),
		warnings: warningLines(warnings),
	};
	// Nothing would leave: no one can approve that.
	const planned = { text: isStopped ? undefined : plan!.text, facts };
	const items = await campaignItems(context, { ...run, sent: [...run.sent, ...preview], planned });
	if (!options.previewPage || items.length === 0) return items;
	return await withPage(
		context,
		items,
		previewPage([summary, stopped].filter(Boolean).join(' '), facts),
	);
}

/** The items with the page, which the first of them holds: one is enough, however many there are. */
async function withPage(
	context: IExecuteFunctions,
	[{ binary = {}, ...first }, ...others]: INodeExecutionData[],
	page: string,
): Promise<INodeExecutionData[]> {
	const { mimeType } = VIEWABLE_PAGE;
	const data = Buffer.from(page);
	const file = await context.helpers.prepareBinaryData(data, 'preview.html', mimeType);
	// A file of the row keeps its name.
	const name = Object.hasOwn(binary, 'preview') ? 'previewPage' : 'preview';
	return [{ ...first, binary: { ...binary, [name]: { ...file, ...VIEWABLE_PAGE } } }, ...others];
}

/** The requests as campaigns that were not sent, with totals of what their items cost. */
function estimates(
	{ requests, notes, shared, warnings }: PreparedCampaign,
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
				[OUTCOME]: 'preview',
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

/** How much would go, and that nothing did. */
function summaryOf(preview: SentRequest[], { sent, refused, leftOut }: PreparedCampaign): string {
	const campaigns = acceptedIn(preview);
	const sentEarlier = itemsSent(sent).length;
	const sum = (name: string) =>
		campaigns.reduce((total, campaign) => total + Number(campaign[name] ?? 0), 0);
	const has = (name: string) => campaigns.some((campaign) => campaign[name] !== undefined);
	const poor = campaigns.find(({ balanceSuffices }) => balanceSuffices === false);
	const counts = [
		...(has('recipientCount') ? [counted(sum('recipientCount'), 'recipient')] : []),
		...(has('lists') ? [counted(campaigns.length, 'campaign to distribution lists')] : []),
		...(has('messages') ? [counted(sum('messages'), 'message')] : []),
		...(sentEarlier === 0 ? [] : [`${sentEarlier} sent earlier`]),
		...(leftOut.length === 0 ? [] : [`${leftOut.length} left out`]),
		...(refused.length === 0 ? [] : [`${refused.length} refused`]),
	];
	const balance = poor ? ` The balance of ${String(poor.balance)} is too low.` : '';
	return `Nothing was sent: ${counts.join(', ') || 'no recipients'}.${balance}`;
}

/** Says of a preview that shows refused items beside others what a run would do. */
function stoppedHint(refused: RefusedItem[]): string {
	const count = new Set(refused.map(({ item }) => item)).size;
	const [items, them] = count === 1 ? ['1 item is', 'it'] : [`${count} items are`, 'them'];
	return `With 'Mode' set to Send, nothing would be sent, because ${items} refused. Correct ${them}, or set 'On Error' in the node's settings to continue: then the others are sent.`;
}
