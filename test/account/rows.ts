import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { PhoneCell, Row } from './scenario';

/** Few subscribers, so that the same phone comes often and in several spellings. */
export const subscribers = Array.from({ length: 9 }, (_, index) => `05700022${String(10 + index)}`);
/** Numbers abroad, without a plus. */
const abroad = ['14155552671', '447700900123'];

/** Everyone a cell can mean. */
export const everybody = [...subscribers, ...abroad];

const spellings: Array<(local: string) => unknown> = [
	(local) => local,
	(local) => `972${local.slice(1)}`,
	(local) => `+972-${local.slice(1, 3)}-${local.slice(3)}`,
	(local) => ` ${local.slice(0, 3)} ${local.slice(3, 6)} ${local.slice(6)} `,
	(local) => Number(`972${local.slice(1)}`),
];

const israeli: fc.Arbitrary<PhoneCell> = fc
	.tuple(fc.constantFrom(...subscribers), fc.constantFrom(...spellings))
	.map(([local, spell]) => ({ entered: spell(local), reading: local }));

const foreign: fc.Arbitrary<PhoneCell> = fc
	.tuple(fc.constantFrom(...abroad), fc.constantFrom('', '+'))
	.map(([digits, plus]) => ({ entered: `${plus}${digits}`, reading: digits }));

/** What spreadsheets leave of a number: without its 0, or with 00 before the country code. */
const broken: fc.Arbitrary<PhoneCell> = fc.oneof(
	fc
		.constantFrom(...subscribers)
		.chain((repaired) =>
			fc
				.constantFrom<unknown[]>(Number(repaired), repaired.slice(1), `00972${repaired.slice(1)}`)
				.map((entered) => ({ entered, repaired })),
		),
	fc.constantFrom(...abroad).map((repaired) => ({ entered: `00${repaired}`, repaired })),
);

/** Cells with no meaning as a phone, or with two. */
const unreadable: fc.Arbitrary<PhoneCell> = fc
	.constantFrom(
		undefined,
		'',
		null,
		'none',
		'050',
		'05012345678',
		'0501234x67',
		'+44 (0) 7700 900123',
		'-0570002210',
		'14155552671.0',
		'1 415 555 2671',
		'00972-57-0002210',
		'9.72570002210e11',
		'1.4155552671E10',
		'0570002210 / 0570002211',
		'0570002210 0570002211',
		{ number: '0570002210' },
	)
	.map((entered) => (entered === undefined ? {} : { entered }));

const anyPhone = fc.oneof(
	{ weight: 10, arbitrary: israeli },
	{ weight: 2, arbitrary: foreign },
	{ weight: 2, arbitrary: broken },
	{ weight: 3, arbitrary: unreadable },
);
const goodPhone = fc.oneof({ weight: 8, arbitrary: israeli }, { weight: 1, arbitrary: foreign });

/** Texts with curly quotes and the like, by the plain characters that say the same. */
export const specialTexts: Record<string, string> = {
	'“one” – two…': '"one" - two...',
	'it’s\u00a0three': "it's three",
};

const plainText = fc.constantFrom('one', 'two', 'three', 'four', 'five');
const anyText = fc.oneof(
	{ weight: 8, arbitrary: plainText },
	{ weight: 2, arbitrary: fc.constantFrom('שלום', 'a {b} c', 'to {phone}', 'x ) y', '{{ z }}') },
	{ weight: 1, arbitrary: fc.constantFrom('about null', 'to [object Object]') },
	{ weight: 2, arbitrary: fc.constantFrom('“שלום”', ...Object.entries(specialTexts).flat()) },
	{ weight: 1, arbitrary: fc.constantFrom('', null, undefined, 'x'.repeat(2100)) },
);
/** Texts that would end a value of JSON text and begin another, to someone who asked for nothing. */
const hostileText = fc.constantFrom(
	...['a"b', 'C:\\', '","0570990009":"Hello', 'D","2":"Y"}),"0570990009":{"body":{"1":"Z'],
	...['x", "name": "y', '\\u0022', '{"a":1}'],
);

