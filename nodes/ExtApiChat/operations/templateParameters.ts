import type { IDisplayOptions, INodePropertyOptions } from 'n8n-workflow';

import { showFor, type Field } from '../../shared/fields/field';
import { fileFromField, fileNameField, unlessFromInput } from '../../shared/fields/fileFields';
import { ifTakesFile, linkFields } from '../../shared/templates/picker';
import { asEntered } from '../../shared/rules/reader';

/** Where values come from, by the value of "Parameters From". */
export const sources: Record<string, string> = {
	form: 'Template Parameters',
	json: 'Parameters JSON',
	list: 'Parameters List',
};

/**
 * Where the parameters of a template come from.
 *
 * @param others choices beside the form and JSON
 */
export function parametersFromField(description: string, ...others: INodePropertyOptions[]): Field {
	return {
		displayName: 'Parameters From',
		name: 'parametersFrom',
		type: 'options',
		options: [
			{
				name: 'Form',
				value: 'form',
				description: "One field for each of the template's parameters",
			},
			{
				name: 'JSON',
				value: 'json',
				description: 'For a template that is known only when the workflow runs',
			},
			...others,
		],
		default: 'form',
		description,
	};
}

export const parametersJsonField: Field = {
	displayName: sources.json,
	name: 'parametersJson',
	type: 'json',
	reader: asEntered,
	default: '{\n  "body": { "1": "{first_name}" }\n}',
	description:
		'Object with header and body (by placeholder number) and button (by position, from 0). For example, {"body": {"1": "Dana"}} fills the parameter with the ID body.1.',
	displayOptions: { show: { parametersFrom: ['json'] } },
};

/**
 * The form of the chosen template's parameters.
 *
 * @param method the node's resource mapping method that gives its fields
 * @param others fields beside the template that decide which these are
 */
export function parametersForm(method: string, ...others: string[]): Field {
	return {
		displayName: sources.form,
		name: 'parameters',
		type: 'resourceMapper',
		reader: asEntered,
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		description:
			"Values by parameter ID, such as body.1, header.1 or button.0. 'Template: Get' lists the IDs.",
		typeOptions: {
			loadOptionsDependsOn: ['template.value', ...others],
			resourceMapper: {
				resourceMapperMethod: method,
				mode: 'add',
				valuesLabel: 'Template Parameters',
				fieldWords: { singular: 'parameter', plural: 'parameters' },
				addAllFields: true,
				multiKeyMatch: false,
				supportAutoMap: false,
				noFieldsError: 'Choose a template first',
				// What the service changed since is there without a click, where n8n knows this.
				refreshStaleSchemaOnOpen: true,
			},
		},
		displayOptions: { show: { parametersFrom: ['form'] } },
	};
}

/** What the service replaces for the members of a distribution list (specification, "Template values"). */
export const CONTACT_PLACEHOLDERS =
	'For distribution lists the service replaces [first_name], [last_name], [user_data], [user_data1] to [user_data4] and [phone_num] with the values of each list member';

/** What is below the parameters. */
export function parametersNotice(
	displayName: string,
	show: NonNullable<IDisplayOptions['show']>,
): Field {
	return {
		displayName,
		name: 'parametersNotice',
		type: 'notice',
		default: '',
		displayOptions: { show },
	};
}

/** The link to the file of a template's header, on its own: where it is shown is the operation's. */
export const mediaLinkField = {
	displayName: 'Media Link',
	name: 'fileUrl',
	type: 'string',
	reader: asEntered,
	default: '',
	placeholder: 'e.g. https://example.com/invoice.pdf',
	description: "Public URL of the file for the template's header",
} satisfies Field;

/** Where a template's parameters come from: the form, JSON, or a simple list. */
export const parameterFields: Field[] = [
	// Before the form: what it asks for depends on where the file comes from.
	...ifTakesFile(
		fileFromField(
			'A public URL, which you enter in Media Link (among the parameters if they come from the form)',
		),
	),
	fileNameField,
	...showFor({ sendTo: ['lists', 'numbers'] }, [
		parametersFromField("How the template's parameters are filled", {
			name: 'Simple List',
			value: 'list',
			description: 'Values of the body in order, for templates without header or link parameters',
		}),
		parametersForm('getTemplateParameters', 'fileFrom'),
		{
			...parametersJsonField,
			// Empty: an example here would be sent when no one touches it.
			default: '',
			hint: 'Like { "header": { "1": "A-1001" }, "body": { "1": "Dana" }, "button": { "0": "A-1001" } }',
		},
		{
			displayName: sources.list,
			name: 'parametersList',
			type: 'string',
			reader: asEntered,
			default: '',
			placeholder: 'e.g. Dana, Sunday',
			description: "Comma-separated values of the body, in order. A value can't contain a comma.",
			displayOptions: { show: { parametersFrom: ['list'] } },
		},
	]),
	parametersNotice(
		"Drag columns into the fields. Merge fields such as {first_name} work only in 'Send Template Campaign'.",
		{ sendTo: ['numbers'], parametersFrom: ['form'] },
	),
	parametersNotice(CONTACT_PLACEHOLDERS, { sendTo: ['lists'] }),
	...linkFields(
		// The form has a field of its own. Own parameters of each number come from neither.
		unlessFromInput({ ...mediaLinkField, displayOptions: { hide: { parametersFrom: ['form'] } } }),
	),
	// Where an expression chooses between the form and own parameters, these need a link, too: the editor
	// leaves 'form' beside what the expression gives.
	...ifTakesFile(
		unlessFromInput({
			...mediaLinkField,
			hint: 'Used only with separate parameters; the form has its own link field',
			displayOptions: {
				hide: {
					sendTo: ['lists', 'numbers'],
					parametersFrom: [{ _cnd: { not: 'form' } }],
				},
			},
		}),
	),
];
