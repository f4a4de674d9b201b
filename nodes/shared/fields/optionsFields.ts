import { optionGroups, type CollectionField, type Field } from './field';

/** What most people look for in its group stands first in it; all others are in alphabetical order. */
const FIRST_OF_GROUP = ['sendAt'];

/** The options of an operation in their groups, made of single options and of lists of them. */
export function optionsFields(...choices: Array<Field | Field[]>): CollectionField[] {
	const options = firstOfGroup(byLabel(choices.flat()));
	return Object.entries(optionGroups).flatMap(([name, labels]) => {
		const own = options.filter(({ optionGroup = 'options' }) => optionGroup === name);
		if (own.length === 0) return [];
		// A list of one says on its face what is in it.
		const placeholder = own.length === 1 ? `Add ${own[0].displayName}` : labels.placeholder;
		const type = 'collection' as const;
		return [{ ...labels, placeholder, name, type, default: {}, options: own }];
	});
}

function firstOfGroup(options: Field[]): Field[] {
	const isFirst = ({ name }: Field) => FIRST_OF_GROUP.includes(name);
	return [...options.filter(isFirst), ...options.filter((option) => !isFirst(option))];
}

/** In alphabetical order, as the editor is to offer them. */
export function byName<T extends { name: string }>(choices: T[]): T[] {
	return [...choices].sort((a, b) => a.name.localeCompare(b.name));
}

/** The same by the names people see. */
export function byLabel(fields: Field[]): Field[] {
	return [...fields].sort((a, b) => a.displayName.localeCompare(b.displayName));
}
