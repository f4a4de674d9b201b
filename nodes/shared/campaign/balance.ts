import type { IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { postAccepted } from '../pipeline/postAccepted';
import { groupedBy } from '../rules/lists';
import { endpoints } from '../service/endpoints';
import { operationError, textsOf } from '../service/nodeErrors';
import type { AccountBalance, CampaignRun } from './campaignRun';

/**
 * The balances of the accounts that requests are for (specification, "SMS balance"), where the options ask for them.
 *
 * @returns one for each account that needs any
 * @throws NodeOperationError when one cannot be read
 */
export async function balancesFor({
	requests,
	options: { checkBalance, sendTo },
}: CampaignRun): Promise<AccountBalance[]> {
	const balances: AccountBalance[] = [];
	if (!checkBalance || sendTo === 'lists') return balances;
	for (const ofAccount of groupedBy(requests, (request) => request.account).values()) {
		const needed = ofAccount.reduce((sum, { domesticMessages }) => sum + domesticMessages, 0);
		if (needed === 0) continue;
		balances.push({ needed, balance: await balanceOf(ofAccount[0].context) });
	}
	return balances;
}

/** Why the requests would stop in their middle: a balance is too low, or cannot be read. */
export async function balanceShortage(run: CampaignRun): Promise<NodeOperationError | undefined> {
	try {
		const balances = await balancesFor(run);
		const short = balances.find(({ needed, balance }) => balance < needed);
		if (short === undefined) return undefined;
		return operationError(run.context.getNode(), {
			message: `The balance is too low: the campaign needs ${short.needed} messages and ${short.balance} are left`,
			description:
				'Top up the balance, or send to fewer recipients inside Israel. Nothing was sent.',
		});
	} catch (error) {
		return error as NodeOperationError;
	}
}

async function balanceOf(context: IExecuteFunctions): Promise<number> {
	try {
		const body = { act: 'credit' };
		const { data } = await postAccepted(context, { url: endpoints.sms, body, effect: 'asks' });
		return Number(data.credit);
	} catch (error) {
		const { message, description } = textsOf(error as Error);
		throw operationError(context.getNode(), {
			message: `The balance could not be checked: ${message}`,
			description,
		});
	}
}
