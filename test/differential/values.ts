import fc from 'fast-check';

/** Random values that lie on both sides of the specification's rules. */

const letters = fc.constantFrom(
	...'abzAZ09 +*-_.,:/?=&%#~!"\'{}[]()\n\t',
	'א',
	'ש',
	'é',
	'😀',
	'👩‍👩‍👧',
);

/** Texts of a length around the given limits, in characters. */
const textAround = (...limits: number[]): fc.Arbitrary<string> =>
	fc.oneof(
		fc.string({ unit: letters, maxLength: 12 }),
		fc
			.tuple(
				fc.constantFrom(...limits.flatMap((limit) => [limit - 1, limit, limit + 1])),
				fc.constantFrom('a', 'א', '😀'),
			)
			.map(([length, letter]) => letter.repeat(Math.max(0, length))),
	);

const digitsOf = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
	fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });

const separators = fc.constantFrom('', '-', ' ', '.');

/** Phones in all forms: local and international, right and wrong, with what people put between digits. */
const phoneValue: fc.Arbitrary<unknown> = fc.oneof(
	fc
		.tuple(
			fc.constantFrom(
				'05',
				'02',
				'03',
				'072',
				'077',
				'08',
				'9725',
				'+9725',
				'97277',
				'97205',
				'447',
				'1',
				'+508',
				'+44(0)',
			),
			digitsOf(5, 9),
			separators,
			fc.constantFrom('', '', '', '.0', '.5', ' 12', '/7'),
		)
		.map(([start, rest, separator, end]) => `${start}${separator}${rest}${end}`),
	digitsOf(0, 16),
	fc.integer({ min: 0, max: 999_999_999_999 }),
	textAround(10),
);

/** Whole and broken numbers around the given limits, as number and as text. */
const numberAround = (...limits: number[]): fc.Arbitrary<unknown> =>
	fc
		.oneof(
			fc.constantFrom(...limits.flatMap((limit) => [limit - 1, limit, limit + 1])),
			fc.integer({ min: -20, max: 220 }),
			fc.constantFrom(0.5, 2.5, -1, 1e9, 1e21),
		)
		.chain((value) => fc.constantFrom<unknown>(value, String(value), ` ${value}`));

const two = (value: number) => String(value).padStart(2, '0');

/** Dates, real and not, `YYYY-MM-DD`. */
const dateValue: fc.Arbitrary<string> = fc.oneof(
	fc
		.tuple(
			fc.integer({ min: 1899, max: 2101 }),
			fc.integer({ min: 0, max: 13 }),
			fc.integer({ min: 0, max: 32 }),
		)
		.map(([year, month, day]) => `${year}-${two(month)}-${two(day)}`),
	fc.constantFrom('2024-02-29', '2023-02-29', '2026-2-3', '01/02/2026', 'tomorrow'),
);

/** Wall-clock times in the coming years, real and not, `YYYY-MM-DDTHH:MM`. */
const timeValue: fc.Arbitrary<string> = fc
	.tuple(
		fc.integer({ min: 2024, max: 2032 }),
		fc.integer({ min: 0, max: 13 }),
		fc.integer({ min: 0, max: 32 }),
		fc.integer({ min: 0, max: 24 }),
		fc.integer({ min: 0, max: 60 }),
	)
	.map(
		([year, month, day, hour, minute]) =>
			`${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`,
	);

const webAddressValue: fc.Arbitrary<string> = fc.oneof(
	fc.constant(null).chain(() => fc.webUrl()),
	fc.constantFrom(
		'https://example.com/a b',
		'ftp://example.com/x',
		'example.com',
		'http://',
		'https://example.com',
		'javascript:alert(1)',
		'http://127.0.0.1:9/x?y=1#z',
	),
	textAround(20),
);

