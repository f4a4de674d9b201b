import { BRACES } from './brokenValues';
import { linksIn, withoutLinks } from './messageLinks';

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const MAILBOX = /(?<!\S)[^\s@]{1,64}@[^\s@]+/gu;
/** Letters that Hebrew and Arabic write at the beginning of a word: "and", "to", "from", "the". */
const PREFIXES = [
	/^/u,
	...[1, 2, 3].map((letters) => new RegExp(`^[ובלכמשהوفبلكا]{${letters}}`, 'u')),
];

/**
 * Tells whether a text has words one after the other, whatever is between them. They are not parts of other
 * words, URLs or email addresses, and not what a place is called that was to be filled.
 */
export function holdsWords(text: string, words: string): boolean {
	const bare = withoutLinks(text).replace(MAILBOX, ' ').replace(BRACES, ' ');
	const wanted = joined(words);
	// Signs alone, such as an emoji, are no words.
	if (wanted === '') return bare.includes(words.trim());
	const all = wordsOf(bare);
	return all.some((word, at) =>
		PREFIXES.some(
			(prefix) => prefix.test(word) && isMadeOf(wanted, word.replace(prefix, ''), all, at + 1),
		),
	);
}

/** Like {@link holdsWords}, where a part of a URL that is nothing but the words says them too: `/unsubscribe`. */
export function holdsOrLinks(text: string, words: string): boolean {
	if (holdsWords(text, words)) return true;
	const wanted = joined(words);
	const parts = linksIn(text).flatMap((link) => link.split(/[?#]/)[0].split('/').slice(3));
	return wanted !== '' && parts.some((part) => joined(part) === wanted);
}

/** Whether a word and those from a place on make up another one. */
function isMadeOf(wanted: string, first: string, all: string[], next: number): boolean {
	let rest = wanted;
	for (let word: string | undefined = first; rest !== ''; word = all[next++]) {
		if (word === undefined || word === '' || !rest.startsWith(word)) return false;
		rest = rest.slice(word.length);
	}
	return true;
}

function joined(words: string): string {
	return wordsOf(words).join('');
}

function wordsOf(text: string): string[] {
	return text.toLowerCase().match(WORD) ?? [];
}
