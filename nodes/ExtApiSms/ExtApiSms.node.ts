import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { builderHint } from '../shared/fields/hints';
import { executing, nodeParts, subtitleOf } from '../shared/operations/operation';
import {
	noRegistration,
	waitingNodeTooltip,
	waitingWebhook,
	waitingWebhooks,
} from '../shared/operations/waitingWebhook';
import { extApiConnectionTest } from '../shared/service/connectionTest';
import { getBalance } from './operations/getBalance.operation';
import { requestCode } from './operations/requestCode.operation';
import { send } from './operations/send.operation';
import { sendAndWait } from './operations/sendAndWait.operation';
import { sendCampaign } from './operations/sendCampaign.operation';
import { verifyCode } from './operations/verifyCode.operation';

export class ExtApiSms implements INodeType {
	operations = [send, sendCampaign, sendAndWait, getBalance, requestCode, verifyCode];

	description: INodeTypeDescription = {
		displayName: 'ExtApi SMS',
		name: 'extApiSms',
		icon: { light: 'file:../icons/sms.svg', dark: 'file:../icons/sms.dark.svg' },
		subtitle: subtitleOf(this.operations),
		description: 'Send SMS messages and campaigns, read the balance, verify sender IDs',
		defaults: { name: 'ExtApi SMS' },
		usableAsTool: true,
		builderHint: builderHint(
			"For the rows of a table use operation sendCampaign: one campaign of all items, each with its own text, such as 'Hello {first_name}'. Operation send makes one request for each item, and its text has no merge fields: use expressions there. With onError continueErrorOutput, items that cannot be sent go to the second output. Fill sender, unless the token has a fixed one. To continue with the result of a campaign, set notifications.waitForCompletion to true.",
			{
				extApiCampaign: 'Follows or deletes a campaign by its taskId',
				extApiTrigger: 'Starts a workflow when a campaign starts, ends or fails',
				extApiOtp: 'Sends and verifies one-time codes; do not build them with SMS',
			},
		),
		webhooks: waitingWebhooks,
		waitingNodeTooltip,
		...nodeParts(this.operations),
	};

	/** Called by the service about a campaign that is waited for, and by people who answer. */
	webhook = waitingWebhook;

	webhookMethods = noRegistration;

	methods = { credentialTest: { extApiConnectionTest } };

	execute = executing(this.operations);
}
