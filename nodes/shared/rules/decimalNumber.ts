import { plainDigits } from './plainDigits';

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
