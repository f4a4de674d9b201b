// Which node of a workflow sends what was approved.
import type { IExecuteFunctions } from 'n8n-workflow';

import { ProcessedItems } from '../n8n/processedItems';
import { operationError } from '../service/nodeErrors';

/**
 * Gives what was approved to the first node of its workflow that sends it: only the record of that node knows who got it.
 * The record of a workflow has no more than this, because any Remove Duplicates node may clear it.
 *
 * @throws NodeOperationError where another node has it, or n8n cannot keep a record
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
