// If this fails, a long campaign code loses digits, or one code is taken for two.
import { listCodes } from '../../../nodes/shared/rules/lists';
import type { Reader } from '../../../nodes/shared/rules/reader';
import { smsSender } from '../../../nodes/shared/rules/addresses';
import { codeOf, oneOf, typedCode } from '../../../nodes/shared/rules/text';

/** A campaign's code is longer than what a number holds exactly. */
const code = '700000000000000001';

describe.each<[string, Reader]>([
	['a code', codeOf('campaign', 'It is the task ID.')],
	['list codes', listCodes],
])('%s', (_name, reader) => {
	it('is refused when it came as a number that has lost digits', () => {
		for (const lost of [Number(code), 2 ** 53, 1e21]) {
			expect(reader(lost)).toEqual({
				problem: {
					rule: 'came as a number too long to be kept exactly: it has lost digits',
					fix: expect.stringMatching(/as text/) as unknown,
				},
			});
		}
	});

	it('is taken as text, and as a number that is exact', () => {
		expect(reader(code)).toEqual({ value: code });
		expect(reader(Number.MAX_SAFE_INTEGER)).toEqual({ value: '9007199254740991' });
		expect(reader(BigInt(code))).toEqual({ value: code });
	});
});

it.each(['0501', '501', ' 00501 '])(
	'a code is a number, whatever zeros it begins with: %j',
	(text) => {
		expect(codeOf('sub-admin', 'The service shows it.')(text)).toEqual({ value: '501' });
	},
);

it('list codes are looked at one by one', () => {
	expect(listCodes([1001, 2 ** 60])).toHaveProperty('problem');
});

it('a code may be as short as one digit, up to its limit', () => {
	const read = codeOf('list', 'The service shows it.', 3);
	expect(['1', '12', '123', '1234', ''].map((text) => 'value' in read(text))).toEqual([
		...[true, true, true, false, false],
	]);
});

it('words in the place of a code are refused with where codes are found', () => {
	expect(codeOf('list', 'The service shows it.')('See you')).toEqual({
		problem: {
			rule: 'is "See you", which is not a list code (digits only)',
			fix: 'The service shows it.',
		},
	});
});

it('one of a fixed set of words is found with spaces around it, as from a table', () => {
	expect(oneOf('sms', 'call')(' sms ')).toEqual({ value: 'sms' });
	expect(oneOf('sms', 'call')('SMS')).toEqual({ value: 'sms' });
	expect(oneOf('APPROVED')('approved')).toEqual({ value: 'APPROVED' });
	expect(oneOf('sms', 'call')('fax')).toHaveProperty('problem');
});

it('a number with an exponent is no list code, in JSON either', () => {
	expect(listCodes('[1e3]')).toHaveProperty('problem');
});

it('an empty entry among list codes, or one that is switched off, is none', () => {
	expect(listCodes([1001, null, undefined, '', ' ', false])).toEqual({ value: '1001' });
	expect(listCodes([null])).toMatchObject({ problem: { rule: 'contains no list code' } });
});

it.each([
	[[1001, { id: 1002 }], '{"id":1002}'],
	[[1001, [1002]], '[1002]'],
	[[1001, true], 'true'],
	[{ id: 1001 }, '{"id":1001}'],
	['1001, VIP', 'VIP'],
])(
	'of the list codes %j all are sent to, or none: no list is left out silently',
	(entered, wrong) => {
		expect(listCodes(entered)).toMatchObject({
			problem: { rule: `contains "${wrong}", which isn't a list code` },
		});
	},
);

it('a sender is never made of a number in scientific notation', () => {
	expect(smsSender(1e21)).toHaveProperty('problem');
});

it.each([['01001, 1002;1001'], [[1001, '1002', ' 1001 ', '01001']], ['["1001", 1002]']])(
	'the same list twice is one list, by its number: %j',
	(entered) => {
		expect(listCodes(entered)).toEqual({ value: '1001,1002' });
	},
);

it.each([
	[' 12345', '12345'],
	['١٢٣٤٥', '12345'],
	['123 45', '12345'],
	['\u200f123-45', '12345'],
	[12345, '12345'],
	['see you', 'see you'],
])('a code as a person types it: %j', (entered, value) => {
	expect(typedCode(entered)).toEqual({ value });
});
