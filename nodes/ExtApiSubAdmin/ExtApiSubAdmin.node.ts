import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { builderHint } from '../shared/fields/hints';
import { executing, nodeParts, subtitleOf } from '../shared/operations/operation';
import { extApiConnectionTest } from '../shared/service/connectionTest';
import { getBalance } from './operations/getBalance.operation';
import { updateBalance } from './operations/updateBalance.operation';

export class ExtApiSubAdmin implements INodeType {
	operations = [getBalance, updateBalance];

	description: INodeTypeDescription = {
		displayName: 'ExtApi Sub-Admin',
		name: 'extApiSubAdmin',
		icon: { light: 'file:../icons/subAdmin.svg', dark: 'file:../icons/subAdmin.dark.svg' },
		subtitle: subtitleOf(this.operations),
		description: 'Read and change the balances of sub-admins',
		defaults: { name: 'ExtApi Sub-Admin' },
		usableAsTool: true,
		builderHint: builderHint(
			"Operation update moves messages between the main account and a sub-admin. outcome is accepted or refused: a balance that is too low isn't an error.",
		),
		...nodeParts(this.operations),
	};

	methods = { credentialTest: { extApiConnectionTest } };

	execute = executing(this.operations);
}
