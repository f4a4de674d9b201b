// What a campaign outputs for each row.
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { CAMPAIGN, SETTINGS, withoutPreview } from '../approve/previewed';
import { MOST_LISTED } from '../ledger/ledger';
import { eachGivingWay } from '../ledger/runState';
import { besideColumns, COLUMNS_OF_SENT, OUTCOME_COLUMNS } from '../n8n/inputColumns';
import { errorItems, hasErrorOutput } from '../n8n/output';
import { failureOf } from './errorOfRun';
import { inOrder } from './fate';
import { leftOutGroups, saidOf } from './leftOut';
import type { CampaignRow } from './rows';
import { comparablePhone } from '../rules/phones';
import { endFor, type CampaignEnd } from '../waiting/campaignEnd';
import type { AwaitedItem, WaitingOutput } from '../waiting/waitingItems';
import type { CampaignRun } from './campaignRun';
import { campaignsOf, type Campaign } from './campaigns';
import { isPerRecipient, type RunOptions } from './runOptions';

/** Columns of a preview that an approval reads: no row may fill them, not even a refused one. */
const OF_PREVIEW = [CAMPAIGN, SETTINGS];

/**
 * The node's output: campaigns, then what was not sent; with "Output: Per Recipient" one item for
 * each input item, in order. Each is paired with its input items.
 *
 * @param ends how awaited campaigns ended, by code
 */
export async function campaignItems(
	run: CampaignRun,
	ends: CampaignEnds = new Map(),
): Promise<WaitingOutput> {
	const { context, options } = run;
	const perRecipient = isPerRecipient(options);
	const said = perRecipient ? await ofRows(run, ends) : await ofCampaigns(run, ends);
	const apart = perRecipient ? [] : ofLeftOut(run);
	const ofPreview = options.onlyEstimate ? OF_PREVIEW : [];
	const reserved = [...COLUMNS_OF_SENT, ...ofPreview];
	const inputs = options.isApproved
		? context.getInputData().map((each) => ({ ...each, json: withoutPreview(each.json) }))
		: context.getInputData();
	const itemOf = ({ items, own }: OwnOfItems): INodeExecutionData => {
		const json = inOrder(own);
		if (!perRecipient) return { json, pairedItem: items.map((item) => ({ item })) };
		const [item] = items;
		const { json: row, binary } = inputs[item];
		return {
			json: besideColumns(row, json, reserved),
			...(binary && { binary }),
			pairedItem: { item },
		};
	};
	const awaited = new Map<INodeExecutionData, AwaitedItem>();
	const outputs = await eachGivingWay(said, (each) => {
		const output = itemOf(each);
		if (each.awaits !== undefined) awaited.set(output, each.awaits);
		return { item: each.items[0], output };
	});
	const failedItem = errorItems(context, [...OUTCOME_COLUMNS, ...ofPreview]);
	const failed = new Set<INodeExecutionData>();
	await eachGivingWay(run.rows, ({ item, fate }) => {
		if (!('why' in fate)) return;
		const output = failedItem(item, failureOf(fate));
		failed.add(output);
		outputs.push({ item, output });
	});
	if (perRecipient) outputs.sort((a, b) => a.item - b.item);
	const items = [...outputs.map(({ output }) => output), ...apart.map(itemOf)];
	return { items: sentFirst(context, items, failed), failed, awaited };
}

/** How campaigns ended, by code. */
type CampaignEnds = ReadonlyMap<string, CampaignEnd>;

/** What the node says about the input items of an output item. */
interface OwnOfItems {
	items: number[];
	own: IDataObject;
	/** The campaign whose end is awaited. */
	awaits?: AwaitedItem;
}

async function ofCampaigns(run: CampaignRun, ends: CampaignEnds): Promise<OwnOfItems[]> {
	const refused = run.rows.filter(({ fate }) => fate.is === 'refused').length;
	return await eachGivingWay(campaignsOf(run.rows), (campaign): OwnOfItems => {
		const { taskId, recipientCount } = campaign.says;
		const end = ends.get(String(taskId));
		const recipients = recipientCount as number | undefined;
		return {
			items: campaign.rows.map(({ item }) => item),
			own: {
				...ownOfCampaign(run, campaign, end),
				...{ refused, ...repairedIn(campaign.rows) },
			},
			awaits: end && { code: String(taskId), recipients, isCampaign: true },
		};
	});
}

