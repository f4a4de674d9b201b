// The fields of a template's parameters and file.
import type { IDisplayOptions } from 'n8n-workflow';

import { type Field, textField } from '../../shared/fields/field';
import { fileFromField, fileNameField, unlessFromInput } from '../../shared/fields/fileFields';
import { PARAMETERS } from '../../shared/templates/parameterValues';
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

/** A template's parameters, in a form that the editor makes of the chosen template. */
export const parametersField: Field = {
	displayName: PARAMETERS,
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
			// Where n8n has this, it loads the service's changes without a click.
			refreshStaleSchemaOnOpen: true,
		},
	},
};

/** Replaced by the service for each list member (specification, "Template values"). */
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

/** Parameters that are the same for all recipients of a message. */
export const sharedParameterFields: Field[] = [
	parametersField,
	parametersNotice(
		"Drag columns into the fields. Merge fields such as {first_name} work only in 'Send Template Campaign'.",
		{ sendTo: ['numbers'] },
	),
	parametersNotice(CONTACT_PLACEHOLDERS, { sendTo: ['lists'] }),
];
