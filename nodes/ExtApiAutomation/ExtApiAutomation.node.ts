import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { everyRequest } from '../shared/engine/everyRequest';
import { noWebhook, requestOptions } from '../shared/engine/requestOptions';
import { customOperations } from '../shared/engine/customOperations';
import { extApiConnectionTest } from '../shared/transport/connectionTest';
import { aroundRequest } from '../shared/engine/aroundRequest';
import { requestDefaults } from '../shared/transport/requestDefaults';
import { runFields, runOption } from './operations/run.operation';

export class ExtApiAutomation implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'ExtApi Automation',
		name: 'extApiAutomation',
		icon: { light: 'file:../icons/automation.svg', dark: 'file:../icons/automation.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: '={{ { run: "Run: Automation" }[$parameter.operation] }}',
		description: 'Start automations of the service',
		defaults: { name: 'ExtApi Automation' },
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
				default: 'automation',
				routing: everyRequest,
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['automation'] } },
				options: [runOption],
				default: 'run',
			},
			...runFields,
			requestOptions(),
		],
	};

	webhook = noWebhook;

	methods = { credentialTest: { extApiConnectionTest } };

	customOperations = customOperations(this);
}
