import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { errorItems, hasErrorOutput } from '../n8n/errorItem';
import { CAMPAIGN, SETTINGS, withoutPreview } from '../approve/previewed';
import { besideColumnsOfSuccess } from '../n8n/inputColumns';
import { comparablePhone } from '../rules/phones';
import { leftOutGroups, type LeftOut } from './leftOut';
import { isPerRecipient, type RunOptions } from './runOptions';
import { endFor, type CampaignEnd } from '../waiting/campaignEnd';
import { eachGivingWay } from '../service/pause';
import type { RowOutcome } from '../service/rowOutcome';
import { MOST_LISTED } from '../sentBefore/itemNumbers';
import { failureOf, outputColumns, type OutputColumns } from '../pipeline/output';
import { hasFailed, linesOf, type CampaignResult } from './campaignAccount';

/** Columns in which a preview says what an approval reads: no row may say it in its place. */
const OF_PREVIEW = [CAMPAIGN, SETTINGS];

/**
 * The node's output: campaigns first, then what was not sent, or with "Output: Per Recipient"
 * one item per input item in its order. Each is paired to the input items it represents.
 *
 * @param ends how the campaigns ended, by their codes, if they were awaited
 */
export async function campaignItems(
	context: IExecuteFunctions,
	result: CampaignResult,
	ends = new Map<string, CampaignEnd>(),
): Promise<INodeExecutionData[]> {
	const { sent, leftOut, options } = result;
	const perRecipient = isPerRecipient(options);
	const inputs = options.isApproved
		? context.getInputData().map((each) => ({ ...each, json: withoutPreview(each.json) }))
		: context.getInputData();
	const said: Said[] = [];
	await eachGivingWay(sent, async ({ items, duplicates, outcome }) => {
		if (!('accepted' in outcome)) return;
		const { accepted } = outcome;
		const end = ends.get(String(accepted.taskId));
		if (!perRecipient) {
			said.push({ item: items[0], items, own: ownOfCampaign(accepted, end, items, result) });
			return;
		}
		await eachGivingWay(items, (item) => {
			const duplicateOf = duplicates?.[item];
			const whom = { recipient: result.phones.get(duplicateOf ?? item) || null, duplicateOf };
			const own = ownOfRecipient(accepted, end, item, whom, result);
			said.push({ item, own, row: inputs[item] });
		});
	});
	const isSaid = new Set(said.map(({ item }) => item));
	await eachGivingWay(perRecipient ? leftOut : [], (row) => {
		const { item, recipient, duplicateOf } = row;
		// Of a row to several lists, some may get it.
		if (isSaid.has(item)) return;
		isSaid.add(item);
		const own = { ...leftOutOf(row), recipient, duplicateOf };
		said.push({ item, own, row: inputs[item] });
	});
	const apart = perRecipient ? [] : ownOfLeftOut(leftOut, options.sendTo === 'lists');
	const all = [...said, ...apart];
	const columns = outputColumns(all.map(({ own }) => own));
	const reserved = options.onlyEstimate ? [...columns.empty, ...OF_PREVIEW] : columns.empty;
	const beside = (row: IDataObject, own: IDataObject) => besideColumnsOfSuccess(row, own, reserved);
	const outputs = await eachGivingWay(said, (each) => ({
		...{ item: each.item, output: itemOf(each, columns.of, beside) },
	}));
	const failedItem = errorItems(context);
	const failed = linesOf(result).filter(hasFailed);
	const items = failed.flatMap((line) => line.items.map((item) => ({ item, line })));
	await eachGivingWay(items, ({ item, line }) => {
		outputs.push({ item, output: failedItem(item, failureOf(line)) });
	});
	if (perRecipient) outputs.sort((a, b) => a.item - b.item);
	const ofLeftOut = apart.map((each) => itemOf(each, columns.of, beside));
	return sentFirst(context, [...outputs.map(({ output }) => output), ...ofLeftOut]);
}

interface Said {
	/** The first input item it is about. */
	item: number;
	/** All of them, if it is about several. */
	items?: number[];
	own: IDataObject;
	/** The input item whose columns follow. */
	row?: INodeExecutionData;
}

