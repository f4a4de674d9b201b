// Where a name such as customer.phone is found in an item.
/**
 * Looks up a value such as `customer.phone` in an item: first by the whole name, since column names
 * may have dots, then as a path. A column may have spaces or a byte order mark around its name.
 */
export function itemValue(json: Record<string, unknown>, name: string): unknown {
	const column = columnOf(json, name);
	return column === undefined ? valueAtPath(json, name.split('.')) : json[column];
}

/** Whether an item has a column of that name, even an empty one. */
export function hasColumn(json: Record<string, unknown>, name: string): boolean {
	return columnOf(json, name) !== undefined || itemValue(json, name) !== undefined;
}

/** Whether any item has a column: a name that none has is misspelled, not empty. */
export function columnOfAny(
	items: () => ReadonlyArray<{ json: Record<string, unknown> }>,
): (name: string) => boolean {
	const known = new Map<string, boolean>();
	return (name) => {
		const is = known.get(name) ?? items().some(({ json }) => hasColumn(json, name));
		known.set(name, is);
		return is;
	};
}

function valueAtPath(json: unknown, path: string[]): unknown {
	let value = json;
	for (const name of path) {
		if (typeof value !== 'object' || value === null) return undefined;
		const column = columnOf(value as Record<string, unknown>, name);
		value = column === undefined ? undefined : (value as Record<string, unknown>)[column];
	}
	return value;
}

function columnOf(json: Record<string, unknown>, name: string): string | undefined {
	if (Object.hasOwn(json, name)) return name;
	const wanted = name.trim();
	return Object.keys(json).find((column) => column.trim() === wanted);
}

/** The inside of a merge field: a column, and the text to use if the item has no value. */
export interface FieldWithFallback {
	name: string;
	fallback?: string;
}

/** Reads, for example, `first_name|there`. Two bars, a habit from code, mean the same. */
export function fieldWithFallback(written: string): FieldWithFallback {
	const [, name = '', fallback = ''] = /^([^|]*)\|\|?(.*)$/s.exec(written) ?? [];
	return name.trim() === '' ? { name: written } : { name: name.trim(), fallback: fallback.trim() };
}

const LISTED_COLUMNS = 12;

/** An item's columns, for an error about a missing one. */
export function columnsOf(json: Record<string, unknown>): string {
	const columns = Object.keys(json);
	const listed = columns.slice(0, LISTED_COLUMNS).map((name) => `"${name.trim()}"`);
	if (columns.length > listed.length) listed.push(`${columns.length - listed.length} more`);
	return columns.length === 0 ? 'this item has none' : `this item has ${listed.join(', ')}`;
}