const emailValue: fc.Arbitrary<string> = fc.oneof(
	fc.emailAddress(),
	fc.constantFrom('a@b', 'a@b.c', 'a b@c.de', 'a@@b.cd', '@b.cd', 'a@b.cd,e@f.gh', 'a@b.'),
	textAround(10),
);

const addressValue: fc.Arbitrary<string> = fc.oneof(
	fc.ipV4(),
	fc.ipV6(),
	fc.constantFrom('1.2.3', '256.1.1.1', '1.2.3.4.5', '::', ':::', '1.2.3.4/24', 'localhost'),
);

const domainValue: fc.Arbitrary<string> = fc.oneof(
	fc.domain(),
	fc.constantFrom(
		'https://example.com',
		'example',
		'a-.com',
		'-a.com',
		'exa mple.com',
		'example.com/x',
	),
	textAround(12),
);

/** Values of a link button, on both sides of each of its rules. */
const buttonValue: fc.Arbitrary<string> = fc.oneof(
	fc.string({ unit: fc.constantFrom(...'aZ09-_.~%/?#=&+,:'), maxLength: 20 }),
	fc.string({ unit: letters, maxLength: 8 }),
	fc.constantFrom(
		'a..b',
		'a//b',
		'a b',
		'x'.repeat(200),
		'x'.repeat(201),
		'[first_name]',
		'ABC123',
	),
);

/** Names of senders, and phones; digits with a space are a name, too. */
const senderValue = fc
	.oneof(textAround(2, 11), phoneValue)
	.filter((value) => !/^[+\d]+ [\d ]+$/.test(String(value).trim()));

/** The kinds of values that the rows of test/operations name, some with limits. */
const kinds = {
	textAround,
	numberAround,
	digitsOf,
	oneOf: (...values: string[]) => fc.constantFrom(...values),
	phone: () => phoneValue,
	sender: () => senderValue,
	date: () => dateValue,
	time: () => timeValue,
	webAddress: () => webAddressValue,
	email: () => emailValue,
	address: () => addressValue,
	domain: () => domainValue,
	button: () => buttonValue,
} satisfies Record<string, (...limits: never[]) => fc.Arbitrary<unknown>>;

/** A kind of values, with its limits. */
export type Kind = [keyof typeof kinds, ...limits: unknown[]];

/** Values of any of these kinds. */
export function valuesOf(all: Kind[]): fc.Arbitrary<unknown> {
	const make = kinds as Record<string, (...limits: unknown[]) => fc.Arbitrary<unknown>>;
	const each = all.map(([kind, ...limits]) => make[kind](...limits));
	return each.length === 1 ? each[0] : fc.oneof(...each);
}

/** How values leave that do not leave as they were entered: said here once more, apart from the node. */
export const asEntered = { asNumber, asPhone, asSender, asCode, asTime, asTypedCode };

/** As a number, whether it was entered as one or as text. */
function asNumber(entered: unknown): unknown {
	return Number(entered);
}

/** Without what people put between the digits, and without what a spreadsheet puts behind them. */
function asPhone(entered: unknown): unknown {
	return String(entered).replace(/\.0$/, '').replace(/[^\d]/g, '');
}

/** The digits of a phone, or a name; digits too few for a phone are a name. */
function asSender(entered: unknown): unknown {
	const digits = String(asPhone(entered));
	const isName = /[a-z*]/i.test(String(entered)) || digits.length < 8;
	return isName ? String(entered) : digits;
}

/** Without zeros in front: the number the service gave the list, the campaign and so on. */
function asCode(entered: unknown): unknown {
	return String(entered)
		.trim()
		.replace(/^0+(?=\d)/, '');
}

/** A time of day without its colon. */
function asTime(entered: unknown): unknown {
	return String(entered).replace(':', '');
}

/** A code as it was typed, without the blanks and hyphens people put between its digits. */
function asTypedCode(entered: unknown): unknown {
	const digits = String(entered).replace(/[\s-]/g, '');
	return /^\d+$/.test(digits) ? digits : String(entered).trim();
}
