import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { endpoints } from '../transport/endpoints';
import { postAccepted } from '../engine/postAccepted';
import type { CampaignRequest } from './campaignRequest';
import { operationError } from './operationError';
import { failureOf } from './outcomeTexts';

/**
 * Compares the balance of each account with what its requests need. The service's balance is for
 * sending inside Israel only (specification, "SMS balance"), so recipients abroad need none of it.
 *
 * @returns the error for a balance that is too low or cannot be read; nothing was sent
 */
export async function balanceShortage(
	context: IExecuteFunctions,
	requests: CampaignRequest[],
): Promise<NodeOperationError | undefined> {
	const needs = new Map<string, { needed: number; context: IExecuteFunctions }>();
	for (const { account, domesticMessages = 0, context: own } of requests) {
		const known = needs.get(account) ?? { needed: 0, context: own };
		known.needed += domesticMessages;
		needs.set(account, known);
	}
	for (const { needed, context: own } of needs.values()) {
		if (needed === 0) continue;
		const balance = await balanceOf(own);
		if (balance instanceof NodeOperationError) return balance;
		if (balance < needed) {
			return operationError(
				context.getNode(),
				`The balance is too low: the campaign needs ${needed} messages and ${balance} are left`,
				'Nothing was sent. Top up the balance, or send to fewer recipients. Recipients abroad are not counted: the balance is for sending inside Israel.',
			);
		}
	}
	return undefined;
}

async function balanceOf(context: IExecuteFunctions): Promise<number | NodeOperationError> {
	const unread = (why: string, fix: string) =>
		operationError(
			context.getNode(),
			`The balance could not be checked, so nothing was sent: ${why}`,
			fix,
		);
	try {
		const { data } = await postAccepted(context, endpoints.sms, { act: 'credit' });
		const text = String(data.credit ?? '').trim();
		return text === '' || !Number.isFinite(Number(text))
			? unread('the answer holds no balance', 'Run again, or remove "Check Balance First".')
			: Number(text);
	} catch (error) {
		const { message, description } = failureOf(error as Error);
		return unread(message, description);
	}
}
