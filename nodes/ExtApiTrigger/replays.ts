import type { IWebhookFunctions } from 'n8n-workflow';

import { MapThatForgets } from '../shared/sentBefore/mapThatForgets';
import { keyFrom } from '../shared/service/keys';
import { comparablePhone } from '../shared/rules/phones';
import { comparableCode } from '../shared/rules/text';
import { DAY_MS } from '../shared/rules/times';
import type { CampaignEvent, RecipientDecision, RecipientEvent } from '../shared/service/events';

/** How many events are remembered; n8n saves them with the workflow each time. */
const MOST_REMEMBERED = 300;

/** Milliseconds in which the same decision of a recipient is a double tap, or a reload. */
const DOUBLE_TAP_MS = 60_000;

/**
 * What triggers have started for in the last day, by trigger. n8n reads a workflow's static data for each call and saves it
 * afterward, so calls at the same moment do not see each other there, and the one that is saved last replaces what the
 * others noted. And n8n 2.41 (`workflow-runner`, `establishContextForPersistence`) saves only the first change ever of the
 * calls that start the workflow. 2.0 saves all; shorten the day when a later n8n does.
 */
const triggers = new MapThatForgets<Recent>(DAY_MS);

interface Recent {
	events: MapThatForgets<true>;
	/** The last of them, as they are saved. */
	newest: string[];
	decisions: MapThatForgets<Decided>;
}

/** What a recipient decided, of which campaign, and when. */
type Decided = [decision: RecipientDecision, campaign: string | null, at: number];

/**
 * Tells whether an event arrived before, and remembers it in the workflow's static data, for all processes of n8n. The
 * service names each event once; the same one again was repeated by the network, or recorded by someone and played back,
 * perhaps with another count, spelling or order. Only of numbers that failed a campaign may tell several times.
 *
 * @param secret makes what is saved worthless to anyone who has only that, and could try every phone
 */
export function isReplay(
	context: IWebhookFunctions,
	event: CampaignEvent,
	secret: Buffer,
): boolean {
	const { event: type, taskId, failedNumbers } = event;
	const told = [...new Set(failedNumbers.map(comparablePhone))].sort();
	const short = idOf(secret, ['event', type, comparableCode(taskId), ...told]);
	const memory = memoryOf(context);
	const { events, newest } = recentOf(context);
	const { seen = [] } = memory;
	if (events.has(short) || seen.includes(short)) return true;
	events.set(short, true);
	newest.push(short);
	if (newest.length > MOST_REMEMBERED) newest.shift();
	const others = seen.filter((each) => !newest.includes(each));
	memory.seen = [...others, ...newest].slice(-MOST_REMEMBERED);
	return false;
}

/**
 * Tells whether a recipient made the same choice with a link of the same campaign within the last minute, and remembers it: a
 * page is sent twice by a double tap, or by a reload. Only their last decision counts, whichever process noted it.
 * Nor is it remembered for longer: the phone may be taken off a list by other means, and opt out again.
 */
export function isRepeated(
	context: IWebhookFunctions,
	event: RecipientEvent,
	secret: Buffer,
): boolean {
	const id = idOf(secret, ['decided', event.phone]);
	const now = Date.now();
	const memory = memoryOf(context);
	const { decisions } = recentOf(context);
	const isRecent = ([, , at]: Decided) => Math.abs(now - at) < DOUBLE_TAP_MS;
	const saved = Object.entries(memory.decided ?? {}).filter(([, decided]) => isRecent(decided));
	const [last] = [decisions.get(id), Object.fromEntries(saved)[id]]
		.filter((decided) => decided !== undefined)
		.sort(([, , one], [, , other]) => other - one);
	if (last?.[0] === event.event && last[1] === event.campaign) return true;
	const decided: Decided = [event.event, event.campaign, now];
	decisions.set(id, decided);
	memory.decided = Object.fromEntries([...saved, [id, decided]].slice(-MOST_REMEMBERED));
	return false;
}

/** Twelve characters tell the events of one trigger apart. */
function idOf(secret: Buffer, named: string[]): string {
	return keyFrom(secret, named).toString('base64url').slice(0, 12);
}

interface Memory {
	seen?: string[];
	decided?: Record<string, Decided>;
}

function memoryOf(context: IWebhookFunctions): Memory {
	return context.getWorkflowStaticData('node') as Memory;
}

/** What a trigger has started for lately; nothing for a trigger that is tried out by hand. */
function recentOf(context: IWebhookFunctions): Recent {
	const key = `${context.getWorkflow().id}/${context.getNode().id}`;
	const isTried = context.getMode() === 'manual';
	const recent = (isTried ? undefined : triggers.get(key)) ?? {
		events: new MapThatForgets<true>(DAY_MS),
		newest: [],
		decisions: new MapThatForgets<Decided>(DOUBLE_TAP_MS),
	};
	if (!isTried) triggers.set(key, recent);
	return recent;
}