/** Values of columns that have nothing to do with the message, under names that mean something to someone. */
const ownName = fc.constantFrom(
	...['message', 'error', 'phone', 'taskId', 'recipient', 'details', 'result', 'sent', 'city'],
	...['text', 'inputColumns'],
);
const ownValue = fc.constantFrom<Array<IDataObject[string]>>(
	'kept',
	7,
	'',
	null,
	true,
	{ a: 1 },
	[1],
);
const columns = fc.oneof(
	{ weight: 3, arbitrary: fc.constant<IDataObject>({}) },
	{
		weight: 1,
		arbitrary: fc
			.uniqueArray(fc.tuple(ownName, ownValue), { maxLength: 4, selector: ([name]) => name })
			.map((pairs): IDataObject => Object.fromEntries(pairs)),
	},
);

const rowOf = (
	phone: fc.Arbitrary<PhoneCell>,
	text: fc.Arbitrary<unknown>,
	throws: fc.Arbitrary<unknown>,
) =>
	fc
		.record({
			phone,
			text,
			pick: fc.integer({ min: 0, max: 5 }),
			columns,
			hasBinary: fc.constantFrom(undefined, undefined, undefined, true),
			throws,
		})
		.map(withoutMissing);
const never = fc.constant(undefined);

/** Rows that nothing speaks against. */
const goodRow = rowOf(goodPhone, plainText, never);
/** Good rows with texts that are no merge fields, and a few with a bad phone or a bad text. */
const mixedRow = fc.oneof(
	{ weight: 6, arbitrary: goodRow },
	{ weight: 4, arbitrary: rowOf(anyPhone, anyText, never) },
	{ weight: 1, arbitrary: rowOf(goodPhone, hostileText, never) },
);
/** Among them rows for which an expression throws. */
const throwingRow = fc.oneof(
	{ weight: 10, arbitrary: goodRow },
	{ weight: 1, arbitrary: rowOf(anyPhone, anyText, never) },
	{
		weight: 2,
		arbitrary: rowOf(goodPhone, plainText, fc.constantFrom('content', 'recipient', 'option')),
	},
);

/** Mostly few, sometimes as many as need several batches of n8n. */
const many = (row: fc.Arbitrary<Row>) =>
	fc.oneof(
		{ weight: 14, arbitrary: fc.array(row, { maxLength: 6 }) },
		{ weight: 3, arbitrary: fc.array(row, { minLength: 5, maxLength: 20, size: 'max' }) },
		{ weight: 1, arbitrary: fc.array(row, { minLength: 20, maxLength: 120, size: 'max' }) },
	);

/** Rows with some of them once more, in any format of their phones. */
const repeating = (all: fc.Arbitrary<Row[]>): fc.Arbitrary<Row[]> => {
	const repeat = fc.record({ of: fc.nat(), at: fc.nat(), spell: fc.constantFrom(...spellings) });
	return fc.tuple(all, fc.array(repeat, { minLength: 1, maxLength: 3 })).map(([once, repeats]) => {
		const table = [...once];
		for (const { of, at, spell } of repeats) {
			if (table.length === 0) break;
			const row = table[of % table.length];
			const { reading } = row.phone;
			const phone = reading?.startsWith('0') ? { entered: spell(reading), reading } : row.phone;
			table.splice(at % (table.length + 1), 0, { ...row, phone });
		}
		return table;
	});
};

/** The input items: all good, mixed with bad ones, with some for which an expression throws, or with some that repeat others. */
export const rows = fc.oneof(
	{ weight: 3, arbitrary: many(goodRow) },
	{ weight: 4, arbitrary: many(mixedRow) },
	{ weight: 2, arbitrary: many(throwingRow) },
	{ weight: 3, arbitrary: repeating(many(goodRow)) },
);

/** Good rows, enough of them for several parts. */
export const severalGoodRows = fc.array(goodRow, { minLength: 6, maxLength: 12, size: 'max' });

/** Rows with good phones whose texts are hostile to JSON, or not. */
export const hostileRows = fc.array(
	rowOf(goodPhone, fc.oneof(plainText, hostileText, hostileText), never),
	{ minLength: 1, maxLength: 6 },
);

/** Good rows that all have one text. */
export const rowsSayingTheSame = many(goodRow).map((table) =>
	table.map((row) => ({ ...row, text: table[0].text })),
);

/** Without keys that hold nothing, so that it survives being printed as JSON. */
function withoutMissing(value: object): Row {
	return Object.fromEntries(
		Object.entries(value).filter(([, each]) => each !== undefined),
	) as unknown as Row;
}
