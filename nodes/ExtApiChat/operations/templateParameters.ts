import type { IDisplayOptions } from 'n8n-workflow';

import { type Field, textField } from '../../shared/fields/field';
import { fileFromField, fileNameField, unlessFromInput } from '../../shared/fields/fileFields';
import { sources } from '../../shared/templates/enteredParameters';
import { webAddress } from '../../shared/rules/addresses';
import { asEntered } from '../../shared/rules/reader';

/** The file of a template's header. */
export const headerFileFields: Field[] = [
	fileFromField("The URL in Media Link. If empty, the template's own file is sent."),
	fileNameField,
	unlessFromInput(
		textField({
			displayName: 'Media Link',
			name: 'fileUrl',
			placeholder: 'e.g. https://example.com/invoice.pdf',
			description:
				"Public URL of the file for the template's header. If empty, the template's own file is sent. Leave it empty for a template without a file.",
			wire: 'fileurl',
			reader: webAddress,
		}),
	),
];

/** Where the parameters of a template come from: a choice for the run of a campaign. */
export const parametersFromField: Field = {
	displayName: 'Parameters From',
	name: 'parametersFrom',
	type: 'options',
	noDataExpression: true,
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
	],
	default: 'form',
	description: "How the template's parameters are filled",
};

/**
 * The fields of a template's parameters.
 *
 * @param json what is particular to the field for JSON
 */
export function parameterFields(json: Partial<Field>): Field[] {
	return [
		parametersFromField,
		{
			displayName: sources.form,
			name: 'parameters',
			type: 'resourceMapper',
			reader: asEntered,
			noDataExpression: true,
			default: { mappingMode: 'defineBelow', value: null },
			description:
				"Values by parameter ID, such as body.1, header.1 or button.0. 'Template: Get' lists the IDs.",
			typeOptions: {
				loadOptionsDependsOn: ['template.value'],
				resourceMapper: {
					resourceMapperMethod: 'getTemplateParameters',
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
		},
		{
			displayName: sources.json,
			name: 'parametersJson',
			type: 'json',
			reader: asEntered,
			default: '',
			description:
				'Object with header and body (by placeholder number) and button (by position, from 0). For example, {"body": {"1": "Dana"}} fills the parameter with the ID body.1.',
			displayOptions: { show: { parametersFrom: ['json'] } },
			...json,
		} as Field,
	];
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

/** The parameters that all recipients of a message have in common. */
export const sharedParameterFields: Field[] = [
	...parameterFields({
		// No default: an example there would be sent when no one touches it.
		hint: 'Like { "header": { "1": "A-1001" }, "body": { "1": "Dana" }, "button": { "0": "A-1001" } }',
	}),
	parametersNotice(
		"Drag columns into the fields. Merge fields such as {first_name} work only in 'Send Template Campaign'.",
		{ sendTo: ['numbers'], parametersFrom: ['form'] },
	),
	parametersNotice(CONTACT_PLACEHOLDERS, { sendTo: ['lists'] }),
];
