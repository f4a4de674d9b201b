// What a campaign puts out for each row.
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { CAMPAIGN, SETTINGS, withoutPreview } from '../approve/previewed';
import { MOST_LISTED } from '../ledger/ledger';
import { eachGivingWay } from '../ledger/runState';
import { besideColumns, COLUMNS_OF_SENT, OUTCOME_COLUMNS } from '../n8n/inputColumns';
import { errorItems, hasErrorOutput } from '../n8n/output';
import { failureOf } from '../pipeline/errorOfRun';
import { inOrder } from '../pipeline/fate';
import { leftOutGroups, saidOf } from '../pipeline/leftOut';
import type { CampaignRow } from '../pipeline/rows';
import { comparablePhone } from '../rules/phones';
import { endFor, type CampaignEnd } from '../waiting/campaignEnd';
import type { AwaitedItem, WaitingOutput } from '../waiting/waitingItems';
import type { CampaignRun } from './campaignRun';
import { campaignsOf, type Campaign } from './campaigns';
import { isPerRecipient, type RunOptions } from './runOptions';

/** Columns in which a preview says what an approval reads: no row may say it in its place, nor one that is refused. */
const OF_PREVIEW = [CAMPAIGN, SETTINGS];

/**
 * The node's output: campaigns first, then what was not sent, or with "Output: Per Recipient"
 * one item per input item in its order. Each is paired to the input items it represents.
 *
 * @param ends how the campaigns ended, by their codes, if they are awaited
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

/** How campaigns ended, by their codes. */
type CampaignEnds = ReadonlyMap<string, CampaignEnd>;

/** What the node says of the input items that an output item is about. */
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
	const { lists, recipientCount, messageLimit, unrecognized } = accepted;
	// The number as the request holds it.
	const recipient = (duplicateOf === undefined ? phone : rows[duplicateOf].phone) || null;
	const isTest = options.test !== undefined;
	const toSeveral = recipient === null && lists === undefined;
	// Beyond the limit the service names no one.
	const isKnown = messageLimit === undefined || outcome !== 'accepted';
	return {
		outcome: isKnown ? outcome : 'unknown',
		...testOf(options),
		...(end && endFor(end)(recipient ?? '')),
		...(!isTest && { recipient, duplicateOf }),
		// Sent in an earlier try, when the node sent to lists, or to several phones for an item.
		lists,
		recipientCount: toSeveral ? recipientCount : undefined,
		...notes,
		...{ taskId, repairedFrom, timeZone, scheduledFor, scheduledZone },
		...{ messageLimit, unrecognized },
	};
}

function testOf({ test }: RunOptions): IDataObject {
	return test === undefined ? {} : { sentTo: test.numbers };
}

/**
 * The rows that are left out as the output of "Output: Per Campaign" says it: one item for those of the option
 * "Leave Out", one for those an earlier execution certainly sent to, one for those of unknown outcome.
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
 * "Retry On Fail" runs a node again whose first item is an error. Where that costs tries for nothing,
 * an item that was sent comes before it: into an error output the order of the others is the same.
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
