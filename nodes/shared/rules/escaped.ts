import { withHiddenShown } from './text';

/** What represents characters that mean something in HTML. */
const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
	'`': '&#96;',
};

/** Text as it may be in an element or in a quoted attribute. */
export function escaped(text: string): string {
	return text.replace(/[&<>"'`]/g, (character) => ENTITIES[character]);
}

/** Marks of direction, which people write in Hebrew and Arabic texts: they turn no other characters around. */
const MARKS = '\u200e\u200f\u061c';

/** The same of data: its hidden characters are seen, such as one that turns the writing around. */
export function escapedData(text: string): string {
	return escaped(withHiddenShown(text, MARKS));
}
