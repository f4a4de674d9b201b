import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { noWebhook, requestOptions } from '../shared/engine/requestOptions';
import { customOperations } from '../shared/engine/customOperations';
import { extApiConnectionTest } from '../shared/transport/connectionTest';
import { aroundRequest } from '../shared/engine/aroundRequest';
import { requestDefaults } from '../shared/transport/requestDefaults';
import { campaignRequest } from './operations/campaignReply';
import { deleteFields, deleteOption } from './operations/delete.operation';
import { getStatusFields, getStatusOption } from './operations/getStatus.operation';
import { waitFields, waitForCampaigns, waitOption } from './operations/wait.operation';

export class ExtApiCampaign implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'ExtApi Campaign',
		name: 'extApiCampaign',
		icon: { light: 'file:../icons/campaign.svg', dark: 'file:../icons/campaign.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle:
			'={{ { getStatus: "Get Status", delete: "Delete", wait: "Wait" }[$parameter.operation] }}',
		description: 'Follow SMS, voice and chat campaigns, and delete pending ones',
		defaults: { name: 'ExtApi Campaign' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'extApi', required: true, testedBy: 'extApiConnectionTest' }],
		requestDefaults,
		requestOperations: { pagination: aroundRequest },
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'hidden',
				noDataExpression: true,
				default: 'campaign',
				routing: campaignRequest,
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['campaign'] }, hide: { '@tool': [true] } },
				options: [deleteOption, getStatusOption, waitOption],
				default: 'getStatus',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['campaign'], '@tool': [true] } },
				options: [deleteOption, getStatusOption],
				default: 'getStatus',
			},
			...getStatusFields,
			...deleteFields,
			...waitFields,
			requestOptions(['wait']),
		],
	};

	webhook = noWebhook;

	customOperations = customOperations(this, { campaign: { wait: waitForCampaigns } });

	methods = { credentialTest: { extApiConnectionTest } };
}
