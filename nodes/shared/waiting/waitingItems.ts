// The output of a node that waits: what it stores, and what it adds at the end.
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';

import { keptInWait, keptWithExecution, runState, eachGivingWay } from '../ledger/runState';
import { errorAlone, hasErrorOutput } from '../n8n/output';
import { inOrder } from '../pipeline/fate';
import { comparablePhone } from '../rules/phones';
import { endFor, type AwaitedCampaign, type CampaignEnd } from './campaignEnd';
import { toldOf, type PendingWait } from './pendingWaits';

/**
 * Stores the output where n8n finds it when it continues: it passes a waiting node's input on as its
 * output, and pairs each item with the input item of the same position, whatever pairing it holds
 * (n8n-core 2.0 and 2.41, `workflow-execute`: `handleWaitingState`, `handleDisabledNode`).
 *
 * @returns what each item awaits, in the order in which they are left
 */
export function leaveForLater(
	context: IExecuteFunctions,
	{ items, failed, awaited }: WaitingOutput,
): Awaits {
	const executeData = context.getExecuteData();
	// Merged in, a row would hide what its error item says of it.
	const isMoved = hasErrorOutput(context) && failed.size > 0;
	const inPlace = isMoved ? undefined : arrangedInPlace(items);
	// One that n8n is to move to the error output has its row under `message`.
	const inOrderLeft = inPlace ?? items;
	const left = inOrderLeft.map((item) =>
		isMoved && failed.has(item) ? { ...item, json: errorAlone(item.json) } : item,
	);
	// Without a source n8n pairs an item with no one: by its position it would be someone else's.
	if (inPlace === undefined) executeData.source = null;
	executeData.data.main = [left];
	return inOrderLeft.map((item) => awaited.get(item) ?? null);
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

/** What an item of a waiting execution awaits. */
export interface AwaitedItem {
	/** The code of its campaign. */
	code: string;
	/** Whom the campaign was sent to that it represents. */
	recipients?: number;
	/** The phone, where it represents one recipient of the campaign. */
	recipient?: string;
	/** True where it represents no row: its columns are the node's own, with a message that no one saw the end. */
	isCampaign?: true;
}

/** What each item of a waiting execution awaits, by its place. */
export type Awaits = Array<AwaitedItem | null>;

/** The output of a run that may have to wait. */
export interface WaitingOutput {
	items: INodeExecutionData[];
	/** Those of rows that failed. */
	failed: ReadonlySet<INodeExecutionData>;
	/** Those whose campaigns may be awaited. */
	awaited: ReadonlyMap<INodeExecutionData, AwaitedItem>;
}

const AWAITED = 'awaited';

/** Keeps with the execution what its items await. As one text, n8n saves and reads 100,000 of them at once. */
export function rememberAwaits(context: IExecuteFunctions, awaits: Awaits): void {
	keptWithExecution<string>(runState(context), AWAITED).items = JSON.stringify(awaits);
}

/** What the items of a waiting execution await. */
export function awaitsOf(context: IWebhookFunctions): Awaits {
	return JSON.parse(keptInWait<string>(context, AWAITED).items ?? '[]') as Awaits;
}

/** The campaigns an execution waits for, by their codes. */
export type AwaitedCampaigns = Map<string, AwaitedCampaign>;

/** The campaigns that the items of a waiting execution stand for. */
export async function awaitedCampaigns(awaits: Awaits): Promise<AwaitedCampaigns> {
	const campaigns: AwaitedCampaigns = new Map();
	await eachGivingWay(awaits, (awaited) => {
		if (awaited === null) return;
		const { code, recipient, recipients } = awaited;
		if (recipient === undefined) {
			campaigns.set(code, { recipients });
			return;
		}
		const phones = campaigns.get(code)?.phones ?? new Set();
		phones.add(comparablePhone(recipient));
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
	items: INodeExecutionData[],
	awaits: Awaits,
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
	return await eachGivingWay(items, (item, place): INodeExecutionData => {
		const awaited = awaits[place];
		if (!awaited) return item;
		const { code, recipient, isCampaign } = awaited;
		if (recipient !== undefined) {
			return { ...item, json: amongFirstColumns(item.json, endsFor.get(code)!(recipient)) };
		}
		const { message: _limit, ...campaign } = item.json;
		const json = isCampaign ? campaign : item.json;
		return { ...item, json: amongFirstColumns(json, ends.get(code)!) };
	});
}
