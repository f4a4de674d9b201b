import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { builderHint } from '../shared/fields/hints';
import { executing, nodeParts, subtitleOf } from '../shared/operations/operation';
import { extApiConnectionTest } from '../shared/service/connectionTest';
import { add } from './operations/add.operation';
import { addMany } from './operations/addMany.operation';
import { check } from './operations/check.operation';
import { remove } from './operations/remove.operation';
import { removeMany } from './operations/removeMany.operation';

export class ExtApiContacts implements INodeType {
	operations = [add, check, remove, addMany, removeMany];

	description: INodeTypeDescription = {
		displayName: 'ExtApi Contacts',
		name: 'extApiContacts',
		icon: { light: 'file:../icons/contacts.svg', dark: 'file:../icons/contacts.dark.svg' },
		subtitle: subtitleOf(this.operations),
		description: 'Add, check and remove contacts of distribution lists',
		defaults: { name: 'ExtApi Contacts' },
		usableAsTool: true,
		builderHint: builderHint(
			"For the rows of a table use addMany or removeMany, which make the fewest requests. In the output, result and booleans show what happened to each number. An ALREADY_REG or BLOCKED number isn't an error: branch on these fields.",
		),
		...nodeParts(this.operations),
	};

	methods = { credentialTest: { extApiConnectionTest } };

	execute = executing(this.operations);
}
