// What a preview outputs.
import type { IDataObject, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { campaignPage } from '../approve/campaignSections';
import { CAMPAIGN, fileName, readPreviewed, type CampaignFacts } from '../approve/previewed';
import { sealOfPreview, type SealingAccount } from '../approve/seal';
import { giveHint } from '../n8n/output';
import { VIEWABLE_PAGE } from '../pages/page';
import { hasFailed, type Fate } from './fate';
import { allLeftOut } from './leftOut';
import { rowsOf, type CampaignRow } from './rows';

import { counted } from '../rules/text';
import { scheduledHint } from '../service/documentedReplies';
import { OUTCOME } from '../service/rowOutcome';
import { campaignItems } from './campaignItems';
import type { CampaignRun } from './campaignRun';
import { acceptedFate } from './campaigns';
import { bySettings, sharedOf } from './previewFacts';

/**
 * The output of a preview: each row as it would be sent, in items that say that nothing was. The
 * first that would be sent has what rows share, files and page. Hints say how much would be sent.
 */
export async function previewItems(run: CampaignRun): Promise<INodeExecutionData[]> {
	const { context, options, requests, rows } = run;
	const shared = await sharedOf(run);
	const poor = run.balance && run.balance.left < run.balance.needed ? run.balance.left : undefined;
	const summary = summaryOf(run, shared.shown, poor);
	const isStopped = shared.shown.refused.length > 0 && !context.continueOnFail();
	const stopped = isStopped ? STOPPED : undefined;
	giveHint(context, summary);
	// Below the summary: alone, this hint reads as if something had been sent.
	giveHint(context, scheduledHint(requests.map(({ counts }) => counts)));
	giveHint(context, stopped, 'warning');
	const shown = new Set<Fate>();
	for (const request of requests) {
		const fate = acceptedFate({ ...request.counts, [OUTCOME]: 'preview' });
		shown.add(fate);
		for (const row of rowsOf(run, request)) row.fate = fate;
	}
	const { items } = await campaignItems(run);
	const firstRow = rows.find(({ fate }) => shown.has(fate)) ?? rows.find((row) => !hasFailed(row));
	const first = items.find(
		({ pairedItem }) => (pairedItem as IPairedItemData).item === firstRow?.item,
	);
	if (first === undefined) return items;
	// Undefined values make no columns.
	first.json[CAMPAIGN] = JSON.parse(JSON.stringify(shared)) as IDataObject;
	// If a run would send nothing, there is nothing to approve.
	if (!isStopped) await seal(items, first, run);
	for (const [index, [{ file }]] of bySettings(run).entries()) {
		if (file) first.binary = { ...first.binary, [fileName(index + 1)]: file.binary };
	}
	if (!options.previewPage) return items;
	const page = campaignPage(`${summary} ${stopped ?? ''}`, shared);
	const { mimeType } = VIEWABLE_PAGE;
	const file = await context.helpers.prepareBinaryData(Buffer.from(page), 'preview.html', mimeType);
	// A row's own file keeps its name.
	const name = Object.hasOwn(first.binary ?? {}, 'preview') ? 'previewPage' : 'preview';
	first.binary = { ...first.binary, [name]: { ...file, ...VIEWABLE_PAGE } };
	return items;
}

/** Seals the items, with the account that sends them. */
async function seal(
	items: INodeExecutionData[],
	first: INodeExecutionData,
	{ requests, account: { context } }: CampaignRun,
): Promise<void> {
	const read = await readPreviewed(items);
	if (requests.length === 0 || 'problem' in read) return;
	const account = await context.getCredentials<SealingAccount>('extApi', 0);
	(first.json[CAMPAIGN] as IDataObject).seal = sealOfPreview(context, account, read.value.hash);
}

function countOf({ rows }: CampaignRun, is: CampaignRow['fate']['is']): number {
	return rows.filter(({ fate }) => fate.is === is).length;
}

/** How much would be sent, and that nothing was. */
function summaryOf(
	run: CampaignRun,
	{ recipients, messages }: CampaignFacts,
	poor: number | undefined,
): string {
	// How many recipients distribution lists have is unknown.
	const noun = recipients === null ? 'campaign to distribution lists' : 'recipient';
	const count = recipients ?? run.requests.length;
	const some = (rows: number, what: string) => (rows === 0 ? [] : [`${rows} ${what}`]);
	const counts = [
		...(count === 0 ? [] : [counted(count, noun)]),
		...(messages === null ? [] : [counted(messages, 'message')]),
		...some(countOf(run, 'accepted'), 'sent earlier'),
		...some(allLeftOut(run.rows).length, 'left out'),
		...some(countOf(run, 'refused'), 'refused'),
	];
	const balance = poor === undefined ? '' : ` The balance of ${poor} is too low.`;
	return `Nothing was sent: ${counts.join(', ') || 'no recipients'}.${balance}`;
}

/** What a run would do, for a preview with refused items. */
const STOPPED =
	"With 'Mode' set to Send, nothing would be sent, because items are refused. Correct them, or set 'On Error' in the node's settings to continue: then the others are sent.";
