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

const ARABIC_COMMA = /\u066b/g;

/** A fraction behind a point or a comma, with nothing between the thousands. */
const PLAIN = /^(?<whole>\d*)(?:(?<mark>[.,])(?<fraction>\d*))?$/;
/** Thousands marked by one sign throughout, a fraction by another. */
const GROUPED = [
	/^(?<whole>\d{1,3}(?:,\d{3})+)\.(?<fraction>\d+)$/,
	/^(?<whole>\d{1,3}(?:\.\d{3})+),(?<fraction>\d+)$/,
	/^(?<whole>\d{1,3}(?: \d{3})+)(?:[.,](?<fraction>\d+))?$/,
	/^(?<whole>\d{1,3}(?:,\d{3}){2,}|\d{1,3}(?:\.\d{3}){2,})$/,
];

/**
 * A number as a person writes it, with a point or a comma before its fraction.
 *
 * @returns undefined for what is no number, what can be read in two ways, such as 1,234, and whole
 *   numbers too long to be kept exactly
 */
export function decimalNumber(written: string): number | undefined {
	const text = plainDigits(written).replace(ARABIC_COMMA, ',').trim();
	const [, sign, digits] = /^([+-]?)(.*)$/.exec(text) ?? [];
	const parts = digits === undefined ? undefined : partsOf(digits);
	if (parts === undefined) return undefined;
	const value = Number(`${parts.whole || '0'}.${parts.fraction || '0'}`);
	if (value > Number.MAX_SAFE_INTEGER) return undefined;
	return sign === '-' ? -value : value;
}

function partsOf(digits: string): { whole: string; fraction: string } | undefined {
	for (const form of [PLAIN, ...GROUPED]) {
		const { whole, mark, fraction = '' } = form.exec(digits)?.groups ?? {};
		if (whole === undefined || whole + fraction === '') continue;
		const mayBeThousands = mark === ',' && fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
		return mayBeThousands ? undefined : { whole: whole.replace(/\D/g, ''), fraction };
	}
	return undefined;
}
