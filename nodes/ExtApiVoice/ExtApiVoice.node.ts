import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { builderHint } from '../shared/fields/hints';
import { executing, nodeParts, subtitleOf } from '../shared/operations/operation';
import { extApiConnectionTest } from '../shared/service/connectionTest';
import { send } from './operations/send.operation';
import { sendCampaign } from './operations/sendCampaign.operation';

export class ExtApiVoice implements INodeType {
	operations = [send, sendCampaign];

	description: INodeTypeDescription = {
		displayName: 'ExtApi Voice',
		name: 'extApiVoice',
		icon: { light: 'file:../icons/voice.svg', dark: 'file:../icons/voice.dark.svg' },
		subtitle: subtitleOf(this.operations),
		description: 'Call people and play a text, a recording or a telephony service',
		defaults: { name: 'ExtApi Voice' },
		usableAsTool: true,
		builderHint: builderHint(
			'For the rows of a table use operation sendCampaign: one campaign of all items. Operation send makes one request for each item. caller and description are required.',
			{
				extApiCampaign: 'Waits for a voice campaign to end, by its taskId',
			},
		),
		...nodeParts(this.operations),
	};

	methods = { credentialTest: { extApiConnectionTest } };

	execute = executing(this.operations);
}
