import type { Readings } from './readings';

/** Characters of a text: Unicode code points, so that an emoji is one, or UTF-16 units, so that it is two. */
export function countChars(text: string, emoji: Readings['emoji']): number {
	if (emoji === 'two') return text.length;
	let count = 0;
	for (const _char of text) count += 1;
	return count;
}

/** The first `most` characters of a text, counted the same way. */
export function cutChars(text: string, most: number, emoji: Readings['emoji']): string {
	return emoji === 'two' ? text.slice(0, most) : [...text].slice(0, most).join('');
}
