// If this fails, a stranger gets the message, or a repaired number is someone else's.
import fc from 'fast-check';

import { readPhone, repairPhone } from '../../../nodes/shared/rules/phones';

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

describe('Repair Numbers', () => {
	it('changes no number that is valid, and says so of every one it changes', () => {
		const phone = fc
			.tuple(
				fc.constantFrom('', '0', '00', '000', '+', '+00'),
				fc.constantFrom('', '5', '50', '972', '97250', '1', '44', '9720', '3', '7'),
				fc.integer({ min: 0, max: 11 }).chain(digitsOf),
			)
			.map((parts) => parts.join(''));
		const isValid = (digits: string) =>
			/^(?:0|972)(?:5\d{8}|7[2-9]\d{7}|[23489]\d{7})$/.test(digits) ||
			/^(?!972)(?:[1-9]\d{7,14}|(?:290|683|690)\d{4})$/.test(digits);
		const bare = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '');
		let [valid, repaired] = [0, 0];
		fc.assert(
			fc.property(phone, (entered) => {
				const read = repairPhone(entered, true);
				if ('problem' in read) {
					expect(/^05\d{8}$|^\+(?!0|972)\d{8,15}$/.test(entered)).toBe(false);
					return;
				}
				expect(isValid(read.value)).toBe(true);
				expect(bare(read.value)).toBe(bare(entered));
				if (read.repairedFrom === undefined) {
					valid++;
					expect(read.value).toBe(entered.replace(/\D/g, ''));
				} else {
					repaired++;
					expect(read.repairedFrom).toBe(entered.trim());
					expect(entered.replace(/\D/g, '')).toMatch(/^00|^[1-9]/);
				}
			}),
			{ numRuns: 5_000 },
		);
		expect(Math.min(valid, repaired)).toBeGreaterThan(100);
	});

	it('gives every mobile number back its 0 that a spreadsheet took', () => {
		fc.assert(
			fc.property(fc.constantFrom('5', '72', '77'), digitsOf(8), (start, rest) => {
				const national = (start + rest).slice(0, 9);
				expect(repairPhone(Number(national), true)).toEqual({
					value: `0${national}`,
					repairedFrom: national,
				});
			}),
		);
	});
});
