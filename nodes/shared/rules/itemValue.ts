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

interface FieldWithFallback {
	name: string;
	/** The text to use when the item has no value; undefined when none was written. */
	fallback?: string;
}

/** Between a name and its fallback; two bars are a habit from code, and mean the same. */
const BAR = /\|\|?/g;
/** Bars up to which a name is looked for: a text of thousands would be looked up in all its parts. */
const MOST_BARS = 10;

/**
 * Reads what is between the braces of a merge field, such as `first_name|there`. Names of columns hold bars
 * too: of all names it can be split into at its first bars, the longest that the item has is meant.
 */
export function fieldWithFallback(
	written: string,
	json: Record<string, unknown>,
): FieldWithFallback {
	if (!written.includes('|') || hasColumn(json, written)) return { name: written };
	const splits = [...written.matchAll(BAR)]
		.slice(0, MOST_BARS)
		.map(({ 0: bar, index }) => ({
			name: written.slice(0, index).trim(),
			fallback: written.slice(index + bar.length).trim(),
		}))
		.filter(({ name }) => name !== '');
	if (splits.length < 2) return splits[0] ?? { name: written };
	return splits.reverse().find(({ name }) => hasColumn(json, name)) ?? splits[splits.length - 1];
}

const LISTED_COLUMNS = 12;

/** What columns an item has, for an error about one that it has not. */
export function columnsOf(json: Record<string, unknown>): string {
	const columns = Object.keys(json);
	const listed = columns.slice(0, LISTED_COLUMNS).map((name) => `"${name.trim()}"`);
	if (columns.length > listed.length) listed.push(`${columns.length - listed.length} more`);
	return columns.length === 0 ? 'this item has none' : `this item has ${listed.join(', ')}`;
}
