import type { IExecuteFunctions } from 'n8n-workflow';

import { readPreviewed, type SharedCampaign } from '../approve/previewed';
import { sealOfPreview, type SealingAccount } from '../approve/seal';
import { problem, type Read } from '../rules/reader';
import { sameKey } from '../service/keys';

/** A campaign that a person is asked to approve. */
export interface AskedCampaign {
	/** The hash of all that is approved, as `hashOfCampaign` makes it. */
	hash: string;
	/** What the page shows of it. */
	campaign: SharedCampaign;
}

const IS = 'is Campaign Approval, but';

/**
 * Finds the campaign in the items of its preview. The preview's seal is over the rows and all that a person is shown of
 * them, so nothing else can be shown or approved.
 */
export async function readCampaign(context: IExecuteFunctions): Promise<Read<AskedCampaign>> {
	const read = await readPreviewed(context.getInputData());
	if ('problem' in read) return problem(`${IS} ${read.problem.rule}`, read.problem.fix);
	const { hash, shared, seal } = read.value;
	if (seal === undefined) {
		return problem(
			`${IS} the preview has refused rows, no recipients, or rows of several accounts, or was declined`,
			"Correct the rows, or set 'On Error' of the preview and of the campaign to continue.",
		);
	}
	const account = await context.getCredentials<SealingAccount>('extApi', 0);
	if (!sameKey(seal, sealOfPreview(account, hash))) {
		return problem(
			`${IS} the preview was changed, or made with another credential`,
			'Connect the preview directly before this node, with the same credential in both.',
		);
	}
	return { value: { hash, campaign: shared } };
}
