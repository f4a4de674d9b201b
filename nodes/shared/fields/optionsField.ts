import type { Field } from './field';
/** Options that most people look for, by name; in the list of so many some others would be out of sight. */
const SOUGHT = ['output', 'sendAt', 'waitForCompletion'];

/** The Options collection of an operation, made of single options and of groups of them. */
export function optionsField(...choices: Array<Field | Field[]>) {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: soughtFirst(byLabel(choices.flat())),
	} satisfies Field;
}

function soughtFirst(fields: Field[]): Field[] {
	const isSought = ({ name }: Field) => SOUGHT.includes(name);
	return [...fields.filter(isSought), ...fields.filter((field) => !isSought(field))];
}

/** In alphabetical order, as the editor is to offer them. */
export function byName<T extends { name: string }>(choices: T[]): T[] {
	return [...choices].sort((a, b) => a.name.localeCompare(b.name));
}

/** The same by the names people see. */
export function byLabel(fields: Field[]): Field[] {
	return [...fields].sort((a, b) => a.displayName.localeCompare(b.displayName));
}
