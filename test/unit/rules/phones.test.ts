// If this fails, a stranger gets the message.
import fc from 'fast-check';

import { readPhone } from '../../../nodes/shared/rules/phones';

const valueOf = (entered: unknown) => {
	const read = readPhone(entered);
	return 'value' in read ? read.value : undefined;
};

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
			fc.property(anyPhone, fc.nat(2), between, mark, (number, cut, separator, invisible) => {
				const at = number.startsWith('0') ? 3 : cut + 1;
				const plus = number.startsWith('0') ? '' : '+';
				const written = `${plus}${number.slice(0, at)}${separator}${number.slice(at)}`;
				fc.pre(!/^\+?\d+\D+0/.test(written) || number.startsWith('0'));
				expect(valueOf(` ${invisible}${written}${invisible} `)).toBe(number);
			}),
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

	it('adds no digit and drops none', () => {
		const text = fc.string({ unit: fc.constantFrom(...'0123456789+-() ./e,;x'), maxLength: 18 });
		fc.assert(
			fc.property(text, (entered) => {
				expect([undefined, entered.replace(/\D/g, '')]).toContain(valueOf(entered));
			}),
			{ numRuns: 20_000 },
		);
	});
});
