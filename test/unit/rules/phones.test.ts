// If this fails, a stranger gets the message.
import fc from 'fast-check';

import { readPhone } from '../../../nodes/shared/rules/phones';
import { phoneList } from '../../../nodes/shared/rules/phoneLists';
import { all, none, readAll } from './readings';

const valueOf = (entered: unknown) => {
	const read = readPhone(entered);
	return 'value' in read ? read.value : undefined;
};
readAll({
	'a phone number with one meaning': {
		reader: readPhone,
		right: [
			// +508 looks as Israeli mobiles without their 0 do; the plus says that it is abroad.
			...all(
				'0501234567',
				...['0501234567', '050-123-4567', '(050) 123-4567', '050.123.4567', '05012345-67'],
				...['\u202a0501234567\u202c', '０５０１２３４５６７', '٠٥٠١٢٣٤٥٦٧', '۰۵۰-۱۲۳۴۵۶۷'],
				...['TEL: 050-1234567', '0501234567\n', '0501234567.', '0501234567.0'],
			),
			['03-1234567', '031234567'],
			...all(
				'972501234567',
				...['+972 50-123-4567', '(+972) 50 123 4567', '+972 (50) 123 4567', '972-501234567'],
				...['\u200e+972\u00a050\u2011123\u20134567\u200f', '＋９７２５０１２３４５６７'],
				'tel:+972-50-123-4567',
			),
			...all(
				'14155552671',
				...['14155552671', 14155552671, '14155552671.0', '+14155552671.0', '1 (415) 555-2671'],
				'1.415.555.2671',
			),
			['+44 20 7946 0958', '442079460958'],
			...all('39061234567', '+39 06 1234567', '+39 (06) 123 4567'),
			['+225 01 23 45 67 89', '2250123456789'],
			['+508 41 23 45', '508412345'],
			['+354 5551234', '3545551234'],
		],
		wrong: [
			...none(/^is empty or missing/, '', null),
			...none(
				/aren't digits/,
				...[{}, '050)1234567', '0501234567 x12', '0501234567 ext. 12', '050123456a'],
				...['O501234567', '0501234567²', '++972501234567', '050+1234567', '*2700', '...'],
			),
			...none(
				/0 after the country code 44/,
				...['+44 (0) 20 7946 0958', '+44 (0)20 7946 0958', '+44 020 7946 0958'],
				'44 (020) 79460958',
			),
			['+39 (0) 6 1234567', /0 after the country code 39/],
			...none(/0 after the country code 972/, '+972-(0)50-123-4567', '+972 0501234567'),
			['+0501234567', /0 after the plus/],
			['00972501234567', /begins with 00/],
			...none(/begins with a minus/, '-14155552671', '−14155552671', -14155552671),
			...none(/Israeli mobile number that lost digits/, '50123456', 50123456),
			...none(/lost its leading 0/, '501234567', '50-123-4567', '501234567.0', 501234567.0),
			...none(/decimal/, 501234567.8, '14155552.671', '1.4155552671', NaN),
			['14155552671.5', /ends in 5/],
			['14155552671.00', /ends in 00/],
			...none(/scientific notation/, '5.012345678e8', '9.72501E+11', '1,4155552671E10'),
			...none(/lost digits/, 1e21, 2 ** 53),
			...none(
				/more than one number/,
				...['0501234567,0521234567', '0501234567; 0521234567', '0501234567\n0521234567'],
				...['0501234567\t0521234567', '0501234567 / 0521234567', '03-1234567/8'],
				...['0501234567 or 0521234567', '3456 0501234567', '12 972501234567'],
				...['623-4567 623-4568', 'tel:+14155552671;ext=12'],
			),
			['5', /\(1 digit\)/],
			['0501234567 0521234567', /isn't a valid Israeli.*\(20 digits\)/],
			['972501234567 972521234567', /isn't a valid Israeli/],
			['14155552671 0521234567', /isn't a valid international|more than one/],
			['1 0501234567', /0 after the country code 1/],
			...none(/parentheses/, '+1 415 555 2671 (22)', '(0501234567)'),
			['+1 415 555 2671 22', /ends in 22/],
			['+44 20 7946 0958-9', /ends in 9/],
			...none(/country code/, '(415) 555-2671', '415-555-2671'),
		],
	},
});

const digitsOf = (length: number) =>
	fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const israeli = fc
	.tuple(fc.constantFrom('05', '9725', '077', '97277'), digitsOf(8))
	.map(([start, rest]) => start + rest.slice(0, start.endsWith('5') ? 8 : 7));
/** Numbers of ten digits and more, which look like no Israeli one. */
const abroad = fc
	.tuple(fc.constantFrom('1', '44', '33', '49', '7', '380'), digitsOf(10))
	.map(([code, rest]) => `${code}9${rest.slice(1)}`);
const anyPhone = fc.oneof(israeli, abroad);
const mark = fc.constantFrom('\u200e', '\u200f', '\u2068', '\ufeff', '\u200b', '\u00ad');
const between = fc.constantFrom(' ', '-', '.', '\u00a0', '–', ' - ', '');

describe('the language of phone numbers', () => {
	it('reads every harmless spelling as the same number', () => {
		fc.assert(
			fc.property(
				anyPhone,
				fc.nat(2),
				between,
				mark,
				fc.boolean(),
				(number, cut, separator, invisible, isFloat) => {
					const at = number.startsWith('0') ? 3 : cut + 1;
					const plus = number.startsWith('0') || isFloat ? '' : '+';
					const written = isFloat
						? `${number}.0`
						: `${plus}${number.slice(0, at)}${separator}${number.slice(at)}`;
					fc.pre(!/^\+?\d+\D+0/.test(written) || isFloat || number.startsWith('0'));
					expect(valueOf(` ${invisible}${written}${invisible} `)).toBe(number);
				},
			),
		);
	});

	it('never reads two numbers as one', () => {
		const glue = fc.constantFrom(' ', '  ', ',', ';', '/', '\n', '\t', ' or ', ' - ', '.', '-', '');
		fc.assert(
			fc.property(anyPhone, glue, anyPhone, (first, separator, second) => {
				expect(valueOf(first + separator + second)).toBeUndefined();
			}),
		);
	});

	it('never reads a fraction, an extension or an exponent as digits of the number', () => {
		const tails = ['.5', '.00', '-7', ' 12', ' (12)', 'x12', ' ext 3', 'e2', 'E+10', '#1'];
		const tail = fc.constantFrom(...tails);
		fc.assert(
			fc.property(anyPhone, tail, (number, more) => {
				expect(valueOf(number + more)).toBeUndefined();
			}),
		);
	});

	it('adds no digit and drops none but a .0', () => {
		const text = fc.string({ unit: fc.constantFrom(...'0123456789+-() ./e,;x'), maxLength: 18 });
		fc.assert(
			fc.property(text, (entered) => {
				const digits = entered
					.trim()
					.replace(/^(\+?\d+)\.0$/, '$1')
					.replace(/\D/g, '');
				const value = valueOf(entered);
				expect([undefined, digits]).toContain(value);
			}),
			{ numRuns: 20_000 },
		);
	});
});

const many = Array.from({ length: 10_001 }, (_, index) => `05${10_000_000 + index}`);

readAll({
	// Each person once, under the first spelling.
	'a list of phone numbers': {
		reader: phoneList,
		right: [
			['0521234561,972521234561', '0521234561'],
			['+972 52-1234561; 0521234561\n0501112233', '972521234561,0501112233'],
			[['0501112233', '050-1112233', 14155552671], '0501112233,14155552671'],
			// As a model writes a list.
			['["0501112233", "+972 52-123-4561"]', '0501112233,972521234561'],
			// What is left of repeats counts against the limit.
			[[...many.slice(1), many[1]], many.slice(1).join()],
		],
		wrong: [
			['0501112233 0501112234', 'contains "0501112233 0501112234", which'],
			...none(/more than one number/, '0501112233/0501112234', '0501112233 or 0501112234'),
			...none(/aren't digits/, { phone: '0501112233' }, [['0501112233']], '["0501112233"'),
			[[], 'contains no phone number'],
			['[501112233]', /lost its leading 0/],
			...none(/./, '[9.725E+11]', '[1.4155552E+10]', '[1e10]', '[14155552671.0]'),
			[many, /10001 phone numbers/],
		],
	},
});
