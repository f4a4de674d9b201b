import { hasInserted, inserted, type InsertedValue } from './insertedValues';
import { isUnseen } from './text';

const GREETINGS = [
	...['hello', 'hi', 'hey', 'dear', 'welcome', 'good (?:morning|afternoon|evening)'],
	...['(?:dear|hello|hi) (?:mr|mrs|ms|dr|prof)\\.?', 'שלום', 'היי', 'הי', 'אהלן', 'לכבוד'],
	...['(?:בוקר|ערב|צהריים) טוב', '(?:לקוח|חבר|אורח)(?:/?ה)? יקר(?:/?ה)?', 'مرحبا', 'مرحباً', 'أهلا'],
	...['أهلاً', 'عزيزي', 'عزيزتي', 'السلام عليكم', 'здравствуйте', 'привет'],
	...['добрый (?:день|вечер)', 'уважаем(?:ый|ая|ые)', 'дорог(?:ой|ая|ие)'],
].join('|');
const THANKS = 'thanks|thank you|תודה|شكرا|شكراً|спасибо';
/** A greeting, a gap and the sign that a name comes before; or that sign at the beginning. */
const EMPTY_GREETING = new RegExp(
	[
		String.raw`(?<![\p{L}\p{N}])(?:${GREETINGS})(?: (?:ל|يا))?[ \t\u00a0]+(?:[,;!?،؛؟]|\.(?!\.)|:(?=\s|$))`,
		String.raw`(?<![\p{L}\p{N}])(?:${GREETINGS}) (?:ל|يا)[,;!?،؛؟.]`,
		String.raw`(?<![\p{L}\p{N}])(?:${GREETINGS}|${THANKS})\s+[,،]`,
		String.raw`(?<![\p{L}\p{N}])dear,`,
		String.raw`(?<![^])[ \t\u00a0]{0,9}[,،](?=\s)`,
	].join('|'),
	'giu',
);

/** What every greeting without a name has: looked for first, since it takes much less time. */
const EMPTY_GREETING_SIGN = /\s[,;!?،؛؟.:]|(?:ל|يا)[,;!?،؛؟.]|dear,|^[,،]/i;

/** What an empty value leaves between words and punctuation. */
const GAP =
	/ {2,}|[,،]\s*[,.!?;،؛؟](?!\.)|\(\s*\)|"\s*"|(?<=[\p{L}\p{N}]) [,.;،؛](?=\s|$)|^\s*[,;،؛]|[,،]\s*$/gu;
/** A word that is nothing but a prefix: what it belongs to is missing. */
const PREFIX_ALONE = /(?<![^\s(])(?:[ובלכמשה]|[وبلكف])-?$/u;

/** A greeting without the name that is to follow. */
export function emptyGreeting({ own, typed }: { own: string; typed: string }): string | undefined {
	return EMPTY_GREETING_SIGN.test(own) ? inserted(EMPTY_GREETING, { own, typed }) : undefined;
}

/**
 * What an empty value leaves in a text, with the words beside it, as blanks alone cannot be seen. A greeting without a name
 * is none: it is a sign of its own.
 *
 * @param data what the text holds beside what was typed
 */
export function emptyPlace(own: string, typed: string, data: InsertedValue[]): string | undefined {
	// A text that comes from the data as a whole has the spaces that its author wrote.
	if (!hasInserted(typed) || !/\p{L}/u.test(typed)) return undefined;
	const ungreeted = EMPTY_GREETING_SIGN.test(own) ? own.replace(EMPTY_GREETING, '') : own;
	const gap = inserted(GAP, { own: ungreeted, typed });
	if (gap !== undefined) {
		const at = ungreeted.indexOf(gap);
		return ungreeted.slice(Math.max(0, at - 12), at + gap.length + 12);
	}
	const empty =
		data.find(({ value, before }) => value.trim() === '' && PREFIX_ALONE.test(before.slice(-4))) ??
		(ungreeted === own ? data.find((each) => leavesBlanks(each, data.length === 1)) : undefined);
	return empty && `${empty.before.slice(-12)}${empty.after.slice(0, 12)}`;
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
