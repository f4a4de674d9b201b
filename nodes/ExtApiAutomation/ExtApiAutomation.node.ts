import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { builderHint } from '../shared/fields/hints';
import { executing, nodeParts, subtitleOf } from '../shared/operations/operation';
import { extApiConnectionTest } from '../shared/service/connectionTest';
import { run } from './operations/run.operation';

export class ExtApiAutomation implements INodeType {
	operations = [run];

	description: INodeTypeDescription = {
		displayName: 'ExtApi Automation',
		name: 'extApiAutomation',
		icon: { light: 'file:../icons/automation.svg', dark: 'file:../icons/automation.dark.svg' },
		subtitle: subtitleOf(this.operations),
		description: 'Start automations of the service',
		defaults: { name: 'ExtApi Automation' },
		usableAsTool: true,
		builderHint: builderHint('The automation keeps only the fields that its trigger declares.'),
		...nodeParts(this.operations),
	};

	methods = { credentialTest: { extApiConnectionTest } };

	execute = executing(this.operations);
}
