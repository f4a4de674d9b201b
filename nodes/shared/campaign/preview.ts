import { randomUUID } from 'crypto';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { campaignItems } from './campaignItems';
import { balancesFor } from './balance';
import type { CampaignRun } from './campaignRun';
import { acceptedFate } from './campaigns';
import { giveHint } from '../n8n/hints';
import { VIEWABLE_PAGE } from '../pages/page';
import { campaignPage } from '../approve/campaignSections';
import { counted } from '../rules/text';
import { allLeftOut } from '../run/leftOut';
import { rowsOf, type CampaignRow } from '../run/rows';
import { scheduledHint } from '../service/campaignOf';
import { accountToken } from '../service/itemCredential';
import { OUTCOME } from '../service/rowOutcome';
import { eachGivingWay } from '../service/pause';
import type { CampaignFacts } from '../approve/facts';
import { factsOf } from './previewFacts';
import {
	CAMPAIGN,
	contentColumns,
	fileName,
	readPreviewed,
	SETTINGS,
	type SharedCampaign,
} from '../approve/previewed';
import { sealOfPreview } from '../approve/seal';
import { settingsOfPreview, type SettingsOfRows } from './previewSettings';

type Settings = ReadonlyMap<string, SettingsOfRows>;

/**
 * The output of a preview: each row as it would be sent, in items that say that nothing was. The first of them that would
 * be sent has what rows share, with the files and the page; and hints say how much would go.
 *
 * @throws NodeOperationError when a balance that is to be checked cannot be read
 */
export async function previewItems(run: CampaignRun): Promise<INodeExecutionData[]> {
	const { context, kind, options, requests } = run;
	const settings = await settingsOfPreview(run);
	const shared: SharedCampaign = {
		id: randomUUID(),
		channel: kind.checked.channel,
		rules: rulesOf(options),
		settings: [...settings.values()].map((each) => each.shared),
		shown: await factsOf(run, settings),
	};
	const balances = [...(await balancesFor(run)).values()];
	const poor = balances.find(({ balance, needed }) => balance < needed)?.balance;
	const summary = summaryOf(run, shared.shown, poor);
	const refused = countOf(run, 'refused');
	const isStopped = refused > 0 && !context.continueOnFail();
	const stopped = isStopped ? stoppedHint(refused) : undefined;
	giveHint(context, summary);
	// Below that: alone, it reads as if something were on its way.
	giveHint(context, scheduledHint(requests.map(({ counts }) => counts)));
	giveHint(context, stopped, 'warning');
	await addContents(run, settings, shared);
	for (const request of requests) {
		const fate = acceptedFate({ ...request.counts, [OUTCOME]: 'preview' });
		for (const row of rowsOf(run, request)) row.fate = fate;
	}
	const items = await campaignItems(run);
	const isSaid = (outcome: unknown) => outcome !== undefined && outcome !== 'refused';
	const first =
		items.find(({ json }) => json[OUTCOME] === 'preview') ??
		items.find(({ json }) => isSaid(json[OUTCOME]));
	if (first === undefined) return items;
	// What is not set has no column.
	first.json[CAMPAIGN] = JSON.parse(JSON.stringify(shared)) as IDataObject;
	// Where a run would send nothing, there is nothing to approve.
	if (!isStopped) await seal(items, first, run);
	for (const { number, settings: own } of settings.values()) {
		if (own.file) addBinary(first, fileName(number), own.file.binary);
	}
	if (!options.previewPage) return items;
	const page = campaignPage([summary, stopped].filter(Boolean).join(' '), shared.shown);
	const { mimeType } = VIEWABLE_PAGE;
	const file = await context.helpers.prepareBinaryData(Buffer.from(page), 'preview.html', mimeType);
	// A file of the row keeps its name.
	const name = Object.hasOwn(first.binary ?? {}, 'preview') ? 'previewPage' : 'preview';
	addBinary(first, name, { ...file, ...VIEWABLE_PAGE });
	return items;
}

function rulesOf(options: CampaignRun['options']): SharedCampaign['rules'] {
	const { sendTo, duplicates, quietHours, spreadOver } = options;
	const { recipientZone, severalPerList, checkBalance, optOutUrl } = options;
	return {
		...{ sendTo, duplicates, quietHours, spreadOver },
		...{ recipientZone, severalPerList, checkBalance, optOutUrl },
	};
}

/** Says of each row that would be sent what its recipient gets, and by which of several settings. */
async function addContents(
	{ requests, rows }: CampaignRun,
	settings: Settings,
	{ channel }: SharedCampaign,
): Promise<void> {
	for (const { settingsKey, recipients } of requests) {
		const { number } = settings.get(settingsKey)!;
		const ofSettings = settings.size > 1 ? { [SETTINGS]: number } : {};
		await eachGivingWay(recipients, ({ content, items }) => {
			for (const item of items) {
				Object.assign(rows[item].notes!, contentColumns(channel, content), ofSettings);
			}
		});
	}
}

/** Seals what the items say, with the account of all of them: an approval is given to one account. */
async function seal(
	items: INodeExecutionData[],
	first: INodeExecutionData,
	{ requests }: CampaignRun,
): Promise<void> {
	const accounts = new Map(requests.map(({ account, context }) => [account, context]));
	const [context] = accounts.values();
	const read = await readPreviewed(items);
	if (accounts.size !== 1 || 'problem' in read) return;
	const { baseUrl } = await context.getCredentials('extApi', 0);
	const account = { baseUrl, token: accountToken(context) };
	(first.json[CAMPAIGN] as IDataObject).seal = sealOfPreview(account, read.value.hash);
}

function addBinary(
	item: INodeExecutionData,
	name: string,
	file: NonNullable<INodeExecutionData['binary']>[string],
): void {
	item.binary = { ...item.binary, [name]: file };
}

/** How many rows have a fate. */
function countOf({ rows }: CampaignRun, is: CampaignRow['fate']['is']): number {
	return rows.filter(({ fate }) => fate.is === is).length;
}

/** How much would go, and that nothing did. */
function summaryOf(
	run: CampaignRun,
	{ recipients, messages }: CampaignFacts,
	poor: number | undefined,
): string {
	const some = (count: number, what: string) => (count === 0 ? [] : [`${count} ${what}`]);
	const counts = [
		...(recipients === 0 ? [] : [counted(recipients ?? run.requests.length, nounOf(recipients))]),
		...(messages === null ? [] : [counted(messages, 'message')]),
		...some(countOf(run, 'accepted'), 'sent earlier'),
		...some(allLeftOut(run.rows).length, 'left out'),
		...some(countOf(run, 'refused'), 'refused'),
	];
	const balance = poor === undefined ? '' : ` The balance of ${poor} is too low.`;
	return `Nothing was sent: ${counts.join(', ') || 'no recipients'}.${balance}`;
}

/** Only the service knows how many recipients distribution lists have. */
const nounOf = (recipients: number | null) =>
	recipients === null ? 'campaign to distribution lists' : 'recipient';

/** Says of a preview that shows refused items beside others what a run would do. */
function stoppedHint(count: number): string {
	const [items, them] = count === 1 ? ['1 item is', 'it'] : [`${count} items are`, 'them'];
	return `With 'Mode' set to Send, nothing would be sent, because ${items} refused. Correct ${them}, or set 'On Error' in the node's settings to continue: then the others are sent.`;
}
