import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { endpoints } from '../service/endpoints';
import { postAccepted } from '../run/postAccepted';
import type { CampaignRequest } from './campaignRequest';
import { operationError, textsOf } from '../service/nodeErrors';

/** What the campaigns of an account need of its balance, in messages inside Israel. */
export interface AccountBalance {
	needed: number;
	balance: number;
}

/**
 * The balances of the accounts that requests are for (specification, "SMS balance").
 *
 * @returns by account, without those that need nothing; an error when one cannot be read
 */
export async function balancesFor(
	requests: CampaignRequest[],
): Promise<Map<string, AccountBalance> | NodeOperationError> {
	const needs = new Map<string, { needed: number; context: IExecuteFunctions }>();
	for (const { account, domesticMessages, context: own } of requests) {
		const known = needs.get(account) ?? { needed: 0, context: own };
		known.needed += domesticMessages;
		needs.set(account, known);
	}
	const balances = new Map<string, AccountBalance>();
	for (const [account, { needed, context: own }] of needs) {
		if (needed === 0) continue;
		const balance = await balanceOf(own);
		if (balance instanceof NodeOperationError) return balance;
		balances.set(account, { needed, balance });
	}
	return balances;
}

/**
 * Compares the balances with what the requests need, so that a campaign does not stop in its middle.
 *
 * @returns the error when one is too low or cannot be read
 */
export async function balanceShortage(
	context: IExecuteFunctions,
	requests: CampaignRequest[],
): Promise<NodeOperationError | undefined> {
	const balances = await balancesFor(requests);
	if (balances instanceof NodeOperationError) return balances;
	const short = [...balances.values()].find(({ needed, balance }) => balance < needed);
	return (
		short &&
		operationError(context.getNode(), {
			message: `The balance is too low: the campaign needs ${short.needed} messages and ${short.balance} are left`,
			description:
				'Top up the balance, or send to fewer recipients inside Israel. Nothing was sent.',
		})
	);
}

async function balanceOf(context: IExecuteFunctions): Promise<number | NodeOperationError> {
	try {
		const { data } = await postAccepted(context, {
			url: endpoints.sms,
			body: { act: 'credit' },
			effect: 'asks',
		});
		return Number(data.credit);
	} catch (error) {
		const { message, description } = textsOf(error as Error);
		return operationError(context.getNode(), {
			message: `The balance could not be checked: ${message}`,
			description,
		});
	}
}
