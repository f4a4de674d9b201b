/** Where data is inserted into a text that a person typed. */
export const FIELD = '\ufffc';
/** The same where a person wrote that nothing may be there. */
export const FIELD_OR_NOTHING = '\ufffb';

/** A merge field with an empty fallback, or an expression that names an empty text. */
const MAY_BE_EMPTY = /\|\s*\}$|''|""/;

/** A text that a person typed, with {@link FIELD} or {@link FIELD_OR_NOTHING} for its merge fields and expressions. */
export function typedWithFields(saved: unknown): string {
	if (typeof saved !== 'string') return '';
	const text = saved.startsWith('=') ? saved.slice(1) : saved;
	return text.replace(
		/\\([{}])|\{\{(?:[^}]|\}(?!\}))*(?:\}\})?|\{[^{}]*\}/g,
		(part: string, brace?: string) => brace ?? (MAY_BE_EMPTY.test(part) ? FIELD_OR_NOTHING : FIELD),
	);
}

/** The first match that is not what a person typed: the text has more of them, or others. */
export function inserted(
	pattern: RegExp,
	{ own, typed }: { own: string; typed: string },
): string | undefined {
	const meant: string[] = typed.match(pattern) ?? [];
	return own.match(pattern)?.find((each) => {
		const at = meant.indexOf(each);
		if (at >= 0) meant.splice(at, 1);
		return at < 0;
	});
}
