import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { serviceUrl } from '../service/connection';
import { keyFrom } from '../service/keys';

/** The account that seals, as its credential names it. */
export type SealingAccount = Record<'baseUrl' | 'token', unknown>;

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
