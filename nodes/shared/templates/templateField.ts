import type { INodeProperties } from 'n8n-workflow';

/**
 * The template picker: from a searchable list, or by code.
 *
 * @param searchMethod the node's list search method
 */
export function templateField(searchMethod: string): INodeProperties {
	return {
		displayName: 'Template',
		name: 'template',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description: 'The template to send',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a template…',
				typeOptions: { searchListMethod: searchMethod, searchable: true },
			},
			{
				displayName: 'By Code',
				name: 'code',
				type: 'string',
				placeholder: 'e.g. 2002',
				validation: [
					{
						type: 'regex',
						properties: { regex: '\\d+', messageForModel: 'A template code holds digits only' },
					},
				],
			},
		],
	};
}
