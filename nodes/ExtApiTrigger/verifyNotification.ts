import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { KEY_PARAMETER, OF_NOTIFICATIONS } from '../shared/rules/addresses';
import { onOrOff } from '../shared/rules/numbers';
import { MapThatForgets } from '../shared/sentBefore/mapThatForgets';
import { statuses, UNKNOWN_CAMPAIGN } from '../shared/service/campaignStatuses';
import { pause } from '../shared/service/pause';
import { keyFrom, textHash, tokenForKeys } from '../shared/service/keys';
import { optOutKey } from '../shared/service/optOutLink';
import { eventTypes, readEvent, type CampaignEvent } from '../shared/service/events';
import {
	claimedChannel,
	notificationKeys,
	type Channel,
} from '../shared/service/notificationAddress';
import { cleaned, withoutToken } from '../shared/service/secrets';
import { askStatus, type CampaignStatus } from '../shared/waiting/campaignEnd';

/**
 * The event that a call brings: a documented notification, to a URL with the right key, which is all that proves it.
 * Nothing else of a call is read before. n8n may have to open the credential for it, in a sandbox of its own: calls
 * without anything like a key must not come that far.
 *
 * @returns undefined for every other call
 * @throws what n8n throws when the credential cannot be read
 */
export async function provenEvent(context: IWebhookFunctions): Promise<CampaignEvent | undefined> {
	const query = context.getQueryData() as IDataObject;
	if (!checksKey(context)) {
		if (readEvent(query, 'any', new Date()) === undefined) return undefined;
		const clean = await proven(context, ({ withoutToken: without }) => without);
		return clean && eventOf(cleaned(query, clean), 'any');
	}
	const { [KEY_PARAMETER]: key } = query;
	const channel = claimedChannel(key);
	if (channel === undefined) return undefined;
	const hash = textHash(String(key));
	const clean = await proven(context, ({ notifications, withoutToken: without }) =>
		notifications.has(hash) ? without : undefined,
	);
	return clean && eventOf(cleaned(query, clean), channel);
}

function eventOf(query: IDataObject, channel: Channel): CampaignEvent | undefined {
	const event = readEvent(query, channel, new Date());
	return event && { ...event, ...addedParameters(query) };
}

/**
 * What a person typed behind the URL in the sending node, such as `?page=7`, to know the campaign by; a list of what has one
 * name.
 */
function addedParameters(query: IDataObject): { query?: IDataObject } {
	const isTyped = (value: unknown) => [value].flat().every((each) => typeof each === 'string');
	const typed = Object.entries(query).filter(
		([name, value]) => !OF_NOTIFICATIONS.includes(name) && isTyped(value),
	);
	return typed.length === 0 ? {} : { query: Object.fromEntries(typed) };
}

/** What the trigger's records of events are made with. @throws like {@link proven} */
export async function recordSecret(context: IWebhookFunctions): Promise<Buffer> {
	return (await proven(context, ({ records }) => records))!;
}

/** A value that says neither on nor off lets no one in without the key. */
function checksKey(context: IWebhookFunctions): boolean {
	const read = onOrOff(context.getNodeParameter('checkKey', true));
	return 'problem' in read || read.value;
}

/**
 * Milliseconds for which the keys of an opened credential let calls in: the notifications of a
 * campaign come together, and a token that is replaced must not let its old keys in for long.
 */
const LET_IN_MS = 60_000;

/**
 * Milliseconds for which they turn calls away. As good as nothing: no one replaces a token, sends a
 * campaign with it and gets its event within a second. It keeps guessers from opening it all the time.
 */
const TURN_AWAY_MS = 1_000;

/** The keys of a trigger: those of notifications, hashed, and what opt-out links are made with; none without a token. */
interface TriggerKeys {
	notifications: Set<string>;
	/** What the trigger's records of events are made with. */
	records: Buffer;
	/** Takes the token out of what the service says. */
	withoutToken(text: string): string;
	optOut?: Buffer;
}

interface RightKeys {
	/** When the credential was opened for them, in milliseconds since 1970. */
	openedAt: number;
	opening: Promise<TriggerKeys>;
	/** The result of the opening; none as long as it is not over. */
	keys?: TriggerKeys;
}

const known = new MapThatForgets<RightKeys>(LET_IN_MS);

