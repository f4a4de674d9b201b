import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { noRegistration } from '../shared/operations/waitingWebhook';
import { inOrder } from '../shared/pipeline/fate';
import { TRIGGER_PATH } from '../shared/rules/addresses';
import { extApiConnectionTest } from '../shared/service/connectionTest';
import { isOptOutCall, optOutWebhook } from './optOut';
import { isRepeated } from './replays';
import { eventsSubtitle, readEvents, startsFor, triggerFields } from './triggerFields';
import { provenEvent } from './verifyNotification';

export class ExtApiTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'ExtApi Trigger',
		name: 'extApiTrigger',
		icon: { light: 'file:../icons/trigger.svg', dark: 'file:../icons/trigger.dark.svg' },
		group: ['trigger'],
		// With 1, n8n evaluates an expression of its old Webhook node for each call.
		version: 1.1,
		subtitle: eventsSubtitle,
		description:
			'Starts the workflow when an SMS or chat campaign starts, ends or fails, or a recipient opts out',
		defaults: { name: 'ExtApi Trigger' },
		builderHint: {
			searchHint:
				"Starts for campaigns whose option 'Notification URL' is this trigger's production URL. Event END comes when sending finished, also after CP_SEND_ERROR, which lists failedNumbers: choose one of them, or handle both. A campaign that is stopped sends STOP, ABORT, ERROR, NO_MSG_LEFT or RATE_LIMIT. Events OPTED_OUT and OPTED_IN come when a recipient opens the {optOut} link of a campaign whose option options.optOutUrl is this trigger's production URL, with the phone. To continue in the workflow that sends, use notifications.waitForCompletion of the sending node instead.",
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		eventTriggerDescription:
			"Waiting for an event of a campaign whose 'Notification URL' is the Test URL",
		credentials: [{ name: 'extApi', required: true, testedBy: 'extApiConnectionTest' }],
		triggerPanel: {
			header: 'Send a campaign whose Notification URL is the Test URL',
			executionsHelp: {
				inactive:
					"<b>While you build</b>, listen here, and send a campaign whose 'Notification URL' is the Test URL. <br /> <br /> <b>To run automatically</b>, publish the workflow, and put the Production URL into 'Notification URL'. Those executions are in the executions list, not in the editor.",
				active:
					"<b>While you build</b>, listen here, and send a campaign whose 'Notification URL' is the Test URL. <br /> <br /> <b>Campaigns with the Production URL</b> start this workflow by themselves. Those executions are in the <a data-key='executions'>executions list</a>, not in the editor.",
			},
			activationHint:
				"Once the workflow is published, campaigns whose 'Notification URL' is the Production URL start it without this button.",
		},
		webhooks: [
			{
				name: 'default',
				httpMethod: 'GET',
				responseMode: 'onReceived',
				// Without this, n8n answers a call that starts a workflow with "firstEntryJson".
				responseData: '',
				path: TRIGGER_PATH,
			},
			{
				// The form of the opt-out page.
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: '',
				path: TRIGGER_PATH,
				ndvHideUrl: true,
			},
		],
		properties: triggerFields,
	};

	methods = { credentialTest: { extApiConnectionTest } };

	webhookMethods = noRegistration;

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		if (isOptOutCall(this)) return await optOutWebhook(this);
		const event = await provenEvent(this);
		if (event === undefined) {
			this.getResponseObject()
				.status(403)
				.json({ message: 'Not a notification for this workflow' });
			return { noWebhookResponse: true };
		}
		const events = readEvents(this);
		if (typeof events === 'string') {
			this.logger.warn(events);
			this.getResponseObject().status(500).json({ message: events });
			return { noWebhookResponse: true };
		}
		if (!startsFor(events, event.event) || isRepeated(this, event)) {
			return { webhookResponse: { received: true, started: false } };
		}
		return {
			webhookResponse: { received: true, started: true },
			workflowData: [[{ json: inOrder(event) }]],
		};
	}
}
