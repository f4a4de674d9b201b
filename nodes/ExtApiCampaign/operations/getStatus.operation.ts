import type {
	IExecuteSingleFunctions,
	INodeExecutionData,
	INodePropertyOptions,
} from 'n8n-workflow';

import { showFor } from '../../shared/descriptions/showFor';
import { checkBody } from '../../shared/engine/checkBody';
import { endpoints } from '../../shared/transport/endpoints';
import { preparing } from '../../shared/engine/preparing';
import type { AcceptedReply } from '../../shared/engine/acceptedReply';
import { campaignRules, taskIdField } from './campaignFields';
import { campaignStatusOf } from '../../shared/campaign/campaignStatus';

const fields = [taskIdField];

export const getStatusFields = showFor(
	{ resource: ['campaign'], operation: ['getStatus'] },
	fields,
);

/** postReceive hook: the status with its meaning. */
async function statusOutput(
	this: IExecuteSingleFunctions,
	[item]: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const taskId = String(this.getNodeParameter('taskId')).trim();
	return [
		{
			json: campaignStatusOf(taskId, item.json as AcceptedReply),
			pairedItem: { item: this.getItemIndex() },
		},
	];
}

export const getStatusOption: INodePropertyOptions = {
	name: 'Get Status',
	value: 'getStatus',
	action: 'Get the status of a campaign',
	description: 'Get how far a campaign is, and which numbers it did not reach',
	routing: {
		request: { url: endpoints.campaign, body: { act: 'status' } },
		send: { preSend: preparing(checkBody(fields, campaignRules)) },
		output: { postReceive: [statusOutput] },
	},
};
