// What a waiting node stores as its output, and what it adds at the end.
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';

import { keptInWait, keptWithExecution, runState, eachGivingWay } from '../ledger/runState';
import { errorAlone, hasErrorOutput } from '../n8n/output';
import { comparablePhone } from '../rules/phones';
import { endFor, type AwaitedCampaign, type CampaignEnd } from './campaignEnd';
import { toldOf, type PendingWait } from './pendingWaits';

/**
 * Stores the output as the node's input, which n8n outputs when it continues. n8n pairs each item
 * with the input item at its position, whatever its own pairing (n8n-core 2.0 and 2.41,
 * `workflow-execute`: `handleWaitingState`, `handleDisabledNode`).
 *
 * @returns what each stored item awaits, in their order
 */
export function leaveForLater(
	context: IExecuteFunctions,
	{ items, failed, awaited }: WaitingOutput,
): Awaits {
	const executeData = context.getExecuteData();
	// A merged row would hide what its error item says of it.
	const isMoved = hasErrorOutput(context) && failed.size > 0;
	const inPlace = isMoved ? undefined : arrangedInPlace(items);
	// An item for the error output has its row under `message`.
	const inOrderLeft = inPlace ?? items;
	const left = inOrderLeft.map((item) =>
		isMoved && failed.has(item) ? { ...item, json: errorAlone(item.json) } : item,
	);
	// Without a source, n8n pairs no items. By position it would pair the wrong ones.
	if (inPlace === undefined) executeData.source = null;
	executeData.data.main = [left];
	return inOrderLeft.map((item) => awaited.get(item) ?? null);
}

/** The items, each at the position of one of its own input items, if possible. */
function arrangedInPlace(items: INodeExecutionData[]): INodeExecutionData[] | undefined {
	const sorted = [...items].sort((a, b) => positionsOf(a)[0] - positionsOf(b)[0]);
	return sorted.every((item, index) => positionsOf(item).includes(index)) ? sorted : undefined;
}

/** The input items an output item is paired to. */
function positionsOf({ pairedItem = [] }: INodeExecutionData): number[] {
	return [pairedItem].flat().map((each) => (typeof each === 'number' ? each : each.item));
}

/** What an item awaits. */
export interface AwaitedItem {
	/** Its campaign's code. */
	code: string;
	/** How many recipients its campaign has. */
	recipients?: number;
	/** The phone, if it represents one recipient. */
	recipient?: string;
	/** True if it represents no row: its `message` is the node's, not a column of a row. */
	isCampaign?: true;
}

/** What each item awaits, by its position. */
export type Awaits = Array<AwaitedItem | null>;

/** The output of a run that may wait. */
export interface WaitingOutput {
	items: INodeExecutionData[];
	/** Items of failed rows. */
	failed: ReadonlySet<INodeExecutionData>;
	/** Items whose campaigns may be awaited. */
	awaited: ReadonlyMap<INodeExecutionData, AwaitedItem>;
}

const AWAITED = 'awaited';

/** Keeps what the items await as one text: n8n saves and reads 100,000 of them at once. */
export function rememberAwaits(context: IExecuteFunctions, awaits: Awaits): void {
	keptWithExecution<string>(runState(context), AWAITED).items = JSON.stringify(awaits);
}

/** What the items of a waiting execution await. */
export function awaitsOf(context: IWebhookFunctions): Awaits {
	return JSON.parse(keptInWait<string>(context, AWAITED).items ?? '[]') as Awaits;
}

/** An execution's awaited campaigns, by code. */
export type AwaitedCampaigns = Map<string, AwaitedCampaign>;

/** The campaigns that a waiting execution's items await. */
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

/** An item with later results before the columns of its row. */
function amongFirstColumns(json: IDataObject, later: IDataObject): IDataObject {
	const columns = Object.entries(json);
	const count = columns.findIndex(([name]) => name === 'taskId') + 1;
	const { outcome } = json;
	const { endedBy } = later;
	const own = { outcome, endedBy, ...Object.fromEntries(columns.slice(0, count)), ...later };
	return { ...own, ...json, ...own };
}

/** The items with their campaigns' ends. */
export async function withEnds(
	items: INodeExecutionData[],
	awaits: Awaits,
	campaigns: AwaitedCampaigns,
	ends: Map<string, CampaignEnd>,
	wait: PendingWait,
): Promise<INodeExecutionData[]> {
	const endsFor = new Map(
		[...ends].map(([code, end]) => {
			// An unnamed failed number may be any recipient's.
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
