import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { errorAlone, hasErrorOutput } from '../n8n/errorItem';
import { eachGivingWay } from '../service/pause';
import { comparablePhone } from '../rules/phones';
import { endFor, type AwaitedCampaign, type CampaignEnd } from './campaignEnd';
import { toldOf, type PendingWait } from './pendingWaits';
import { inOrder } from '../pipeline/output';

/**
 * Stores the output where n8n finds it when it continues: it passes a waiting node's input on as its
 * output, and pairs each item with the input item of the same position, whatever pairing it holds
 * (n8n-core 2.0 and 2.41, `workflow-execute`: `handleWaitingState`, `handleDisabledNode`).
 *
 * Error items are left without pairing, which tells them apart: their columns may be those of an earlier campaign's output.
 */
export function leaveForLater(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	const executeData = context.getExecuteData();
	// Merged in, a row would hide what its error item says of it.
	const isMoved = hasErrorOutput(context) && items.some(isFailed);
	const inPlace = isMoved ? undefined : arrangedInPlace(items);
	const left = (inPlace ?? items).map((item) => (isFailed(item) ? leftError(item, isMoved) : item));
	// Without a source n8n pairs an item with no one: by its position it would be someone else's.
	if (inPlace === undefined) executeData.source = null;
	executeData.data.main = [left];
	return left;
}

/** Tells whether an item that was left belongs to a campaign; the others are errors. */
function isOfCampaign({ pairedItem }: INodeExecutionData): boolean {
	return pairedItem !== undefined;
}

/** A row's own column `error` is not in an item that succeeded. */
function isFailed({ json, error }: INodeExecutionData): boolean {
	return error !== undefined || json.error !== undefined;
}

/** The items in an order in which each is where an input item of its own stood, if there is one. */
function arrangedInPlace(items: INodeExecutionData[]): INodeExecutionData[] | undefined {
	const sorted = [...items].sort((a, b) => positionsOf(a)[0] - positionsOf(b)[0]);
	return sorted.every((item, index) => positionsOf(item).includes(index)) ? sorted : undefined;
}

/** The input items an output item is paired to. */
function positionsOf({ pairedItem = [] }: INodeExecutionData): number[] {
	return [pairedItem].flat().map((each) => (typeof each === 'number' ? each : each.item));
}

/** An error item as n8n can keep it: one that it is to move to the error output has its row under `message`. */
function leftError({ pairedItem: _pairedItem, ...left }: INodeExecutionData, isMoved: boolean) {
	return isMoved ? { ...left, json: errorAlone(left.json) } : left;
}

/** An item of a waiting execution, as {@link leaveForLater} left it. */
export type WaitingItem = INodeExecutionData & { json: Partial<CampaignEnd> };

/** The campaigns an execution waits for, by their codes. */
export type AwaitedCampaigns = Map<string, AwaitedCampaign>;

/** Tells whether an item represents a campaign whose end is awaited, or for one of its recipients. */
function isAwaited(item: WaitingItem): boolean {
	const { outcome, timedOut, taskId } = item.json;
	const isNamed = timedOut === true && taskId !== undefined && taskId !== null;
	return isOfCampaign(item) && isNamed && outcome === 'accepted';
}

/** The campaigns that the items of a waiting execution stand for. */
export async function awaitedCampaigns(items: WaitingItem[]): Promise<AwaitedCampaigns> {
	const campaigns: AwaitedCampaigns = new Map();
	await eachGivingWay(items, (item) => {
		if (!isAwaited(item)) return;
		const { recipient, recipientCount } = item.json;
		const code = String(item.json.taskId);
		if (typeof recipient !== 'string') {
			campaigns.set(code, { recipients: recipientCount as number | undefined });
			return;
		}
		const phones = campaigns.get(code)?.phones ?? new Set();
		phones.add(comparablePhone(String(recipient)));
		campaigns.set(code, { recipients: phones.size, phones });
	});
	return campaigns;
}

/** An item with what became known later, which is before the columns of its row. */
function amongFirstColumns(json: IDataObject, later: IDataObject): IDataObject {
	const columns = Object.entries(json);
	const before = columns.findIndex(([name]) => name === 'taskId') + 1;
	const own = inOrder({ ...Object.fromEntries(columns.slice(0, before)), ...later });
	return { ...own, ...json, ...own };
}

/** The items with the ends of their campaigns. */
export async function withEnds(
	items: WaitingItem[],
	campaigns: AwaitedCampaigns,
	ends: Map<string, CampaignEnd>,
	wait: PendingWait,
): Promise<INodeExecutionData[]> {
	const endsFor = new Map(
		[...ends].map(([code, end]) => {
			// Of numbers that failed, and are not named, each may be any recipient's.
			const { failedUnnamed } = toldOf(wait, code);
			const recipients = failedUnnamed ? undefined : campaigns.get(code)?.phones;
			return [code, endFor(end, recipients)];
		}),
	);
	const laterOf = ({ json }: WaitingItem): IDataObject | undefined => {
		const code = String(json.taskId);
		return typeof json.recipient !== 'string'
			? ends.get(code)
			: endsFor.get(code)?.(String(json.recipient));
	};
	const later = await eachGivingWay(items, (item) => (isAwaited(item) ? laterOf(item) : undefined));
	return await eachGivingWay(items, (item, index): INodeExecutionData => {
		const own = later[index];
		if (own === undefined) return item;
		const { message: _limit, ...campaign } = item.json;
		const json = typeof campaign.recipient === 'string' ? item.json : campaign;
		return { ...item, json: amongFirstColumns(json, own) };
	});
}
