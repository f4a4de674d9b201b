import { sleep, type IDataObject, type IWebhookFunctions } from 'n8n-workflow';

import { KEY_PARAMETER, OF_NOTIFICATIONS } from '../shared/rules/addresses';
import { onOrOff } from '../shared/rules/numbers';
import { statuses, UNKNOWN_CAMPAIGN } from '../shared/service/campaignStatuses';
import { tokenForKeys } from '../shared/service/keys';
import { optOutKey } from '../shared/service/optOutLink';
import { eventTypes, readEvent, type CampaignEvent } from '../shared/service/events';
import { channelOfKey, claimedChannel } from '../shared/service/notificationAddress';
import { cleaned, withoutToken } from '../shared/service/secrets';
import { askStatus } from '../shared/waiting/campaignEnd';

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
	const { [KEY_PARAMETER]: key } = query;
	const isChecked = checksKey(context);
	if (isChecked && claimedChannel(key) === undefined) return undefined;
	const token = await tokenOf(context);
	const channel = isChecked ? channelFor(context, token, key) : 'any';
	if (channel === undefined) return undefined;
	const clean = cleaned(query, withoutToken(token));
	const event = readEvent(clean, channel, new Date());
	return event && { ...event, ...addedParameters(clean) };
}

function channelFor(context: IWebhookFunctions, token: string | undefined, key: unknown) {
	if (token === undefined) return undefined;
	return channelOfKey(key, token, 'trigger', webhookIdOf(context));
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

/** A value that says neither on nor off lets no one in without the key. */
function checksKey(context: IWebhookFunctions): boolean {
	const read = onOrOff(context.getNodeParameter('checkKey', true));
	return 'problem' in read || read.value;
}

/** The token that a trigger's keys are made with; none where the credential has none. @throws what n8n throws */
async function tokenOf(context: IWebhookFunctions): Promise<string | undefined> {
	return tokenForKeys(await context.getCredentials('extApi'));
}

function webhookIdOf(context: IWebhookFunctions): string {
	return String(context.getNode().webhookId);
}

/** The key of a trigger's opt-out links; none without a token. @throws what n8n throws when the credential cannot be read */
export async function linkKeyOf(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const token = await tokenOf(context);
	return token === undefined ? undefined : optOutKey(token, webhookIdOf(context));
}

const READ_BACK_TIMEOUT_MS = 15_000;

/** Seconds between two looks of a call. */
const PAUSE_SECONDS = 1.5;

/** How often a call looks: a status may be older than the event, or change a moment after it. */
const LOOKS = 3;

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
	for (let look = 1; ; look++) {
		const status = await askStatus(context, event.taskId, READ_BACK_TIMEOUT_MS);
		if (status !== undefined && goTogether(event.event, status.status)) return true;
		if (status?.finished || look === LOOKS) return false;
		await sleep(PAUSE_SECONDS * 1000);
	}
}

/** Tells whether a campaign in this status can have caused this event. */
function goTogether(event: string, status: string): boolean {
	// One that began, whatever became of it.
	if (eventTypes[event].partial) return status !== 'pending' && status !== UNKNOWN_CAMPAIGN;
	if (status === 'stop') return event === 'STOP';
	return statuses[status]?.event === (event === 'UNKNOWN_ERROR' ? 'ERROR' : event);
}
