import type { INodeProperties } from 'n8n-workflow';

/** The Options collection of an operation, made of single options and of groups of them. */
export function optionsField(...choices: Array<INodeProperties | INodeProperties[]>) {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: byLabel(choices.flat()),
	} satisfies INodeProperties;
}

/** In alphabetical order, as the editor is to offer them. */
export function byName<T extends { name: string }>(choices: T[]): T[] {
	return [...choices].sort((a, b) => a.name.localeCompare(b.name));
}

/** The same by the names people see. */
export function byLabel(fields: INodeProperties[]): INodeProperties[] {
	return [...fields].sort((a, b) => a.displayName.localeCompare(b.displayName));
}
