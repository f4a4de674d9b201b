/** Marks without a meaning of their own: soft hyphens, joiners, directions of writing, byte order. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
/** Where the digits of other scripts begin, from 0 to 9 in a row: Arabic, Persian, Devanagari, full width. */
const FOREIGN_ZEROS = [0x0660, 0x06f0, 0x0966, 0xff10];
const FOREIGN_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g;

/** Text with plain digits, spaces and hyphens in the place of those of other scripts, without invisible marks. */
export function plainDigits(text: string): string {
	return text
		.replace(INVISIBLE, '')
		.replace(SPACES, ' ')
		.replace(DASHES, '-')
		.replace(FOREIGN_DIGITS, plainDigit);
}

function plainDigit(digit: string): string {
	const code = digit.charCodeAt(0);
	return String(code - Math.max(...FOREIGN_ZEROS.filter((zero) => zero <= code)));
}
