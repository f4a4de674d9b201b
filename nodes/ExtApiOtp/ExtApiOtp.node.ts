import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { everyRequest } from '../shared/engine/everyRequest';
import { noWebhook, requestOptions } from '../shared/engine/requestOptions';
import { searchAuthenticationTemplates } from '../shared/templates/searchTemplates';
import { customOperations } from '../shared/engine/customOperations';
import { extApiConnectionTest } from '../shared/transport/connectionTest';
import { aroundRequest } from '../shared/engine/aroundRequest';
import { requestDefaults } from '../shared/transport/requestDefaults';
import { sendFields, sendOption } from './operations/send.operation';
import { verifyFields, verifyOption } from './operations/verify.operation';

export class ExtApiOtp implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'ExtApi OTP',
		name: 'extApiOtp',
		icon: { light: 'file:../icons/otp.svg', dark: 'file:../icons/otp.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: '={{ { send: "Send: Code", verify: "Verify: Code" }[$parameter.operation] }}',
		description: 'Send one-time codes by SMS, voice or chat, and verify them',
		defaults: { name: 'ExtApi OTP' },
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
				default: 'code',
				routing: everyRequest,
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['code'] } },
				options: [sendOption, verifyOption],
				default: 'send',
			},
			...sendFields,
			...verifyFields,
			requestOptions(),
		],
	};

	webhook = noWebhook;

	methods = {
		credentialTest: { extApiConnectionTest },
		listSearch: { searchAuthenticationTemplates },
	};

	customOperations = customOperations(this);
}
