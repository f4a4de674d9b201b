// Which calls started a workflow a moment ago.
import type { IWebhookFunctions } from 'n8n-workflow';

import { MapThatForgets } from '../shared/ledger/mapThatForgets';
import { MINUTE_MS } from '../shared/rules/times';
import type { CampaignEvent } from '../shared/service/events';

/** What started a workflow within the last minute. */
const recent = new MapThatForgets<true>(MINUTE_MS);

/**
 * Tells whether a notification says what one said within the last minute, as when a network repeats it. Whatever
 * has to happen once for an event needs n8n's own node for that, Remove Duplicates: this process alone knows of it.
 */
export function isRepeated(context: IWebhookFunctions, event: CampaignEvent): boolean {
	// A trigger that is tried out by hand starts for every call.
	if (context.getMode() === 'manual') return false;
	const said = [event.taskId, event.event, event.info];
	const key = JSON.stringify([context.getWorkflow().id, context.getNode().id, ...said]);
	if (recent.has(key)) return true;
	recent.set(key, true);
	return false;
}
