import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import {
	resumeOnNotification,
	resumeWebhook,
} from '../shared/campaign/completion/resumeOnNotification';
import { everyRequest } from '../shared/engine/everyRequest';
import { requestOptions } from '../shared/engine/requestOptions';
import {
	getTemplateParameters,
	getTemplateTextParameters,
} from '../shared/templates/parameterForm';
import { searchTemplates } from '../shared/templates/searchTemplates';
import { noRegistration } from '../shared/notifications/noRegistration';
import { customOperations } from '../shared/engine/customOperations';
import { extApiConnectionTest } from '../shared/transport/connectionTest';
import { aroundRequest } from '../shared/engine/aroundRequest';
import { requestDefaults } from '../shared/transport/requestDefaults';
import { sendReplyFields, sendReplyOption } from './operations/sendReply.operation';
import { sendTemplateFields, sendTemplateOption } from './operations/sendTemplate.operation';
import {
	sendTemplateCampaign,
	sendTemplateCampaignFields,
	sendTemplateCampaignOption,
} from './operations/sendTemplateCampaign.operation';
import {
	getManyTemplatesOption,
	getTemplateOption,
	templateFields,
} from './operations/templates.operation';

export class ExtApiChat implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'ExtApi Chat',
		name: 'extApiChat',
		icon: { light: 'file:../icons/chat.svg', dark: 'file:../icons/chat.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle:
			'={{ { sendTemplate: "Send Template: Chat", sendTemplateCampaign: "Send Template Campaign: Chat", sendReply: "Send Reply: Chat", get: "Get: Template", getAll: "Get Many: Templates" }[$parameter.operation] }}',
		description: 'Send approved templates and free-form replies by chat, and list the templates',
		defaults: { name: 'ExtApi Chat' },
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
					{ name: 'Message', value: 'message' },
					{ name: 'Template', value: 'template' },
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
				options: [sendReplyOption, sendTemplateOption, sendTemplateCampaignOption],
				default: 'sendTemplate',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['message'], '@tool': [true] } },
				options: [sendReplyOption, sendTemplateOption],
				default: 'sendTemplate',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['template'] } },
				options: [getTemplateOption, getManyTemplatesOption],
				default: 'get',
			},
			...sendTemplateFields,
			...sendTemplateCampaignFields,
			...sendReplyFields,
			...templateFields,
			requestOptions(['sendTemplateCampaign']),
		],
	};

	customOperations = customOperations(this, { message: { sendTemplateCampaign } });

	/** Called by the service when a campaign that is waited for goes on or ends. */
	webhook = resumeOnNotification;

	webhookMethods = noRegistration;

	methods = {
		credentialTest: { extApiConnectionTest },
		listSearch: { searchTemplates },
		resourceMapping: { getTemplateParameters, getTemplateTextParameters },
	};
}
