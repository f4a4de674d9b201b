import type { IExecuteFunctions } from 'n8n-workflow';

import type { CampaignFacts } from '../approve/facts';
import { readPreviewed } from '../approve/previewed';
import { sealOfPreview } from '../approve/seal';
import { problem, type Read } from '../rules/reader';
import { sameKey } from '../service/keys';

/** A campaign that a person is asked to approve. */
export interface AskedCampaign {
	/** The hash of all that is approved, as `hashOfCampaign` makes it. */
	hash: string;
	/** What the page shows of it. */
	facts: CampaignFacts;
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
	const { shown: facts } = shared;
	if (seal === undefined && facts.refused?.length > 0) {
		return problem(
			`${IS} the preview has refused rows, so nothing would be sent`,
			"Correct the rows, or set 'On Error' of the preview and of the campaign to continue.",
		);
	}
	if (read.value.rows.length === 0) {
		const rule = `${IS} the campaign has no recipients, so there is nothing to approve`;
		return problem(rule, 'Check its preview.');
	}
	if (seal === undefined) {
		const rule = `${IS} the rows of the preview have several accounts`;
		return problem(rule, 'Preview and approve the campaign of one account at a time.');
	}
	const { baseUrl, token } = await context.getCredentials('extApi', 0);
	if (!sameKey(seal, sealOfPreview({ baseUrl, token }, hash))) {
		return problem(
			`${IS} the preview was changed, or made with another credential`,
			'Connect the preview directly before this node, with the same credential in both.',
		);
	}
	return { value: { hash, facts } };
}
