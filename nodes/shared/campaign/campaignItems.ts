import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { recipientField } from '../descriptions/campaignFields';
import { errorItem, hasErrorOutput, type Failure } from '../engine/errorItem';
import { besideColumnsOfSuccess } from '../engine/inputColumns';
import { cleanPhone } from '../validation/phones';
import { repairPhone } from '../validation/repairPhone';
import { alreadySentItems, alreadySentOf } from './alreadySentItems';
import type { LeftOut } from './campaignKey';
import type { SentRequest } from './campaignMemory';
import { isPerRecipient, type RunOptions } from './runOptions';
import { endFor, type CampaignEnd } from '../waiting/campaignEnd';
import { givingWay } from '../bulk/eventLoop';
import type { ItemNotes } from './notes';
import { notAcceptedTexts } from './outcomeTexts';
import type { RefusedItem } from '../bulk/refusedItems';
import { recipientReader } from '../bulk/recipientReader';

/** An accepted campaign and how it ended, if it was awaited. */
interface AcceptedCampaign {
	accepted: IDataObject;
	end?: CampaignEnd;
}

/** Whom a row is for. */
interface Whom {
	/** The number as the request holds it. */
	recipient: string | null;
	/** The earlier item whose message it shares. */
	duplicateOf?: number;
}

/** What became of a run's items. */
export interface CampaignResult {
	sent: SentRequest[];
	refused: RefusedItem[];
	/** The phones of items as they were sent, by item; those of an earlier try are not known. */
	phones: Map<number, string>;
	options: RunOptions;
	/** What is said of single items, by item. */
	notes: ItemNotes;
	/** The phones of items whose number was repaired, as the items hold them. */
	repaired: Map<number, string>;
	/** What a Campaign Key left out; undefined without a key. */
	leftOut?: LeftOut[];
}

/**
 * The node's output: campaigns first, then what was not sent, or with "Output: One Item Per: Recipient"
 * one item per input item in its order. Each is paired to the input items it stands for.
 *
 * @param ends how the campaigns ended, by their codes, if they were awaited
 */
export async function campaignItems(
	context: IExecuteFunctions,
	result: CampaignResult,
	ends = new Map<string, CampaignEnd>(),
): Promise<INodeExecutionData[]> {
	const { sent, refused, leftOut, options } = result;
	const perRecipient = isPerRecipient(options);
	const inputs = context.getInputData();
	const failedItem = errorItems(context, inputs);
	const recipientOf = phoneOf(context, result);
	const giveWay = givingWay();
	const accepted: Array<{ item: number; output: INodeExecutionData }> = [];
	const others: Array<{ item: number; output: INodeExecutionData }> = [];
	for (const { items, duplicates, outcome } of sent) {
		const campaign: AcceptedCampaign | undefined =
			'accepted' in outcome
				? {
						accepted: withFlag(outcome.accepted, leftOut),
						end: ends.get(String(outcome.accepted.taskId)),
					}
				: undefined;
		if (campaign !== undefined && !perRecipient) {
			if (giveWay.isDue()) await giveWay.now();
			accepted.push({ item: items[0], output: campaignOutput(campaign, items, result) });
			continue;
		}
		for (const item of items) {
			if (giveWay.isDue()) await giveWay.now();
			if (campaign === undefined) {
				others.push({ item, output: failedItem(item, notAcceptedTexts(outcome)) });
			} else {
				const duplicateOf = duplicates?.[item];
				const first = duplicateOf ?? item;
				const whom = { recipient: recipientOf(first, inputs[first].json), duplicateOf };
				accepted.push({
					item,
					output: recipientOutput(campaign, item, inputs[item], whom, result),
				});
			}
		}
	}
	for (const { item, reason, fix } of refused) {
		if (giveWay.isDue()) await giveWay.now();
		others.push({ item, output: failedItem(item, { message: reason, description: fix }) });
	}
	const isEstimated = options.onlyEstimate;
	for (const row of perRecipient ? (leftOut ?? []) : []) {
		if (giveWay.isDue()) await giveWay.now();
		const own = { ...alreadySentOf(row, isEstimated), ...saysOf(row) };
		accepted.push({ item: row.item, output: besideRow(row.item, inputs[row.item], own) });
	}
	const all = [...accepted, ...others];
	if (perRecipient) all.sort((a, b) => a.item - b.item);
	const apart =
		leftOut === undefined || perRecipient
			? []
			: alreadySentItems(leftOut, isEstimated, options.sendTo === 'lists');
	return sentFirst(context, [...all.map(({ output }) => output), ...apart]);
}

