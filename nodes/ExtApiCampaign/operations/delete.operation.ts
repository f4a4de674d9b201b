import type {
	IExecuteSingleFunctions,
	INodeExecutionData,
	INodePropertyOptions,
} from 'n8n-workflow';

import { showFor } from '../../shared/descriptions/showFor';
import { checkBody } from '../../shared/hooks/checkBody';
import { endpoints } from '../../shared/transport/endpoints';
import { preparing } from '../../shared/engine/preparing';
import { campaignRules, taskIdField } from './campaignFields';

const fields = [taskIdField];

export const deleteFields = showFor({ resource: ['campaign'], operation: ['delete'] }, fields);

/** postReceive hook: n8n's usual output of a deletion, with the campaign's code. */
async function deletedOutput(
	this: IExecuteSingleFunctions,
	_items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const taskId = String(this.getNodeParameter('taskId')).trim();
	return [{ json: { taskId, deleted: true }, pairedItem: { item: this.getItemIndex() } }];
}

export const deleteOption: INodePropertyOptions = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete a campaign that has not started',
	description: 'Delete a campaign that has not started yet',
	routing: {
		request: { url: endpoints.campaign, body: { act: 'del' } },
		send: { preSend: preparing(checkBody(fields, campaignRules)) },
		output: { postReceive: [deletedOutput] },
	},
};
