// Which campaign an approval shows.
import type { IExecuteFunctions } from 'n8n-workflow';

import { readPreviewed } from '../approve/previewed';
import { sealOfPreview, type SealingAccount } from '../approve/seal';
import { inputError } from '../service/nodeErrors';
import { sameKey } from '../service/secrets';
import { differingOption } from '../values/sameForRun';
import type { AskedCampaign, QuestionKind } from './question';
import { responseTypeField } from './questionFields';

/**
 * Finds the campaign in the items of its preview. The preview's seal covers the rows and all that a
 * person sees of them, so nothing else can be shown or approved.
 *
 * @throws NodeOperationError for items without a preview, or with one that may not be approved
 */
export async function readCampaign(
	context: IExecuteFunctions,
	{ fields, recipientWire }: QuestionKind,
): Promise<AskedCampaign> {
	const refuse = (rule: string, fix: string) => {
		const field = responseTypeField.displayName;
		const problem = { field, rule: `is Campaign Approval, but ${rule}`, fix };
		return inputError(context.getNode(), [problem], 0);
	};
	const read = await readPreviewed(context.getInputData());
	if ('problem' in read) throw refuse(read.problem.rule, read.problem.fix);
	const { hash, shared, seal } = read.value;
	if (seal === undefined) {
		throw refuse(
			'the preview has refused rows or no recipients, or was declined',
			"Correct the rows, set 'On Error' of the preview and of the campaign to continue, or preview it again.",
		);
	}
	const account = await context.getCredentials<SealingAccount>('extApi', 0);
	if (!sameKey(seal, sealOfPreview(context, account, hash))) {
		throw refuse(
			'the preview was changed, or made in another workflow or with another credential',
			'Connect the preview directly before this node, in the same workflow and with the same credential.',
		);
	}
	// If a column gave the number, the first recipient would be asked.
	const choicesOfRun = fields.filter(({ wire }) => wire === recipientWire);
	const differing = await differingOption(context, { settingsFields: [], choicesOfRun });
	if (differing !== undefined) throw refuse(differing.rule, 'Enter the number of who approves.');
	return { hash, campaign: shared };
}
