// If this fails, a repaired number is someone else's.
import fc from 'fast-check';

import { repairPhone } from '../../../nodes/shared/rules/phones';

const digitsOf = (length: number) =>
	fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });

describe('Repair Numbers', () => {
	it.each<[unknown, string]>([
		[501234567, '0501234567'],
		[772345678, '0772345678'],
		['501234567', '0501234567'],
		['501234567.0', '0501234567'],
		[' 501234567\u200f', '0501234567'],
		['٥٠١٢٣٤٥٦٧', '0501234567'],
		['50-123-4567', '0501234567'],
		['(50) 123-4567', '0501234567'],
		['00972501234567', '972501234567'],
		['00 972 50-123-4567', '972501234567'],
		['00972 (50) 1234567', '972501234567'],
		['(00972) 50 1234567', '972501234567'],
		['0 0 972 50 1234567', '972501234567'],
		['0014155552671', '14155552671'],
		['00 44 20 7946 0958', '442079460958'],
		['0033 6 12 34 56 78', '33612345678'],
		['0039 06 1234567', '39061234567'],
	])('makes %j %s', (entered, value) => {
		expect(repairPhone(entered, true)).toEqual({ value, repairedFrom: String(entered).trim() });
	});

	it.each<[unknown, RegExp]>([
		// A local number with one 0 too many, or one abroad: +501 234567, +31 234567.
		['00501234567', /begins with 00/],
		['0031234567', /begins with 00/],
		['000972501234567', /begins with 00/],
		['000501234567', /begins with 00/],
		['00972-0501234567', /begins with 00/],
		['00 44 (0) 20 7946 0958', /has parentheses/],
		['+00972501234567', /0 after the plus/],
		['00', /begins with 00/],
		['000', /begins with 00/],
		[31234567, /lost its leading 0/],
		['3-1234567', /lost its leading 0/],
		['508 41 23 45', /lost its leading 0/],
		['50.1234567', /lost its leading 0/],
		[50.1234567, /decimal number/],
		['5.01234567e8', /scientific/],
		['0501234', /isn't a valid Israeli/],
		['501234567,521234567', /more than one number/],
		['501234567 x', /aren't digits/],
		['', /is empty/],
		[null, /is empty/],
		[{}, /aren't digits/],
	])('leaves %j as it is', (entered, rule) => {
		const read = repairPhone(entered, true);
		expect(read).toEqual({
			problem: {
				rule: expect.stringMatching(rule) as string,
				fix: expect.not.stringContaining('Repair Numbers') as string,
			},
		});
		expect(repairPhone(entered, false)).toEqual(read);
	});

	it.each([
		[501234567, /lost its leading 0/],
		['00972501234567', /begins with 00/],
	])('is named where it would repair %j', (entered, rule) => {
		expect(repairPhone(entered, false)).toEqual({
			problem: {
				rule: expect.stringMatching(rule) as string,
				fix: expect.stringMatching(/, or add the option 'Repair Numbers'[.]$/) as string,
			},
		});
	});

	it('changes no number that is valid, and says so of every one it changes', () => {
		const phone = fc
			.tuple(
				fc.constantFrom('', '0', '00', '000', '+', '+00', '(00)', '00 '),
				fc.constantFrom('', '5', '50', '972', '97250', '1', '44', '972 0', '3', '7'),
				fc.constantFrom('', ' ', '-', '.'),
				fc.integer({ min: 0, max: 11 }).chain(digitsOf),
			)
			.map((parts) => parts.join(''));
		const isValid = (digits: string) =>
			/^(?:0|972)(?:5\d{8}|7[2-9]\d{7}|[23489]\d{7})$/.test(digits) ||
			/^(?!972)[1-9]\d{7,14}$/.test(digits);
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
