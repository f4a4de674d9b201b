// The proof that rows are those that were previewed, and then approved.
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { serviceUrl } from '../service/connection';
import { keyFrom } from '../service/secrets';

/** The account that seals, as its credential names it. */
export type SealingAccount = Record<'baseUrl' | 'token', unknown>;

/** Seals hold in their workflow alone, since that keeps who got what was approved. */
type InWorkflow = IExecuteFunctions | IWebhookFunctions;

/** The seal that a preview puts on what it shows. */
export function sealOfPreview(context: InWorkflow, account: SealingAccount, hash: string): string {
	return sealOf(context, account, ['previewed campaign', hash]);
}

/** The seal that a person's approval puts on it. */
export function sealOfApproval(context: InWorkflow, account: SealingAccount, hash: string): string {
	return sealOf(context, account, ['approved campaign', hash]);
}

function sealOf(
	context: InWorkflow,
	{ baseUrl, token }: SealingAccount,
	[purpose, hash]: [string, string],
): string {
	const { id = '' } = context.getWorkflow();
	const bound = [purpose, serviceUrl(baseUrl), hash, context.getInstanceId(), id];
	return keyFrom(String(token), bound).toString('base64url');
}
