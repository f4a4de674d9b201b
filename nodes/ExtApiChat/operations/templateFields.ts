import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../../shared/fields/field';
import type { Resource } from '../../shared/operations/operation';
import { type Template, parametersOf } from '../../shared/templates/template';
import { oneOf } from '../../shared/rules/text';

export const templateResource: Resource = { name: 'Template', value: 'template' };

const statuses = [
	'APPROVED',
	'DISABLED',
	'FLAGGED',
	'PAUSED',
	'PENDING',
	'PENDING_DELETION',
	'REJECTED',
];
const categories = ['AUTHENTICATION', 'MARKETING', 'UTILITY'];

export const simplifyField: Field = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

export const filtersField: Field = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		{
			displayName: 'Category',
			name: 'category',
			type: 'options',
			options: [
				{ name: 'Authentication', value: 'AUTHENTICATION' },
				{ name: 'Marketing', value: 'MARKETING' },
				{ name: 'Utility', value: 'UTILITY' },
			],
			default: 'MARKETING',
			wire: 'category',
			reader: oneOf(...categories),
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Approved', value: 'APPROVED' },
				{ name: 'Disabled', value: 'DISABLED' },
				{ name: 'Flagged', value: 'FLAGGED' },
				{ name: 'Paused', value: 'PAUSED' },
				{ name: 'Pending', value: 'PENDING' },
				{ name: 'Pending Deletion', value: 'PENDING_DELETION' },
				{ name: 'Rejected', value: 'REJECTED' },
			],
			default: 'APPROVED',
			wire: 'status',
			reader: oneOf(...statuses),
		},
	],
};

/**
 * The data of an output item.
 *
 * @param simplify true for the fields people need, by names of ours
 */
export function templateItem(template: Template, simplify: unknown): IDataObject {
	return simplify ? simplifyTemplate(template) : (template as IDataObject);
}

/**
 * What one needs to know to send a template, instead of all the listing tells of it (specification,
 * "List templates").
 *
 * @returns `parameters` names each value a send needs, with its example; `media` is the kind of file
 * its header takes, or null
 */
function simplifyTemplate(template: Template): IDataObject {
	const { code, displayName, status, sendable, issue, category, language, header, body } = template;
	const takesFile = (header?.fileurlTypes?.length ?? 0) > 0;
	return {
		...{ code, displayName, status, sendable, issue, category, language, body },
		media: takesFile ? header.type : null,
		parameters: parametersOf(template).map(({ id, example }) => ({ id, example })),
	};
}
