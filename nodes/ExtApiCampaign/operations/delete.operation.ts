import type {
	IExecuteSingleFunctions,
	INodeExecutionData,
	INodePropertyOptions,
} from 'n8n-workflow';

import { showFor } from '../../shared/descriptions/showFor';
import { checkBody } from '../../shared/engine/checkBody';
import { endpoints } from '../../shared/transport/endpoints';
import { preparing } from '../../shared/engine/preparing';
import { postRequest } from '../../shared/transport/postRequest';
import type { AcceptedReply } from '../../shared/engine/acceptedReply';
import { campaignStatusOf } from '../../shared/campaign/campaignStatus';
import { campaignRules, taskIdField } from './campaignFields';
import { NOT_DELETED } from './campaignReply';

const fields = [taskIdField];

export const deleteFields = showFor({ resource: ['campaign'], operation: ['delete'] }, fields);

/**
 * postReceive hook: whether the campaign was deleted, for a flow to branch on. For one that was not,
 * its status and why; a status that cannot be read is null.
 */
async function deletedOutput(
	this: IExecuteSingleFunctions,
	[item]: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const taskId = String(this.getNodeParameter('taskId')).trim();
	const isDeleted = (item.json as AcceptedReply).code !== NOT_DELETED;
	const answer = isDeleted ? { status: null, reason: null } : await whyNot(this, taskId);
	return [
		{
			json: { taskId, deleted: isDeleted, ...answer },
			pairedItem: { item: this.getItemIndex() },
		},
	];
}

async function whyNot(
	context: IExecuteSingleFunctions,
	taskId: string,
): Promise<{ status: string | null; reason: string }> {
	const question = { tid: taskId, act: 'status' };
	const reply = await postRequest(context, endpoints.campaign, question).catch(
		// The campaign was not deleted, whatever its status is.
		() => undefined,
	);
	const rule = 'Only a campaign that has not started can be deleted';
	if (reply?.kind !== 'accepted') {
		return { status: null, reason: `${rule}; the service gave no status for this one` };
	}
	const { status, meaning } = campaignStatusOf(taskId, reply);
	return { status, reason: `${rule}. This one: ${meaning}` };
}

export const deleteOption: INodePropertyOptions = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete a campaign that has not started',
	description: 'Delete a campaign that has not started yet; the output says whether it was deleted',
	routing: {
		request: { url: endpoints.campaign, body: { act: 'del' } },
		send: { preSend: preparing(checkBody(fields, campaignRules)) },
		output: { postReceive: [deletedOutput] },
	},
};
