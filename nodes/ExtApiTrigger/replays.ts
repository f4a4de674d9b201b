import type { IWebhookFunctions } from 'n8n-workflow';

import { MapThatForgets } from '../shared/sentBefore/mapThatForgets';
import { hashOf } from '../shared/service/keys';
import { comparableCode } from '../shared/rules/text';
import {
	eventTypes,
	type CampaignEvent,
	type RecipientDecision,
	type RecipientEvent,
} from '../shared/service/events';

/** How many events are remembered; n8n saves them with the workflow each time. */
const MOST_REMEMBERED = 300;

/** Milliseconds in which calls can have read the memory before another one's was saved. */
const UNDER_WAY_MS = 60_000;

/**
 * Events of the last minute by trigger. n8n reads a workflow's static data for
 * each call and saves it afterward, so calls at the same moment do not see each other there, and the
 * one that is saved last replaces what the others noted.
 */
const underWay = new MapThatForgets<MapThatForgets<Noted>>(UNDER_WAY_MS);

/** What is remembered of a call: that it arrived, or what a recipient decided by it, of which campaign, and when. */
type Noted = true | Decided;
type Decided = [decision: RecipientDecision, campaign: string | null, at: number];

/**
 * Tells whether an event arrived before, and remembers it. The service names each event once; the same
 * one again was repeated by the network, or recorded by someone and played back, perhaps with another count
 * or spelling. Only of numbers that failed a campaign may tell several times.
 *
 * What is remembered is kept in the workflow's static data, so all processes of n8n know it. Only
 * equal events that two processes get at the same moment pass both.
 */
export function isReplay(context: IWebhookFunctions, event: CampaignEvent): boolean {
	const { event: type, taskId } = event;
	const told = eventTypes[type].info === 'failedNumbers' ? event.info : null;
	// Without a phone or a campaign in it.
	const short = hashOf([type, comparableCode(taskId), told]);
	const memory = memoryOf(context);
	const recent = recentEvents(context);
	const seen = new Set([...(memory.seen ?? []), ...recent.keys()]);
	if (seen.has(short)) return true;
	recent.set(short, true);
	memory.seen = [...seen, short].slice(-MOST_REMEMBERED);
	return false;
}

/**
 * Tells whether a recipient made the same choice with a link of the same campaign within the last minute, and remembers it: a
 * page is sent twice by a double tap, or by a reload. Only their last decision counts, and where two processes remember
 * different ones the workflow starts: what starts it twice does no harm, and what does not start it is lost.
 * Nor is it remembered for longer: the phone may be taken off a list by other means, and opt out again.
 */
export function isRepeated(context: IWebhookFunctions, event: RecipientEvent): boolean {
	const id = hashOf(['decided', event.phone]);
	const now = Date.now();
	const memory = memoryOf(context);
	const recent = recentEvents(context);
	const isRecent = ([, , at]: Decided) => Math.abs(now - at) < UNDER_WAY_MS;
	const saved = Object.entries(memory.decided ?? {}).filter(([, decided]) => isRecent(decided));
	const known = [recent.get(id), Object.fromEntries(saved)[id]]
		.filter((noted): noted is Decided => Array.isArray(noted))
		.filter(isRecent);
	const isSame = ([decision, campaign]: Decided) =>
		decision === event.event && campaign === event.campaign;
	if (known.length > 0 && known.every(isSame)) return true;
	const decided: Decided = [event.event, event.campaign, now];
	recent.set(id, decided);
	memory.decided = Object.fromEntries([...saved, [id, decided]].slice(-MOST_REMEMBERED));
	return false;
}

interface Memory {
	seen?: string[];
	decided?: Record<string, Decided>;
}

function memoryOf(context: IWebhookFunctions): Memory {
	return context.getWorkflowStaticData('node') as Memory;
}

/** The events a trigger has started for in the last minute; none for a trigger that is tried out by hand. */
function recentEvents(context: IWebhookFunctions): MapThatForgets<Noted> {
	const none = new MapThatForgets<Noted>(UNDER_WAY_MS);
	if (context.getMode() === 'manual') return none;
	const key = `${context.getWorkflow().id}/${context.getNode().id}`;
	const events = underWay.get(key) ?? none;
	underWay.set(key, events);
	return events;
}
