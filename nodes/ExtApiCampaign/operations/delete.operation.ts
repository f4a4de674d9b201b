import type { PerItemOperation } from '../../shared/operations/operation';
import type { RunItem } from '../../shared/service/connection';
import { endpoints } from '../../shared/service/endpoints';
import { askStatus } from '../../shared/waiting/campaignEnd';
import { campaignResource, taskIdField } from './campaignFields';

/** Marks the service's answer that it did not delete a campaign. */
const NOT_DELETED = 'NOT_DELETED';

/** Deletes a campaign that has not started (specification, "Follow a campaign"). */
export const deleteCampaign: PerItemOperation = {
	resource: campaignResource,
	name: 'Delete',
	value: 'delete',
	action: 'Delete campaign that has not started',
	description:
		"Delete a campaign that has not started yet. The output has deleted (true or false) and, if it was not deleted, status (running, done, cancel, … or na for a code the service does not know) and reason, a sentence. A campaign that was not deleted isn't an error.",
	endpoint: endpoints.campaign,
	effect: 'once',
	fields: [taskIdField],
	fixed: { act: 'del' },
	refusalAsAnswer: { words: /campaign not found or not pending/i, code: NOT_DELETED },
	output: async ({ code }, item, { tid }) => {
		const taskId = String(tid);
		return code === NOT_DELETED
			? { outcome: 'refused', taskId, deleted: false, ...(await whyNot(item, taskId)) }
			: { outcome: 'accepted', taskId, deleted: true, status: null, reason: null };
	},
};

/** Why a campaign was not deleted. The status is null when it cannot be read. */
async function whyNot(
	{ context }: RunItem,
	taskId: string,
): Promise<{ status: string | null; reason: string }> {
	// Whatever the status is, the campaign was not deleted.
	const known = await askStatus(context, taskId).catch(() => undefined);
	const rule = 'Only a campaign that has not started can be deleted';
	if (known === undefined) {
		return { status: null, reason: `${rule}; the service gave no status for this one` };
	}
	return { status: known.status, reason: `${rule}. This one: ${known.meaning}` };
}
