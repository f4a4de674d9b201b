/** What spreadsheets and exports add around column names; `trim` removes spaces and a byte order mark. */
const INVISIBLE = /^[\u200b-\u200f\u2060]+|(?<![\u200b-\u200f\u2060])[\u200b-\u200f\u2060]+$/g;

/**
 * Looks a value such as `customer.phone` up in an item: by the whole name first, since column names hold dots too, then as a
 * dotted path. A name that matches none exactly matches one with spaces or a byte order mark around it.
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

/** What is between the braces of a merge field: a column, and the text to use when the item has no value. */
export interface FieldWithFallback {
	name: string;
	fallback?: string;
}

/** Reads for example `first_name|there`; two bars are a habit from code, and mean the same. */
export function fieldWithFallback(written: string): FieldWithFallback {
	const at = written.indexOf('|');
	const name = written.slice(0, at).trim();
	return at < 0 || name === ''
		? { name: written }
		: {
				name,
				fallback: written
					.slice(at)
					.replace(/^\|{1,2}/, '')
					.trim(),
			};
}

const LISTED_COLUMNS = 12;

/** What columns an item has, for an error about one that it has not. */
export function columnsOf(json: Record<string, unknown>): string {
	const columns = Object.keys(json);
	const listed = columns.slice(0, LISTED_COLUMNS).map((name) => `"${name.trim()}"`);
	if (columns.length > listed.length) listed.push(`${columns.length - listed.length} more`);
	return columns.length === 0 ? 'this item has none' : `this item has ${listed.join(', ')}`;
}
