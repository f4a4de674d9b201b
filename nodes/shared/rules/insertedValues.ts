/** Where data is inserted into a text that a person typed. */
export const FIELD = '\ufffc';
/** The same where a person wrote that nothing may be there, such as `{first_name|}`. */
const FIELD_OR_NOTHING = '\ufffb';

/** A piece of data in a message, with what a person typed on both sides of it. */
export interface InsertedValue {
	value: string;
	before: string;
	after: string;
	/** True where a person wrote that nothing may be there. */
	mayBeEmpty?: boolean;
}

const FIELDS = /[\ufffb\ufffc]+/g;

/** Whether data is inserted into a text. */
export function hasInserted(typed: string): boolean {
	return typed.includes(FIELD) || typed.includes(FIELD_OR_NOTHING);
}

/**
 * The data in a message: what is between the pieces that a person typed. Fields without a character between them are one.
 * Undefined where the message is not made of the pieces, as when its characters were replaced.
 */
export function insertedValues(own: string, typed: string): InsertedValue[] | undefined {
	const [first, ...others] = typed.split(FIELDS);
	const fields = typed.match(FIELDS) ?? [];
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

/** A text that a person typed, with {@link FIELD} for its merge fields and expressions. */
export function typedWithFields(saved: unknown): string {
	if (typeof saved !== 'string') return '';
	const text = saved.startsWith('=') ? saved.slice(1) : saved;
	return text.replace(
		/\\([{}])|\{\{(?:[^}]|\}(?!\}))*(?:\}\})?|\{[^{}]*\}/g,
		(part: string, brace?: string) => brace ?? (MAY_BE_EMPTY.test(part) ? FIELD_OR_NOTHING : FIELD),
	);
}

/** A merge field with an empty fallback, or an expression that names an empty text. */
const MAY_BE_EMPTY = /\|\s*\}$|''|""/;

/** The first match that is not what a person typed: the text has more of them, or others. */
export function inserted(
	pattern: RegExp,
	{ own, typed }: { own: string; typed: string },
): string | undefined {
	const found = own.match(pattern);
	if (found === null) return undefined;
	const meant: string[] = typed.match(pattern) ?? [];
	return found.find((each) => {
		const at = meant.indexOf(each);
		if (at >= 0) meant.splice(at, 1);
		return at < 0;
	});
}
