// Fields that name a file of the workflow.
import type { Field } from './field';
import { asEntered } from '../rules/reader';

/** Display name of the field that names a file of the input. */
export const FILE_FIELD = 'Input Data Field Name';

/** Where a file comes from: a link, which `link` describes, or the binary data of the items. */
export function fileFromField(link: string): Field {
	return {
		displayName: 'File From',
		name: 'fileFrom',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Input Data Field',
				value: 'input',
				description: 'A file from the workflow, which the service downloads from this n8n instance',
			},
			{ name: 'Link', value: 'link', description: link },
		],
		default: 'link',
		description: 'Where the file comes from',
		displayOptions: { hide: { '@tool': [true] } },
	};
}

/** The field of an item's binary data with the file. */
export const fileNameField: Field = {
	displayName: FILE_FIELD,
	name: 'fileField',
	type: 'string',
	reader: asEntered,
	required: true,
	default: 'data',
	placeholder: 'e.g. data',
	description:
		'Name of the field with the file in the binary data of each item. To use one file for all items, enter an expression such as {{ $("Read File").first().binary.data }}.',
	hint: 'The service must be able to reach this n8n instance to download the file',
	displayOptions: { show: { fileFrom: ['input'] } },
};

/** A field for a link, hidden if the file comes from the input. */
export function unlessFromInput<T extends Field>(field: T, fileFrom = 'fileFrom'): T {
	const { displayOptions } = field;
	const hide = { ...displayOptions?.hide, [fileFrom]: ['input'] };
	return { ...field, displayOptions: { ...displayOptions, hide } };
}
