import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { everyRequest } from '../shared/engine/everyRequest';
import { noWebhook, requestOptions } from '../shared/engine/requestOptions';
import { customOperations } from '../shared/engine/customOperations';
import { extApiConnectionTest } from '../shared/transport/connectionTest';
import { aroundRequest } from '../shared/engine/aroundRequest';
import { requestDefaults } from '../shared/transport/requestDefaults';
import { sendFields, sendOption } from './operations/send.operation';
import {
	sendCampaignFields,
	sendCampaignOption,
	sendVoiceCampaign,
} from './operations/sendCampaign.operation';

export class ExtApiVoice implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'ExtApi Voice',
		name: 'extApiVoice',
		icon: { light: 'file:../icons/voice.svg', dark: 'file:../icons/voice.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle:
			'={{ { send: "Send: Voice", sendCampaign: "Send Campaign: Voice" }[$parameter.operation] }}',
		description: 'Call people and play a text, a recording or a telephony service',
		defaults: { name: 'ExtApi Voice' },
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
				default: 'message',
				routing: everyRequest,
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['message'] }, hide: { '@tool': [true] } },
				options: [sendOption, sendCampaignOption],
				default: 'send',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['message'], '@tool': [true] } },
				options: [sendOption],
				default: 'send',
			},
			...sendFields,
			...sendCampaignFields,
			requestOptions(['sendCampaign']),
		],
	};

	webhook = noWebhook;

	customOperations = customOperations(this, { message: { sendCampaign: sendVoiceCampaign } });

	methods = { credentialTest: { extApiConnectionTest } };
}
