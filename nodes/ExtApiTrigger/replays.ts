// Which calls started a workflow a moment ago.
import type { IWebhookFunctions } from 'n8n-workflow';

import { MapThatForgets } from '../shared/ledger/mapThatForgets';
import { MINUTE_MS } from '../shared/rules/times';
import type { CampaignEvent } from '../shared/service/events';

/** What started a workflow in the last minute. */
const recent = new MapThatForgets<true>(MINUTE_MS);

/**
 * Whether the same notification came within the last minute, for example because a network repeated
 * it. Only this process remembers it. To handle an event once, use n8n's Remove Duplicates node.
 */
export function isRepeated(context: IWebhookFunctions, event: CampaignEvent): boolean {
	// A manual test of the trigger starts for every call.
	if (context.getMode() === 'manual') return false;
	const said = [event.taskId, event.event, event.info];
	const key = JSON.stringify([context.getWorkflow().id, context.getNode().id, ...said]);
	if (recent.has(key)) return true;
	recent.set(key, true);
	return false;
}
