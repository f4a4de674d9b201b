import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/**
 * Gives fields the operation they belong to. A field's own conditions stay beside it.
 *
 * The one place where visibility is composed: n8n merges arrays in `displayOptions` by index, so
 * spreading them by hand mixes values up.
 *
 * @param show parameter values under which all of the fields are shown
 * @returns copies of the fields
 */
export function showFor(
	show: NonNullable<IDisplayOptions['show']>,
	fields: INodeProperties[],
): INodeProperties[] {
	return fields.map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: { ...field.displayOptions?.show, ...show },
		},
	}));
}