/**
 * What a trigger's keys prove of a call; nothing where they are not right. The credential is opened at most once a second,
 * and once a minute while right keys come; for a trigger that is tried out by hand, which may just have been changed,
 * for every call. n8n (2.0 and 2.41) opens a credential in an expression sandbox of its own each time, which is a third
 * of what a call costs it. Delete this memory when it does not.
 *
 * @throws what n8n throws when the credential cannot be read; the next call tries anew
 */
export async function proven<Proven>(
	context: IWebhookFunctions,
	prove: (keys: TriggerKeys) => Proven | undefined,
): Promise<Proven | undefined> {
	if (context.getMode() === 'manual') return prove(await openKeys(context));

	const trigger = nameOf(context);
	const before = known.get(trigger);
	const now = Date.now();
	// Opened later than now: the clock was set back.
	if (before !== undefined && before.openedAt <= now) {
		const age = now - before.openedAt;
		// Calls of the same moment share an opening; later ones do not wait for one that hangs.
		if (age < TURN_AWAY_MS) return prove(await before.opening);
		const letIn = age < LET_IN_MS && before.keys !== undefined ? prove(before.keys) : undefined;
		if (letIn !== undefined) return letIn;
	}
	return prove(await openAnew(context, trigger));
}

async function openAnew(context: IWebhookFunctions, trigger: string): Promise<TriggerKeys> {
	const openedAt = Date.now();
	const right: RightKeys = { openedAt, opening: openKeys(context) };
	known.set(trigger, right);
	right.opening.then(
		(keys) => (right.keys = keys),
		() => known.get(trigger) === right && known.delete(trigger),
	);
	return await right.opening;
}

async function openKeys(context: IWebhookFunctions): Promise<TriggerKeys> {
	const token = tokenForKeys(await context.getCredentials('extApi'));
	const webhookId = String(context.getNode().webhookId);
	// With the check of the key off, a trigger needs no token; then anybody could make its records.
	const records = keyFrom(token ?? '', ['trigger record', webhookId]);
	const always = { records, withoutToken: withoutToken(token) };
	if (token === undefined) return { notifications: new Set(), ...always };
	const keys = notificationKeys(token, 'trigger', webhookId);
	return {
		...always,
		notifications: new Set(keys.map((key) => textHash(key))),
		optOut: optOutKey(token, webhookId),
	};
}

/** A trigger with the credential it uses. */
export function nameOf(context: IWebhookFunctions): string {
	const { id, webhookId, credentials } = context.getNode();
	return JSON.stringify([context.getWorkflow().id, id, webhookId, credentials]);
}

const READ_BACK_TIMEOUT_MS = 15_000;

/** Milliseconds for which all calls about a campaign are judged by one status. */
const ONE_STATUS_MS = 1_500;

/** How often a call looks: a status may be older than the event, or change a moment after it. */
const LOOKS = 3;

const asked = new MapThatForgets<Promise<CampaignStatus | undefined>>(ONE_STATUS_MS);

/**
 * Tells whether the campaign's status goes with its event, where the option "Verify Campaign" is set.
 *
 * @throws what ends a request without a reply
 */
export async function isConfirmed(
	context: IWebhookFunctions,
	event: CampaignEvent,
): Promise<boolean> {
	const readBack = onOrOff(context.getNodeParameter('options.readBack', false));
	if ('value' in readBack && !readBack.value) return true;
	const key = `${nameOf(context)}/${event.taskId}`;
	for (let look = 1; ; look++) {
		const status = await asked.getOrMake(key, () =>
			askStatus(context, event.taskId, READ_BACK_TIMEOUT_MS),
		);
		if (status !== undefined && goTogether(event.event, status.status)) return true;
		if (status?.finished || look === LOOKS) return false;
		await pause(ONE_STATUS_MS / 1000, () => !asked.has(key));
	}
}

/** Tells whether a campaign in this status can have caused this event. */
function goTogether(event: string, status: string): boolean {
	// One that began, whatever became of it.
	if (eventTypes[event].partial) return status !== 'pending' && status !== UNKNOWN_CAMPAIGN;
	if (status === 'stop') return event === 'STOP';
	return statuses[status]?.event === (event === 'UNKNOWN_ERROR' ? 'ERROR' : event);
}
