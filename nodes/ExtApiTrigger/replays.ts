import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { MapThatForgets } from '../shared/sentBefore/mapThatForgets';
import { hashOf } from '../shared/service/keys';
import { comparableCode } from '../shared/rules/text';
import {
	eventTypes,
	recipientEvents,
	type CampaignEvent,
	type RecipientDecision,
	type RecipientEvent,
} from '../shared/service/events';

/** How many events are remembered; n8n saves them with the workflow each time. */
const MOST_REMEMBERED = 300;

/** Milliseconds in which the same decision of a recipient is a double tap, or a reload. */
const DOUBLE_TAP_MS = 60_000;

/** Milliseconds for which this process remembers what may not be saved: executions of some minutes save what they read before. */
const UNDER_WAY_MS = 10 * 60_000;

/**
 * The last events by trigger. n8n reads a workflow's static data for each call and each execution and saves it afterward, so
 * calls at the same moment do not see each other there, and the one that is saved last replaces what the others noted.
 */
const underWay = new MapThatForgets<MapThatForgets<Noted>>(UNDER_WAY_MS);

/** What is remembered of a call: that it arrived, or what a recipient decided by it, of which campaign, and when. */
type Noted = true | Decided;
type Decided = [decision: RecipientDecision, campaign: string | null, at: number];

/**
 * Tells whether an event arrived before, and remembers it in the workflow's static data, for all processes of n8n. The
 * service names each event once; the same one again was repeated by the network, or recorded by someone and played back,
 * perhaps with another count or spelling. Only of numbers that failed a campaign may tell several times.
 */
export function isReplay(context: IWebhookFunctions, event: CampaignEvent): boolean {
	const id = idOf(event);
	const isKnown = memoryOf(context).seen?.includes(id) === true || recentEvents(context).has(id);
	if (!isKnown) noteEvent(context, event);
	return isKnown;
}

/** Without a phone or a campaign in it. */
function idOf({ event: type, taskId, info }: CampaignEvent): string {
	const told = eventTypes[type].info === 'failedNumbers' ? info : null;
	return hashOf([type, comparableCode(taskId), told]);
}

function noteEvent(context: Context, event: CampaignEvent): void {
	const recent = recentEvents(context);
	recent.set(idOf(event), true);
	const memory = memoryOf(context);
	memory.seen = [...new Set([...(memory.seen ?? []), ...recent.keys()])].slice(-MOST_REMEMBERED);
}

/**
 * Tells whether a recipient made the same choice with a link of the same campaign within the last minute, and remembers it: a
 * page is sent twice by a double tap, or by a reload. Only their last decision counts, whichever process noted it.
 * Nor is it remembered for longer: the phone may be taken off a list by other means, and opt out again.
 */
export function isRepeated(context: IWebhookFunctions, event: RecipientEvent): boolean {
	const id = hashOf(['decided', event.phone]);
	const now = Date.now();
	const [last] = [recentEvents(context).get(id), memoryOf(context).decided?.[id]]
		.filter((noted): noted is Decided => Array.isArray(noted))
		.filter(([, , at]) => Math.abs(now - at) < DOUBLE_TAP_MS)
		.sort(([, , one], [, , other]) => other - one);
	if (last?.[0] === event.event && last[1] === event.campaign) return true;
	noteDecision(context, event, now);
	return false;
}

function noteDecision(context: Context, event: RecipientEvent, at: number): void {
	const id = hashOf(['decided', event.phone]);
	const decided: Decided = [event.event, event.campaign, at];
	recentEvents(context).set(id, decided);
	const memory = memoryOf(context);
	const isRecent = ([, , savedAt]: Decided) => Math.abs(at - savedAt) < DOUBLE_TAP_MS;
	const saved = Object.entries(memory.decided ?? {}).filter(([, each]) => isRecent(each));
	memory.decided = Object.fromEntries([...saved, [id, decided]].slice(-MOST_REMEMBERED));
}

/**
 * Notes the event that started an execution once more: n8n saves what a whole execution changed in a workflow's static data,
 * but not (2.41, `workflow-runner`, `establishContextForPersistence`) what the call changed that starts it, unless it is the
 * first. Delete this, and the trigger's `execute`, when n8n does.
 */
export function keepEvent(context: IExecuteFunctions, output: IDataObject): void {
	if (context.getMode() === 'manual') return;
	const { event, receivedAt } = output;
	if (Object.hasOwn(recipientEvents, String(event))) {
		noteDecision(context, output as unknown as RecipientEvent, Date.parse(String(receivedAt)));
	} else if (Object.hasOwn(eventTypes, String(event))) {
		noteEvent(context, output as unknown as CampaignEvent);
	}
}

type Context = Pick<
	IWebhookFunctions & IExecuteFunctions,
	'getWorkflowStaticData' | 'getMode' | 'getWorkflow' | 'getNode'
>;

interface Memory {
	seen?: string[];
	decided?: Record<string, Decided>;
}

function memoryOf(context: Context): Memory {
	return context.getWorkflowStaticData('node') as Memory;
}

/** What a trigger has started for lately; none for a trigger that is tried out by hand. */
function recentEvents(context: Context): MapThatForgets<Noted> {
	const none = new MapThatForgets<Noted>(UNDER_WAY_MS);
	if (context.getMode() === 'manual') return none;
	const key = `${context.getWorkflow().id}/${context.getNode().id}`;
	const events = underWay.get(key) ?? none;
	underWay.set(key, events);
	return events;
}
