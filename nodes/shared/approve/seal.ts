import { createHash } from 'crypto';
import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { serviceUrl } from '../service/connection';
import { keyFrom } from '../service/keys';
import { eachGivingWay } from '../service/pause';

/** A row as it is sealed: whom it is for, what that person gets, and which of the settings are its own. */
export interface SealedRow {
	/** Digits; empty where the campaign goes to distribution lists. */
	recipient: string;
	/** See `CampaignRow`; empty where all of it is in the settings, as of a call. */
	content: string;
	/** Counted from 1. */
	settings: number;
}

/** The account that seals, as its credential names it. */
export type SealingAccount = Record<'baseUrl' | 'token', unknown>;

/**
 * The one form of a campaign that is sealed, as a hash (SHA-256) of lines:
 *
 * 1. What rows share, as JSON, in the order in which it stands in the item: the id of the preview, channel, rules,
 *    settings, and what a person sees of it.
 * 2. A line of JSON for each row that would be sent, in their order: recipient, content, number of its settings.
 *
 * Seals are HMAC-SHA256 by a key made from the account's token, over JSON of: what the seal is for, the URL of the
 * service, this hash and, of an approval, n8n's instance and the workflow. A preview's seal says that this
 * package wrote the preview with this account; it sends nothing. An approval's seal sends, in the workflow of the approval.
 */
export async function hashOfCampaign(shared: IDataObject, rows: SealedRow[]): Promise<string> {
	const hash = createHash('sha256').update(JSON.stringify(shared));
	await eachGivingWay(rows, ({ recipient, content, settings }) => {
		hash.update(`\n${JSON.stringify([recipient, content, settings])}`);
	});
	return hash.digest('base64url');
}

/** The seal that a preview puts on what it shows. */
export function sealOfPreview(account: SealingAccount, hash: string): string {
	return sealOf(account, ['previewed campaign', hash]);
}

/** The seal that a person's approval puts on it: good for its workflow alone, since that keeps who got it. */
export function sealOfApproval(
	context: IExecuteFunctions | IWebhookFunctions,
	account: SealingAccount,
	hash: string,
): string {
	const { id = '' } = context.getWorkflow();
	const place = [context.getInstanceId(), id];
	return sealOf(account, ['approved campaign', hash, ...place]);
}

function sealOf({ baseUrl, token }: SealingAccount, [purpose, ...bound]: string[]): string {
	return keyFrom(String(token), [purpose, serviceUrl(baseUrl), ...bound]).toString('base64url');
}
