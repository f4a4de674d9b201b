import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { builderHint } from '../shared/fields/hints';
import { executing, nodeParts, subtitleOf } from '../shared/operations/operation';
import { extApiConnectionTest } from '../shared/service/connectionTest';
import { deleteCampaign } from './operations/delete.operation';
import { getStatus } from './operations/getStatus.operation';
import { wait } from './operations/wait.operation';

export class ExtApiCampaign implements INodeType {
	operations = [getStatus, deleteCampaign, wait];

	description: INodeTypeDescription = {
		displayName: 'ExtApi Campaign',
		name: 'extApiCampaign',
		icon: { light: 'file:../icons/campaign.svg', dark: 'file:../icons/campaign.dark.svg' },
		subtitle: subtitleOf(this.operations),
		description: 'Follow SMS, voice and chat campaigns, and delete pending ones',
		defaults: { name: 'ExtApi Campaign' },
		usableAsTool: true,
		builderHint: builderHint(
			'taskId is that of a sending node. Operation delete works only before the campaign has started: deleted is true or false, and status says why not. A message to a single number has no status (na). Operation wait is for campaigns that the sending node does not wait for.',
		),
		...nodeParts(this.operations),
	};

	methods = { credentialTest: { extApiConnectionTest } };

	execute = executing(this.operations);
}
