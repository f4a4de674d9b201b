import type { IWebhookFunctions } from 'n8n-workflow';

import { MapThatForgets } from '../shared/ledger/mapThatForgets';
import { comparablePhone } from '../shared/rules/phones';
import { comparableCode } from '../shared/rules/text';
import { MINUTE_MS } from '../shared/rules/times';
import type { CampaignEvent, RecipientEvent } from '../shared/service/events';

/** What started a workflow within the last minute: by whom or what it is about, what was said last. */
const recent = new MapThatForgets<string>(MINUTE_MS);

/**
 * Tells whether a call says what one said within the last minute: a network repeats it, a person taps twice. Whatever
 * has to happen once for an event needs n8n's own node for that, Remove Duplicates: this process alone knows of it.
 */
export function isRepeated(
	context: IWebhookFunctions,
	event: CampaignEvent | RecipientEvent,
): boolean {
	// A trigger that is tried out by hand starts for every call.
	if (context.getMode() === 'manual') return false;
	const [about, said] = isNotified(event) ? notified(event) : decided(event);
	const key = JSON.stringify([context.getWorkflow().id, context.getNode().id, ...about]);
	if (recent.get(key) === said) return true;
	recent.set(key, said);
	return false;
}

function isNotified(event: CampaignEvent | RecipientEvent): event is CampaignEvent {
	return 'taskId' in event;
}

type Said = [about: string[], said: string];

/** The service names each event once; only of numbers that failed it may tell several times. */
function notified({ event, taskId, failedNumbers }: CampaignEvent): Said {
	const failed = [...new Set(failedNumbers.map(comparablePhone))].sort();
	return [[comparableCode(taskId), event, ...failed], ''];
}

/** Of what a recipient decides the last counts. */
function decided({ event, phone }: RecipientEvent): Said {
	return [[phone], event];
}
