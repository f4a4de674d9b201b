import { hasColumn } from './itemValue';

/** What a merge field asks for. */
export interface FieldWithFallback {
	/** The field's name, for `itemValue`. */
	name: string;
	/** The text to use when the item has no value; undefined when none was written. */
	fallback?: string;
}

/** Between a name and its fallback; two bars are a habit from code, and mean the same. */
const BAR = /\|\|?/g;

/**
 * Reads what stands between the braces of a merge field, such as `first_name|there`. Names of columns
 * hold bars too: of all names it can be split into, the longest that the item has is meant.
 *
 * @param written without its braces
 * @param json the item's data
 */
export function fieldWithFallback(
	written: string,
	json: Record<string, unknown>,
): FieldWithFallback {
	if (!written.includes('|') || hasColumn(json, written)) return { name: written };
	const splits = [...written.matchAll(BAR)]
		.map(({ 0: bar, index }) => ({
			name: written.slice(0, index).trim(),
			fallback: written.slice(index + bar.length).trim(),
		}))
		.filter(({ name }) => name !== '');
	if (splits.length < 2) return splits[0] ?? { name: written };
	return splits.reverse().find(({ name }) => hasColumn(json, name)) ?? splits[splits.length - 1];
}
