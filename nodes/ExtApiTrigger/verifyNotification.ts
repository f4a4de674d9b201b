import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { readEvent, type CampaignEvent } from '../shared/service/events';
import { claimedChannel, KEY_PARAMETER } from '../shared/service/notificationAddress';
import { isRightKey } from './rightKeys';
import { onOrOff } from '../shared/rules/numbers';

/**
 * The event a call says it brings: a documented notification, to an address with something in it that
 * can be a key. Looking at it costs next to nothing, and nothing proves it yet.
 *
 * @returns undefined for a call that can be no notification
 */
export function claimedEvent(context: IWebhookFunctions): CampaignEvent | undefined {
	const query = context.getQueryData() as IDataObject;
	const channel = checksKey(context) ? claimedChannel(query[KEY_PARAMETER]) : 'any';
	const event = channel && readEvent(query, channel, new Date());
	return event && { ...event, ...addedParameters(query) };
}

/** Parameters that the service and the sending node add to the address. */
const NOT_TYPED = ['get', 'post', 'msg', 'tid', 'info', KEY_PARAMETER, 'via'];

/** What a person typed behind the address in the sending node, such as `?page=7`, to know the campaign by. */
function addedParameters(query: IDataObject): { query?: IDataObject } {
	const typed = Object.entries(query).filter(
		([name, value]) => !NOT_TYPED.includes(name) && typeof value === 'string',
	);
	return typed.length === 0 ? {} : { query: Object.fromEntries(typed) };
}

/**
 * Checks the key in the address a notification came to. The service does not sign its notifications,
 * so the address is all that proves them.
 *
 * It may take n8n the opening of the credential, in a sandbox of its own: calls without anything like a
 * key must not come this far.
 */
export async function isProven(context: IWebhookFunctions): Promise<boolean> {
	if (!checksKey(context)) return true;
	const { [KEY_PARAMETER]: key } = context.getQueryData() as IDataObject;
	return await isRightKey(context, String(key));
}

/** A value that says neither on nor off lets nobody in without the key. */
function checksKey(context: IWebhookFunctions): boolean {
	const read = onOrOff(context.getNodeParameter('checkKey', true));
	return 'problem' in read || read.value;
}
