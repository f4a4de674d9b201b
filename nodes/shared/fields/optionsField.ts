import type { INodeProperties } from 'n8n-workflow';

/** Options that most people look for, by name; in the list of so many some others would be out of sight. */
const SOUGHT = ['output', 'sendAt', 'waitForCompletion'];

/** The Options collection of an operation, made of single options and of groups of them. */
export function optionsField(...choices: Array<INodeProperties | INodeProperties[]>) {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: soughtFirst(byLabel(choices.flat())),
	} satisfies INodeProperties;
}

function soughtFirst(fields: INodeProperties[]): INodeProperties[] {
	const isSought = ({ name }: INodeProperties) => SOUGHT.includes(name);
	return [...fields.filter(isSought), ...fields.filter((field) => !isSought(field))];
}

/** In alphabetical order, as the editor is to offer them. */
export function byName<T extends { name: string }>(choices: T[]): T[] {
	return [...choices].sort((a, b) => a.name.localeCompare(b.name));
}

/** The same by the names people see. */
export function byLabel(fields: INodeProperties[]): INodeProperties[] {
	return [...fields].sort((a, b) => a.displayName.localeCompare(b.displayName));
}
