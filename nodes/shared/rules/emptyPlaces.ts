import { FIELD, FIELD_OR_NOTHING, inserted } from './typedFields';

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
