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
import { getTemplateParameters } from '../shared/templates/parameterForm';
import { searchTemplates } from '../shared/templates/picker';
import { getManyTemplates } from './operations/getManyTemplates.operation';
import { getTemplate } from './operations/getTemplate.operation';
import { sendAndWait } from './operations/sendAndWait.operation';
import { sendReply } from './operations/sendReply.operation';
import { sendTemplate } from './operations/sendTemplate.operation';
import { sendTemplateCampaign } from './operations/sendTemplateCampaign.operation';

export class ExtApiChat implements INodeType {
	operations = [
		sendTemplate,
		sendTemplateCampaign,
		sendReply,
		sendAndWait,
		getTemplate,
		getManyTemplates,
	];

	description: INodeTypeDescription = {
		displayName: 'ExtApi Chat',
		name: 'extApiChat',
		icon: { light: 'file:../icons/chat.svg', dark: 'file:../icons/chat.dark.svg' },
		subtitle: subtitleOf(this.operations),
		description: 'Send approved templates and free-form replies by chat, and list the templates',
		defaults: { name: 'ExtApi Chat' },
		usableAsTool: true,
		builderHint: builderHint(
			'People who did not write in the last 24 hours can get only templates. For the rows of a table use operation sendTemplateCampaign: one campaign of all items. Operation sendTemplate makes one request for each item. To continue with the result of a campaign, set notifications.waitForCompletion to true. Template parameters are {"mappingMode": "defineBelow", "value": {"body.1": "Dana"}}; operation get lists their IDs.',
			{
				extApiCampaign: 'Follows or deletes a campaign by its taskId',
				extApiTrigger: 'Starts a workflow when a campaign starts, ends or fails',
			},
		),
		webhooks: waitingWebhooks,
		waitingNodeTooltip,
		...nodeParts(this.operations),
	};

	/** Called by the service about a campaign that is waited for, and by people who answer. */
	webhook = waitingWebhook;

	webhookMethods = noRegistration;

	methods = {
		credentialTest: { extApiConnectionTest },
		listSearch: { searchTemplates },
		resourceMapping: { getTemplateParameters },
	};

	execute = executing(this.operations);
}
