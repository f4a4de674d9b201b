import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import {
	resumeOnNotification,
	resumeWebhook,
} from '../shared/campaign/completion/resumeOnNotification';
import { everyRequest } from '../shared/engine/everyRequest';
import { requestOptions } from '../shared/engine/requestOptions';
import { noRegistration } from '../shared/notifications/noRegistration';
import { customOperations } from '../shared/engine/customOperations';
import { extApiConnectionTest } from '../shared/transport/connectionTest';
import { aroundRequest } from '../shared/engine/aroundRequest';
import { requestDefaults } from '../shared/transport/requestDefaults';
import { getBalanceOption } from './operations/getBalance.operation';
import { sendFields, sendOption } from './operations/send.operation';
import {
	sendCampaignFields,
	sendCampaignOption,
	sendSmsCampaign,
} from './operations/sendCampaign.operation';
import {
	requestCodeOption,
	senderIdFields,
	verifyCodeOption,
} from './operations/senderId.operation';

export class ExtApiSms implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'ExtApi SMS',
		name: 'extApiSms',
		icon: { light: 'file:../icons/sms.svg', dark: 'file:../icons/sms.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle:
			'={{ { send: "Send: SMS", sendCampaign: "Send Campaign: SMS", get: "Get: Balance", requestCode: "Request Code: Sender ID", verifyCode: "Verify Code: Sender ID" }[$parameter.operation] }}',
		description: 'Send SMS messages and campaigns, read the balance, verify sender IDs',
		defaults: { name: 'ExtApi SMS' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'extApi', required: true, testedBy: 'extApiConnectionTest' }],
		webhooks: [resumeWebhook],
		requestDefaults,
		requestOperations: { pagination: aroundRequest },
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Balance', value: 'balance' },
					{ name: 'Message', value: 'message' },
					{ name: 'Sender ID', value: 'senderId' },
				],
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
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['balance'] } },
				options: [getBalanceOption],
				default: 'get',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['senderId'] } },
				options: [requestCodeOption, verifyCodeOption],
				default: 'requestCode',
			},
			...sendFields,
			...sendCampaignFields,
			...senderIdFields,
			requestOptions(['sendCampaign']),
		],
	};

	/** Called by the service when a campaign that is waited for goes on or ends. */
	webhook = resumeOnNotification;

	webhookMethods = noRegistration;

	methods = { credentialTest: { extApiConnectionTest } };

	customOperations = customOperations(this, { message: { sendCampaign: sendSmsCampaign } });
}
