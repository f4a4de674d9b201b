import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { everyRequest } from '../shared/engine/everyRequest';
import { noWebhook, requestOptions } from '../shared/engine/requestOptions';
import { customOperations } from '../shared/engine/customOperations';
import { extApiConnectionTest } from '../shared/transport/connectionTest';
import { aroundRequest } from '../shared/engine/aroundRequest';
import { requestDefaults } from '../shared/transport/requestDefaults';
import { getBalanceFields, getBalanceOption } from './operations/getBalance.operation';
import { updateBalanceFields, updateBalanceOption } from './operations/updateBalance.operation';

export class ExtApiSubAdmin implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'ExtApi Sub-Admin',
		name: 'extApiSubAdmin',
		icon: { light: 'file:../icons/subAdmin.svg', dark: 'file:../icons/subAdmin.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: '={{ { get: "Get: Balance", update: "Update: Balance" }[$parameter.operation] }}',
		description: 'Read and change the balances of sub-admins',
		defaults: { name: 'ExtApi Sub-Admin' },
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
				default: 'balance',
				routing: everyRequest,
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['balance'] } },
				options: [getBalanceOption, updateBalanceOption],
				default: 'get',
			},
			...getBalanceFields,
			...updateBalanceFields,
			requestOptions(),
		],
	};

	webhook = noWebhook;

	methods = { credentialTest: { extApiConnectionTest } };

	customOperations = customOperations(this);
}
