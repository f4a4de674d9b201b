import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { TRIGGER_PATH } from '../shared/notifications/notificationAddress';
import { noRegistration } from '../shared/notifications/noRegistration';
import { extApiConnectionTest } from '../shared/transport/connectionTest';
import { passesFilters } from './filters';
import { isReplay } from './replays';
import { triggerFields } from './triggerFields';
import { claimedEvent, isConfirmed, isProven } from './verifyNotification';

export class ExtApiTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'ExtApi Trigger',
		name: 'extApiTrigger',
		icon: { light: 'file:../icons/trigger.svg', dark: 'file:../icons/trigger.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ $parameter.events.includes("*") ? "All Events" : $parameter.events.join(", ") }}',
		description: 'Starts the workflow when an SMS or chat campaign starts, ends or fails',
		defaults: { name: 'ExtApi Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'extApi', required: true, testedBy: 'extApiConnectionTest' }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'GET',
				responseMode: 'onReceived',
				path: TRIGGER_PATH,
			},
		],
		properties: triggerFields,
	};

	methods = { credentialTest: { extApiConnectionTest } };

	webhookMethods = noRegistration;

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const event = claimedEvent(this);
		if (event === undefined || !(await isProven(this)) || !(await isConfirmed(this, event))) {
			this.getResponseObject()
				.status(403)
				.json({ message: 'Not a notification for this workflow' });
			return { noWebhookResponse: true };
		}
		if (!passesFilters(this, event) || isReplay(this, event)) {
			return { webhookResponse: { received: true, started: false } };
		}
		return {
			webhookResponse: { received: true, started: true },
			workflowData: [[{ json: event }]],
		};
	}
}
