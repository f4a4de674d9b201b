/** Where data is inserted into a text that a person typed. */
export const FIELD = '\ufffc';
/** The same where a person wrote that nothing may be there, such as `{first_name|}`. */
export const FIELD_OR_NOTHING = '\ufffb';

/** A piece of data in a message, with what a person typed on both sides of it. */
export interface InsertedValue {
	value: string;
	before: string;
	after: string;
	/** True where a person wrote that nothing may be there. */
	mayBeEmpty?: boolean;
}

const FIELDS = /[\ufffb\ufffc]+/;

/** Whether data is inserted into a text. */
export function hasInserted(typed: string): boolean {
	return FIELDS.test(typed);
}

/**
 * The data in a message: what is between the pieces that a person typed. Fields without a character between
 * them are one.
 *
 * @param typed with {@link FIELD} or {@link FIELD_OR_NOTHING} where data is inserted
 * @returns undefined where the message is not made of the pieces, as when its characters were replaced
 */
export function insertedValues(own: string, typed: string): InsertedValue[] | undefined {
	const [first, ...others] = typed.split(FIELDS);
	const fields = typed.match(new RegExp(FIELDS, 'g')) ?? [];
	const last = others.pop();
	if (last === undefined) return own === typed ? [] : undefined;
	if (!own.startsWith(first)) return undefined;
	const end = own.length - last.length;
	const values: InsertedValue[] = [];
	let before = first;
	let at = first.length;
	for (const after of [...others, last]) {
		const until = values.length === others.length ? end : own.indexOf(after, at);
		if (until < at || until > end) return undefined;
		const mayBeEmpty = !fields[values.length].includes(FIELD);
		values.push({ value: own.slice(at, until), before, after, mayBeEmpty });
		before = after;
		at = until + after.length;
	}
	return own.endsWith(last) ? values : undefined;
}
