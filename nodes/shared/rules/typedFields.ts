/** Where data is inserted into a text that a person typed. */
export const FIELD = '\ufffc';
/** The same where a person wrote that nothing may be there. */
const FIELD_OR_NOTHING = '\ufffb';

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

/** A comma behind a blank, or at the beginning: no author writes it, whatever the language. */
const ALONE = /(?<=[\p{L}\p{N}.])[ \t]+[,،](?=\s|$)|^\s*[,،]/gu;
/** What an empty value leaves between words and punctuation, beside a sign, and where a line begins or ends. */
const GAP = new RegExp(
	[
		String.raw`(?<! ) {2,}`,
		String.raw`[,،]\s*[,.!?;،؛؟](?!\.)|[,،]\s*$`,
		String.raw`\(\s*\)|"\s*"`,
		String.raw`(?<=[\p{L}\p{N}:${FIELD}]) [.;!?؛؟](?=\s|$)`,
		String.raw`(?<!\S)[#№$€£₪%](?!\S)`,
		String.raw`(?<=\S)[ \t]+(?=\n|$)|(?:^|(?<=\n))[ \t]+(?=\S)`,
	].join('|'),
	'gu',
);

/** How much of the text is shown on both sides: a blank alone cannot be seen. */
const BESIDE = 12;

/** What an empty value leaves in a text, with the words beside it. */
export function emptyPlace(own: string, typed: string): string | undefined {
	// A text that comes from the data as a whole has the spaces that its author wrote.
	const isFilled = typed.includes(FIELD) && /\p{L}/u.test(typed);
	const meant = typed.replaceAll(FIELD_OR_NOTHING, '');
	const gap =
		inserted(ALONE, { own, typed }) ??
		(isFilled ? inserted(GAP, { own, typed: meant }) : undefined);
	if (gap === undefined) return undefined;
	const at = own.indexOf(gap);
	return own.slice(Math.max(0, at - BESIDE), at + gap.length + BESIDE);
}
