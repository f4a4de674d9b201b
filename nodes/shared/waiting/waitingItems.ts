import type { INodeExecutionData } from 'n8n-workflow';

import { comparablePhone } from '../validation/phones';
import type { CampaignEnd } from './campaignEnd';
import { isOfCampaign } from './leaveForLater';

/** An item of a waiting execution, as `leaveForLater` left it. */
export type WaitingItem = INodeExecutionData & { json: Partial<CampaignEnd> };

/** Tells whether the end of an item's campaign was not known when the wait began. */
export function isAwaited(item: WaitingItem): boolean {
	const { timedOut, taskId } = item.json;
	return isOfCampaign(item) && timedOut === true && taskId !== undefined && taskId !== null;
}

/** The codes of the campaigns an execution waits for. */
export function awaitedCampaigns(items: WaitingItem[]): Set<string> {
	return new Set(items.filter(isAwaited).map(({ json }) => String(json.taskId)));
}

/** How many a campaign went to; undefined for distribution lists. */
export function recipientsOf(items: WaitingItem[], code: string): number | undefined {
	const own = items.filter((item) => isOfCampaign(item) && item.json.taskId === code);
	const [{ json: first }] = own;
	return first.recipient === undefined
		? (first.recipients as number | undefined)
		: new Set(own.map(({ json }) => comparablePhone(String(json.recipient)))).size;
}