function itemOf(
	{ item, items, own, row }: Said,
	columnsOf: OutputColumns['of'],
	beside: (row: IDataObject, own: IDataObject) => IDataObject,
): INodeExecutionData {
	const defined = Object.entries(own).filter(([, value]) => value !== undefined);
	const json = columnsOf(Object.fromEntries(defined));
	if (row === undefined) {
		return { json, pairedItem: (items ?? [item]).map((each) => ({ item: each })) };
	}
	const { binary } = row;
	return {
		json: beside(row.json, json),
		...(binary === undefined ? {} : { binary }),
		pairedItem: { item },
	};
}

function ownOfCampaign(
	campaign: IDataObject,
	end: CampaignEnd | undefined,
	items: number[],
	{ notes, repaired, refused, options }: CampaignResult,
): IDataObject {
	const numbers = items.flatMap((item) =>
		repaired.has(item) ? [{ item, from: repaired.get(item)! }] : [],
	);
	return {
		...(options.test && { ...testOf(options), ...notes.get(items[0]) }),
		...end,
		...campaign,
		refused: new Set(refused.map(({ item }) => item)).size,
		...(numbers.length > 0 && {
			repaired: numbers.length,
			repairedNumbers: numbers.slice(0, MOST_LISTED),
		}),
	};
}

/** @param whom the number as the request holds it, and the earlier item whose message the row shares */
function ownOfRecipient(
	accepted: IDataObject,
	end: CampaignEnd | undefined,
	item: number,
	whom: { recipient: string | null; duplicateOf?: number },
	{ notes, repaired, options }: CampaignResult,
): IDataObject {
	const { outcome, taskId, timeZone, scheduledFor, scheduledZone } = accepted;
	const { lists, recipientCount, messageLimit, unrecognized } = accepted;
	const isTest = options.test !== undefined;
	const toSeveral = whom.recipient === null && lists === undefined && !isTest;
	// Beyond the limit the service names no one.
	const isKnown = messageLimit === undefined || outcome !== 'accepted';
	return {
		outcome: isKnown ? outcome : 'unknown',
		...testOf(options),
		...(end && endFor(end)(whom.recipient ?? '')),
		...(!isTest && whom),
		// Sent in an earlier try, when the node sent to lists, or to several phones for an item.
		lists,
		recipientCount: toSeveral ? recipientCount : undefined,
		...notes.get(item),
		...{ taskId, repairedFrom: repaired.get(item), timeZone, scheduledFor, scheduledZone },
		...{ messageLimit, unrecognized },
	};
}

function testOf({ test }: RunOptions): IDataObject {
	return test === undefined ? {} : { sentTo: test.numbers };
}

/** What the output says of a row that is left out; it belongs to no campaign of this run. */
function leftOutOf(row: LeftOut): IDataObject {
	const { isUnknown, because } = row;
	const outcome: RowOutcome = isUnknown ? 'unknown' : because ? 'leftOut' : 'alreadySent';
	return { outcome, taskId: null, leftOutBecause: because };
}

/**
 * The rows that are left out as the output of "Output: Per Campaign" says it: one item for those of the option
 * "Leave Out", one for those an earlier execution certainly sent to, one for those of unknown outcome.
 *
 * @param toLists true when the campaign is sent to distribution lists
 */
function ownOfLeftOut(leftOut: LeftOut[], toLists: boolean): Said[] {
	return [...leftOutGroups(leftOut).values()].map((rows) => {
		const recipients = rows.map(({ recipient }) => recipient);
		const whom = toLists
			? { lists: [...new Set(recipients.flatMap((codes) => codes.split(',')))].join(',') }
			: { recipientCount: new Set(recipients.map(comparablePhone)).size };
		const items = rows.map(({ item }) => item);
		const own = { ...leftOutOf(rows[0]), ...whom, items: rows.length };
		return { item: items[0], items, own };
	});
}

/**
 * "Retry On Fail" runs a node again whose first item is an error. Where that costs tries for nothing,
 * an item that was sent comes before it: into an error output the order of the others is the same.
 */
function sentFirst(context: IExecuteFunctions, items: INodeExecutionData[]): INodeExecutionData[] {
	const { retryOnFail } = context.getNode();
	if (!retryOnFail && !hasErrorOutput(context)) return items;
	const at = items.findIndex(({ json }) => json.error === undefined);
	return at < 1 ? items : [items[at], ...items.slice(0, at), ...items.slice(at + 1)];
}
