// The seals that prove that rows were previewed, and then approved.
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { serviceUrl } from '../service/connection';
import { keyFrom } from '../service/secrets';

/** The values of the account's credential that a seal is made from. */
export type SealingAccount = Record<'baseUrl' | 'token', unknown>;

/** A seal is valid only in its workflow, which has the only record of who got what was approved. */
type InWorkflow = IExecuteFunctions | IWebhookFunctions;

/** The preview's seal. */
export function sealOfPreview(context: InWorkflow, account: SealingAccount, hash: string): string {
	return sealOf(context, account, ['previewed campaign', hash]);
}

/** The seal of a person's approval. */
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
