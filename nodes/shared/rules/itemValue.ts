/** What spreadsheets and exports leave around column names; `trim` removes spaces and a byte order mark. */
const INVISIBLE = /^[\u200b-\u200f\u2060]+|[\u200b-\u200f\u2060]+$/g;

/**
 * Looks a value up in an item: by the whole name first, since column names hold dots too, then as a
 * dotted path. A name that matches none exactly matches one with spaces or a byte order mark around it.
 *
 * @param json the item's data
 * @param name for example `first_name`, `customer.phone` or `tags.0`
 */
export function itemValue(json: Record<string, unknown>, name: string): unknown {
	if (Object.hasOwn(json, name)) return json[name];
	const exact = valueAtPath(json, name.split('.'), hasExactly);
	if (exact !== undefined) return exact;
	const column = similarColumn(json, name);
	return column === undefined ? valueAtPath(json, name.split('.'), similarColumn) : json[column];
}

/** Tells whether an item has a column of that name at all, even an empty one. */
export function hasColumn(json: Record<string, unknown>, name: string): boolean {
	return similarColumn(json, name) !== undefined || itemValue(json, name) !== undefined;
}

type FindColumn = (json: Record<string, unknown>, name: string) => string | undefined;

function valueAtPath(json: unknown, path: string[], find: FindColumn): unknown {
	let value = json;
	for (const name of path) {
		if (typeof value !== 'object' || value === null) return undefined;
		const column = find(value as Record<string, unknown>, name);
		if (column === undefined) return undefined;
		value = (value as Record<string, unknown>)[column];
	}
	return value;
}

function hasExactly(json: Record<string, unknown>, name: string): string | undefined {
	return Object.hasOwn(json, name) ? name : undefined;
}

function similarColumn(json: Record<string, unknown>, name: string): string | undefined {
	const wanted = bare(name);
	return Object.keys(json).find((column) => column.includes(wanted) && bare(column) === wanted);
}

function bare(name: string): string {
	return name.trim().replace(INVISIBLE, '').trim();
}