async function ofRows(run: CampaignRun, ends: CampaignEnds): Promise<OwnOfItems[]> {
	const said: OwnOfItems[] = [];
	await eachGivingWay(run.rows, (row) => {
		const { item, fate, leftOut } = row;
		if (!('says' in fate)) return;
		const [says] = fate.says;
		if (fate.is !== 'accepted') {
			const { recipient, duplicateOf } = leftOut ?? {};
			said.push({ items: [item], own: { ...says, recipient, duplicateOf } });
			return;
		}
		const code = String(says.taskId);
		const end = ends.get(code);
		const own = ownOfRecipient(run, row, says, end);
		const { recipient, recipientCount } = own as { recipient?: string; recipientCount?: number };
		const awaits = end && { code, recipient: recipient ?? undefined, recipients: recipientCount };
		said.push({ items: [item], own, awaits });
	});
	return said;
}

function ownOfCampaign(
	{ options }: CampaignRun,
	{ says, rows: [first] }: Campaign,
	end: CampaignEnd | undefined,
): IDataObject {
	return { ...(options.test && { ...testOf(options), ...first.notes }), ...end, ...says };
}

function repairedIn(rows: CampaignRow[]): IDataObject {
	const numbers = rows.flatMap(({ item, repairedFrom: from }) => (from ? [{ item, from }] : []));
	if (numbers.length === 0) return {};
	return { repaired: numbers.length, repairedNumbers: numbers.slice(0, MOST_LISTED) };
}

function ownOfRecipient(
	{ options, rows }: CampaignRun,
	{ phone, duplicateOf, notes, repairedFrom }: CampaignRow,
	accepted: IDataObject,
	end: CampaignEnd | undefined,
): IDataObject {
	const { outcome, taskId, timeZone, scheduledFor, scheduledZone } = accepted;
	const { scheduledBecause, endsAbout, endsInQuietTime } = accepted;
	const { lists, recipientCount, messageLimit, unrecognized } = accepted;
	// The number as in the request.
	const recipient = (duplicateOf === undefined ? phone : rows[duplicateOf].phone) || null;
	const isTest = options.test !== undefined;
	const toSeveral = recipient === null && lists === undefined;
	// The service does not say who is beyond the limit, or whom it did not recognize.
	const isForAll = messageLimit === undefined && unrecognized === undefined;
	const isKnown = isForAll || outcome !== 'accepted';
	return {
		outcome: isKnown ? outcome : 'unknown',
		...testOf(options),
		...(end && endFor(end)(recipient ?? '')),
		...(!isTest && { recipient, duplicateOf }),
		// Set by an earlier try, when the node sent to lists, or to several phones for an item.
		lists,
		recipientCount: toSeveral ? recipientCount : undefined,
		...notes,
		...{ taskId, repairedFrom, timeZone, scheduledFor, scheduledZone },
		...{ scheduledBecause, endsAbout, endsInQuietTime },
		...{ messageLimit, unrecognized },
	};
}

function testOf({ test }: RunOptions): IDataObject {
	return test === undefined ? {} : { sentTo: test.numbers };
}

/**
 * The left-out rows for "Output: Per Campaign": one item for the option "Leave Out", one for what
 * an earlier execution certainly sent, and one for unknown outcomes.
 */
function ofLeftOut({ rows, options: { sendTo } }: CampaignRun): OwnOfItems[] {
	return [...leftOutGroups(rows).values()].map((group) => {
		const recipients = group.map(({ recipient }) => recipient);
		const whom =
			sendTo === 'lists'
				? { lists: [...new Set(recipients.flatMap((codes) => codes.split(',')))].join(',') }
				: { recipientCount: new Set(recipients.map(comparablePhone)).size };
		const items = group.map(({ item }) => item);
		return { items, own: { ...saidOf(group[0]), ...whom, items: group.length } };
	});
}

/**
 * "Retry On Fail" runs a node again if its first item is an error, so an item that was sent comes
 * first. With an error output, too: the order of the others stays the same there.
 */
function sentFirst(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	failed: ReadonlySet<INodeExecutionData>,
): INodeExecutionData[] {
	const { retryOnFail } = context.getNode();
	if (!retryOnFail && !hasErrorOutput(context)) return items;
	const sent = items.find((item) => !failed.has(item));
	return [...(sent ? [sent] : []), ...items.filter((item) => item !== sent)];
}
