// Which node of a workflow sends what was approved.
import type { IExecuteFunctions } from 'n8n-workflow';

import { ProcessedItems } from '../n8n/processedItems';
import { operationError } from '../service/nodeErrors';

/**
 * Reserves an approval for the first node that sends it: only that node's record has who got it.
 * The workflow's record holds only this: any Remove Duplicates node may clear it.
 *
 * @throws NodeOperationError if another node has it, or n8n cannot keep a record
 */
export async function claimApproval(context: IExecuteFunctions, approvedId: string): Promise<void> {
	const node = context.getNode();
	const entries = new ProcessedItems(context, 'workflow');
	const claim = `approval ${approvedId}`;
	const own = `${claim} ${node.id}`;
	const isOurs = await entries.alone(async () => {
		const added = await entries.record([claim, own]);
		if (added.has(claim) || !added.has(own)) return true;
		await entries.remove([own]);
		return false;
	});
	if (isOurs) return;
	throw operationError(node, {
		message: 'Another node of this workflow sends what was approved',
		description:
			'Use one node in the mode Send Approved, or preview the campaign and ask for approval again. Nothing was sent.',
	});
}
