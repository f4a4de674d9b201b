// Where a name such as customer.phone is found in an item.
/**
 * Looks a value such as `customer.phone` up in an item: by the whole name first, since column names hold dots too, then as a
 * dotted path. A name that matches none exactly matches one with blanks or a byte order mark around it.
 */
export function itemValue(json: Record<string, unknown>, name: string): unknown {
	const column = columnOf(json, name);
	return column === undefined ? valueAtPath(json, name.split('.')) : json[column];
}

/** Tells whether an item has a column of that name at all, even an empty one. */
export function hasColumn(json: Record<string, unknown>, name: string): boolean {
	return columnOf(json, name) !== undefined || itemValue(json, name) !== undefined;
}

/** Tells whether any item has a column of a name: of another name it is misspelled, not empty. */
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

/** What is between the braces of a merge field: a column, and the text to use when the item has no value. */
export interface FieldWithFallback {
	name: string;
	fallback?: string;
}

/** Reads for example `first_name|there`; two bars are a habit from code, and mean the same. */
export function fieldWithFallback(written: string): FieldWithFallback {
	const [, name = '', fallback = ''] = /^([^|]*)\|\|?(.*)$/s.exec(written) ?? [];
	return name.trim() === '' ? { name: written } : { name: name.trim(), fallback: fallback.trim() };
}

const LISTED_COLUMNS = 12;

/** What columns an item has, for an error about one that it has not. */
export function columnsOf(json: Record<string, unknown>): string {
	const columns = Object.keys(json);
	const listed = columns.slice(0, LISTED_COLUMNS).map((name) => `"${name.trim()}"`);
	if (columns.length > listed.length) listed.push(`${columns.length - listed.length} more`);
	return columns.length === 0 ? 'this item has none' : `this item has ${listed.join(', ')}`;
}
