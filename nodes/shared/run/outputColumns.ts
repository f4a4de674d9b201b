import type { IDataObject } from 'n8n-workflow';

/** What a person looks for first, whatever the operation: what was decided, for whom, what they got, and where it is. */
const FIRST_COLUMNS = [
	...['estimated', 'test', 'outcome', 'result', 'approved'],
	...['recipient', 'phone', 'text', 'messages', 'warnings', 'taskId'],
];

/** Decides which columns the items of one output have, and in which order. */
export interface OutputColumns {
	/** Columns that would be empty in all items: no item has them. */
	empty: string[];
	/** All others. */
	names: string[];
	/** What the node says of an item, as its columns. */
	of(own: IDataObject): IDataObject;
}

/**
 * The columns of an output, which all operations decide alike: those that all share come first; one that is
 * null for all items is left out of all; how many recipients there are is not said beside who it is.
 *
 * @param owns what the node says of each item, without the columns of its row
 */
export function outputColumns(owns: Iterable<IDataObject>): OutputColumns {
	const filled = new Map<string, boolean>();
	for (const own of owns) {
		for (const name of Object.keys(own)) {
			const value = own[name];
			if (value === undefined || filled.get(name)) continue;
			filled.set(name, value !== null);
		}
	}
	const empty = [...filled].flatMap(([name, isFilled]) => (isFilled ? [] : [name]));
	const names = [...filled.keys()].filter((name) => filled.get(name));
	return {
		empty,
		names,
		of(own) {
			// A recipient that is named is one.
			const implied = typeof own.recipient === 'string' ? 'recipientCount' : undefined;
			const columns: IDataObject = {};
			for (const name of [...FIRST_COLUMNS, ...Object.keys(own)]) {
				if (!Object.hasOwn(own, name) || name === implied || empty.includes(name)) continue;
				columns[name] = own[name];
			}
			return columns;
		},
	};
}
