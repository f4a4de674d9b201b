// Whether the balance is enough for all requests of a run.
import type { NodeOperationError } from 'n8n-workflow';

import { postAccepted } from './postAccepted';
import { endpoints } from '../service/endpoints';
import { operationError, textsOf } from '../service/nodeErrors';
import type { CampaignBalance, CampaignRun } from './campaignRun';

/**
 * What the requests need of the balance, and what is left of it (specification, "SMS balance").
 *
 * @returns undefined if the option is off, or they need nothing
 * @throws NodeOperationError if it cannot be read
 */
export async function balanceFor(run: CampaignRun): Promise<CampaignBalance | undefined> {
	if (!run.options.checkBalance) return undefined;
	const needed = run.requests.reduce((sum, { domesticMessages }) => sum + domesticMessages, 0);
	return needed === 0 ? undefined : { needed, left: await balanceOf(run) };
}

/** Why the requests would stop midway: the balance is too low, or cannot be read. */
export async function balanceShortage(run: CampaignRun): Promise<NodeOperationError | undefined> {
	try {
		const balance = await balanceFor(run);
		if (balance === undefined || balance.needed <= balance.left) return undefined;
		const { needed, left } = balance;
		return operationError(run.context.getNode(), {
			message: `The balance is too low: the campaign needs ${needed} messages and ${left} are left`,
			description:
				'Top up the balance, or send to fewer recipients inside Israel. Nothing was sent.',
		});
	} catch (error) {
		return error as NodeOperationError;
	}
}

async function balanceOf({ account: { context } }: CampaignRun): Promise<number> {
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
