import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../../shared/fields/field';
import type { Resource } from '../../shared/operations/operation';
import { type Template, parametersOf } from '../../shared/templates/template';
import { oneOf } from '../../shared/rules/text';

export const templateResource: Resource = { name: 'Template', value: 'template' };

/** A filter whose words the service has in capitals. */
function filterOption(displayName: string, usual: string, values: string[]): Field {
	const nameOf = (value: string) =>
		value.replaceAll('_', ' ').replace(/\B[A-Z]/g, (letter) => letter.toLowerCase());
	return {
		displayName,
		name: displayName.toLowerCase(),
		type: 'options',
		options: values.map((value) => ({ name: nameOf(value), value })),
		default: usual,
		wire: displayName.toLowerCase(),
		reader: oneOf(...values),
	};
}

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
		filterOption('Category', 'MARKETING', ['AUTHENTICATION', 'MARKETING', 'UTILITY']),
		filterOption('Status', 'APPROVED', [
			'APPROVED',
			'DISABLED',
			'FLAGGED',
			'PAUSED',
			'PENDING',
			'PENDING_DELETION',
			'REJECTED',
		]),
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
