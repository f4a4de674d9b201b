// Whether a call is a notification of the service.
import type { KeyObject } from 'crypto';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { KEY_PARAMETER, OF_NOTIFICATIONS } from '../shared/rules/addresses';
import { readEvent, type CampaignEvent } from '../shared/service/events';
import { channelOfKey, claimedChannel } from '../shared/service/notificationAddress';
import { optOutKey } from '../shared/service/optOutLink';
import { tokenForKeys, cleaned, withoutToken } from '../shared/service/secrets';

/**
 * The event of a documented notification to a URL with the right key. The key is the only proof, so
 * it is checked first. n8n may open the credential in a sandbox: a call without a possible key must
 * end before that.
 *
 * @returns undefined for every other call
 * @throws what n8n throws when the credential cannot be read
 */
export async function provenEvent(context: IWebhookFunctions): Promise<CampaignEvent | undefined> {
	const query = context.getQueryData() as IDataObject;
	const { [KEY_PARAMETER]: key } = query;
	if (claimedChannel(key) === undefined) return undefined;
	const token = await tokenOf(context);
	if (token === undefined) return undefined;
	const channel = channelOfKey(key, token, 'trigger', webhookIdOf(context));
	if (channel === undefined) return undefined;
	const clean = cleaned(query, withoutToken(token));
	const event = readEvent(clean, channel, new Date());
	return event && { ...event, ...addedParameters(clean) };
}

/** A person's own parameters of the URL, such as `?page=7`. A repeated name gives a list. */
function addedParameters(query: IDataObject): { query?: IDataObject } {
	const isTyped = (value: unknown) => [value].flat().every((each) => typeof each === 'string');
	const typed = Object.entries(query).filter(
		([name, value]) => !OF_NOTIFICATIONS.includes(name) && isTyped(value),
	);
	return typed.length === 0 ? {} : { query: Object.fromEntries(typed) };
}

/** The credential's token, if it has one. @throws what n8n throws if it cannot be read */
async function tokenOf(context: IWebhookFunctions): Promise<string | undefined> {
	return tokenForKeys(await context.getCredentials('extApi'));
}

function webhookIdOf(context: IWebhookFunctions): string {
	return String(context.getNode().webhookId);
}

/** The key of a trigger's opt-out links, if there is a token. @throws as `tokenOf` */
export async function linkKeyOf(context: IWebhookFunctions): Promise<KeyObject | undefined> {
	const token = await tokenOf(context);
	return token === undefined ? undefined : optOutKey(token, webhookIdOf(context));
}
