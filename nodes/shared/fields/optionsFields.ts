import { optionGroups, type CollectionField, type Field } from './field';

/** The options of an operation in their groups, made of single options and of lists of them. */
export function optionsFields(...choices: Array<Field | Field[]>): CollectionField[] {
	const options = byLabel(choices.flat());
	return Object.entries(optionGroups).flatMap(([name, labels]) => {
		const own = options.filter(({ optionGroup = 'options' }) => optionGroup === name);
		return own.length === 0
			? []
			: [{ ...labels, name, type: 'collection' as const, default: {}, options: own }];
	});
}

/** In alphabetical order, as the editor is to offer them. */
export function byName<T extends { name: string }>(choices: T[]): T[] {
	return [...choices].sort((a, b) => a.name.localeCompare(b.name));
}

/** The same by the names people see. */
export function byLabel(fields: Field[]): Field[] {
	return [...fields].sort((a, b) => a.displayName.localeCompare(b.displayName));
}