/** Makes error items; n8n copies the whole node each time it is asked for it. */
function errorItems(context: IExecuteFunctions, inputs: INodeExecutionData[]) {
	const node = context.getNode();
	const executeData = context.getExecuteData();
	const known = {
		getNode: () => node,
		getInputData: () => inputs,
		getExecuteData: () => executeData,
	};
	return (item: number, failure: Failure) => errorItem(known, item, failure);
}

/** With a Campaign Key every item says whether it was sent before, so that a flow can branch on it. */
function withFlag(accepted: IDataObject, leftOut: LeftOut[] | undefined): IDataObject {
	return leftOut === undefined ? accepted : { ...accepted, alreadySent: false };
}

function campaignOutput(
	{ accepted, end }: AcceptedCampaign,
	items: number[],
	{ notes, repaired, refused, options: { test } }: CampaignResult,
): INodeExecutionData {
	const numbers = items.flatMap((item) =>
		repaired.has(item) ? [{ item, from: repaired.get(item)! }] : [],
	);
	const json: IDataObject = {
		...(test === undefined ? {} : { sentTo: test.numbers, ...notes.get(items[0]) }),
		...accepted,
		refused: new Set(refused.map(({ item }) => item)).size,
		...(numbers.length === 0 ? {} : { repaired: numbers.length, repairedNumbers: numbers }),
		...end,
	};
	return { json, pairedItem: items.map((item) => ({ item })) };
}

function recipientOutput(
	{ accepted, end }: AcceptedCampaign,
	item: number,
	input: INodeExecutionData,
	whom: Whom,
	{ notes, repaired, options: { test } }: CampaignResult,
): INodeExecutionData {
	const { scheduledFor, estimated, alreadySent } = accepted;
	return besideRow(item, input, {
		...(estimated === true ? { estimated } : { taskId: accepted.taskId }),
		...(test === undefined ? saysOf(whom) : { test: true, sentTo: test.numbers }),
		...(repaired.has(item) ? { repairedFrom: repaired.get(item) } : {}),
		...notes.get(item),
		...(scheduledFor === undefined ? {} : { scheduledFor }),
		...(end && endFor(end)(whom.recipient ?? '')),
		...(alreadySent === undefined ? {} : { alreadySent }),
	});
}

function saysOf({ recipient, duplicateOf }: Whom): IDataObject {
	return { recipient, ...(duplicateOf === undefined ? {} : { duplicateOf }) };
}

/** What is said of a row, beside its columns. */
function besideRow(
	item: number,
	{ json: row, binary }: INodeExecutionData,
	own: IDataObject,
): INodeExecutionData {
	const json = besideColumnsOfSuccess(row, own);
	return { json, ...(binary === undefined ? {} : { binary }), pairedItem: { item } };
}

/** The recipient of an item; null when it left in an earlier try and cannot be read any more. */
function phoneOf(
	context: IExecuteFunctions,
	{ phones, options: { repairNumbers } }: CampaignResult,
) {
	const reader = recipientReader(context, recipientField.displayName);
	return (item: number, json: IDataObject): string | null => {
		const known = phones.get(item);
		if (known !== undefined) return known;
		try {
			const entered = reader.at(item, json);
			const read = repairPhone(entered, repairNumbers);
			return 'value' in read ? read.value : cleanPhone(entered);
		} catch {
			// The message has left; that the expression fails now takes nothing back.
			return null;
		}
	};
}

/**
 * "Retry On Fail" runs a node again whose first item is an error. Where that costs tries for nothing,
 * an item that was sent goes before it: into an error output the order of the others is the same.
 */
function sentFirst(context: IExecuteFunctions, items: INodeExecutionData[]): INodeExecutionData[] {
	const { retryOnFail } = context.getNode();
	if (!retryOnFail && !hasErrorOutput(context)) return items;
	const at = items.findIndex(({ json }) => json.error === undefined);
	return at < 1 ? items : [items[at], ...items.slice(0, at), ...items.slice(at + 1)];
}
