import { hasInserted, inserted, type InsertedValue } from './insertedValues';
import { isUnseen } from './text';

/** A comma behind a blank, or at the beginning: no author writes it, whatever the language. */
const ALONE = /(?<=[\p{L}\p{N}.])[ \t]+[,،](?=\s|$)|^\s*[,،]/gu;
/** What an empty value leaves between words and punctuation. */
const GAP =
	/(?<! ) {2,}|[,،]\s*[,.!?;،؛؟](?!\.)|\(\s*\)|"\s*"|(?<=[\p{L}\p{N}]) [.;؛](?=\s|$)|[,،]\s*$/gu;

/** How much of the text is shown on both sides: a blank alone cannot be seen. */
const BESIDE = 12;

/**
 * What an empty value leaves in a text, with the words beside it.
 *
 * @param data what the text holds beside what was typed
 */
export function emptyPlace(own: string, typed: string, data: InsertedValue[]): string | undefined {
	// A text that comes from the data as a whole has the spaces that its author wrote.
	const isFilled = hasInserted(typed) && /\p{L}/u.test(typed);
	const gap =
		inserted(ALONE, { own, typed }) ?? (isFilled ? inserted(GAP, { own, typed }) : undefined);
	if (gap !== undefined) {
		const at = own.indexOf(gap);
		return own.slice(Math.max(0, at - BESIDE), at + gap.length + BESIDE);
	}
	const empty = isFilled && data.find((each) => leavesBlanks(each, data.length === 1));
	return empty ? `${empty.before.slice(-BESIDE)}${empty.after.slice(0, BESIDE)}` : undefined;
}

/** The end of what a person typed before a value that is to follow: a sign of money or of a number, or a label. */
const NEEDS_VALUE = /(?:[#№$€£₪&+=/@:([{"'“„«]|\S-|[-–—] )[ \t]*$/u;
/** What a person typed after a value that is to come before: a mark, or the sign of a percentage. */
const NEEDS_VALUE_BEFORE = /^(?:[%°]|[ \t]*[.,!?;:)،؛؟](?![\p{L}\p{N})(/]))/u;

/** Whether a value is empty, and leaves a sign beside it, or a blank where a line begins or ends. */
function leavesBlanks(inserted: InsertedValue, isOnly: boolean): boolean {
	const { value, before, after, mayBeEmpty } = inserted;
	if (mayBeEmpty || !isUnseen(value)) return false;
	const startsLine = /(?:^|\n)$/.test(before);
	const endsLine = /^(?:\n|$)/.test(after);
	const isApart = startsLine || /\s$/.test(before);
	// Beside another value, such as the first name of which the last one is unknown, a blank is not seen.
	const hasWord = (text: string) => text.trim() !== '' || isOnly;
	return (
		(NEEDS_VALUE.test(before) && before.trim() !== '') ||
		(isApart && NEEDS_VALUE_BEFORE.test(after)) ||
		(endsLine && /[ \t]$/.test(before) && hasWord(before)) ||
		(startsLine && /^[ \t]/.test(after) && hasWord(after))
	);
}
