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
				// No pattern: n8n stops one after 250 ms by the clock, and then a busy n8n refused a right code. The
				// node checks the code itself.
				placeholder: 'e.g. 2002',
			},
		],
	};
}
