import { createHash } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import { MapThatForgets } from '../shared/sentBefore/mapThatForgets';
import { comparableCode } from '../shared/rules/text';
import { eventTypes, type CampaignEvent } from '../shared/service/events';

/** How many events are remembered; n8n saves them with the workflow each time. */
const MOST_REMEMBERED = 300;

/** Milliseconds in which calls can have read the memory before another one's was saved. */
const UNDER_WAY_MS = 60_000;

/**
 * Events of the last minute by trigger. n8n reads a workflow's static data for
 * each call and saves it afterwards, so calls at the same moment do not see each other there, and the
 * one that is saved last replaces what the others noted.
 */
const underWay = new MapThatForgets<MapThatForgets<true>>(UNDER_WAY_MS);

/**
 * Tells whether an event came before, and remembers it. The service names each event once; the same
 * one again was repeated on its way, or recorded by someone and played back, perhaps with another count
 * or spelling. Only of numbers that failed a campaign may tell several times.
 *
 * What is remembered is kept in the workflow's static data, so all processes of n8n know it. Only
 * equal events that two processes get at the same moment pass both.
 */
export function isReplay(context: IWebhookFunctions, event: CampaignEvent): boolean {
	const { event: type, taskId } = event;
	const told = eventTypes[type].info === 'failedNumbers' ? event.info : null;
	const id = createHash('sha256')
		.update(JSON.stringify([type, comparableCode(taskId), told]))
		.digest('base64url');
	const short = id.slice(0, 12);
	const memory = context.getWorkflowStaticData('node') as { seen?: string[] };
	const recent = recentEvents(context);
	const seen = new Set([...(memory.seen ?? []), ...recent.keys()]);
	if (seen.has(short)) return true;
	recent.set(short, true);
	memory.seen = [...seen, short].slice(-MOST_REMEMBERED);
	return false;
}

/** The events a trigger has started for in the last minute; none for a trigger that is tried out by hand. */
function recentEvents(context: IWebhookFunctions): MapThatForgets<true> {
	const none = new MapThatForgets<true>(UNDER_WAY_MS);
	if (context.getMode() === 'manual') return none;
	const key = `${context.getWorkflow().id}/${context.getNode().id}`;
	const events = underWay.get(key) ?? none;
	underWay.set(key, events);
	return events;
}
