import type { INodeExecutionData } from 'n8n-workflow';

import { givingWay } from '../run/eventLoop';
import { comparablePhone } from '../rules/phones';
import { endFor, type AwaitedCampaign, type CampaignEnd } from './campaignEnd';
import { isOfCampaign } from './leaveForLater';

/** An item of a waiting execution, as `leaveForLater` left it. */
export type WaitingItem = INodeExecutionData & { json: Partial<CampaignEnd> };

/**
 * Columns by which an item of a wait tells what it stands for, beside those that each has. The row of an
 * item may hold them, from a campaign before: in none of them may it say anything.
 */
export const COLUMNS_OF_WAIT = [
	...['alreadySent', 'recipient', 'recipients', 'messageLimit', 'unrecognized'],
];

/** The campaigns an execution waits for, by their codes. */
export type AwaitedCampaigns = Map<string, AwaitedCampaign>;

/** Tells whether an item stands for a campaign whose end is awaited, or for one of its recipients. */
function isAwaited(item: WaitingItem): boolean {
	const { timedOut, taskId, alreadySent } = item.json;
	const isNamed = timedOut === true && taskId !== undefined && taskId !== null;
	// What a Campaign Key left out may hold the columns of an earlier wait's output.
	return isOfCampaign(item) && isNamed && alreadySent !== true;
}

/** The campaigns that the items of a waiting execution stand for. */
export async function awaitedCampaigns(items: WaitingItem[]): Promise<AwaitedCampaigns> {
	const giveWay = givingWay();
	const campaigns: AwaitedCampaigns = new Map();
	const phones = new Map<string, Set<string>>();
	for (const item of items) {
		if (giveWay.isDue()) await giveWay.now();
		if (!isAwaited(item)) continue;
		const { recipient, recipients, messageLimit, unrecognized = 0 } = item.json;
		const awaited = (count?: number): AwaitedCampaign => ({
			recipients: count,
			unnamed: Math.max(Number(unrecognized), (count ?? 0) - Number(messageLimit ?? Infinity)),
		});
		const code = String(item.json.taskId);
		if (recipient === undefined) {
			campaigns.set(code, awaited(recipients as number | undefined));
			continue;
		}
		const own = phones.get(code) ?? new Set();
		phones.set(code, own.add(comparablePhone(String(recipient))));
		campaigns.set(code, awaited(own.size));
	}
	return campaigns;
}

/** The items with the ends of their campaigns. */
export async function withEnds(
	items: WaitingItem[],
	campaigns: AwaitedCampaigns,
	ends: Map<string, CampaignEnd>,
): Promise<INodeExecutionData[]> {
	const giveWay = givingWay();
	const endsFor = new Map(
		[...ends].map(([code, end]) => [code, endFor(end, campaigns.get(code)?.recipients)]),
	);
	const ended: INodeExecutionData[] = [];
	for (const item of items) {
		if (giveWay.isDue()) await giveWay.now();
		const code = String(item.json.taskId);
		const end = isAwaited(item) ? ends.get(code) : undefined;
		if (end === undefined) {
			ended.push(item);
		} else if (item.json.recipient === undefined) {
			const { message: _limit, ...json } = item.json;
			ended.push({ ...item, json: { ...json, ...end } });
		} else {
			const own = endsFor.get(code)!(String(item.json.recipient));
			ended.push({ ...item, json: { ...item.json, ...own } });
		}
	}
	return ended;
}
