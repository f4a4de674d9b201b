import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { everyRequest } from '../shared/engine/everyRequest';
import { noWebhook, requestOptions } from '../shared/engine/requestOptions';
import { customOperations } from '../shared/engine/customOperations';
import { extApiConnectionTest } from '../shared/transport/connectionTest';
import { aroundRequest } from '../shared/engine/aroundRequest';
import { requestDefaults } from '../shared/transport/requestDefaults';
import { addFields, addOption } from './operations/add.operation';
import { checkFields, checkOption } from './operations/check.operation';
import {
	addMany,
	addManyOption,
	manyFields,
	removeMany,
	removeManyOption,
} from './operations/many.operation';
import { removeFields, removeOption } from './operations/remove.operation';

export class ExtApiContacts implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'ExtApi Contacts',
		name: 'extApiContacts',
		icon: { light: 'file:../icons/contacts.svg', dark: 'file:../icons/contacts.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle:
			'={{ { add: "Add: Contact", addMany: "Add Many: Contacts", removeMany: "Remove Many: Contacts", check: "Check: Contact", remove: "Remove: Contact" }[$parameter.operation] }}',
		description: 'Add, check and remove contacts of distribution lists',
		defaults: { name: 'ExtApi Contacts' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'extApi', required: true, testedBy: 'extApiConnectionTest' }],
		requestDefaults,
		requestOperations: { pagination: aroundRequest },
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'hidden',
				noDataExpression: true,
				default: 'contact',
				routing: everyRequest,
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['contact'] }, hide: { '@tool': [true] } },
				options: [addOption, addManyOption, checkOption, removeOption, removeManyOption],
				default: 'add',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['contact'], '@tool': [true] } },
				options: [addOption, checkOption, removeOption],
				default: 'add',
			},
			...addFields,
			...checkFields,
			...removeFields,
			...manyFields,
			requestOptions(['addMany', 'removeMany']),
		],
	};

	webhook = noWebhook;

	customOperations = customOperations(this, { contact: { addMany, removeMany } });

	methods = { credentialTest: { extApiConnectionTest } };
}
