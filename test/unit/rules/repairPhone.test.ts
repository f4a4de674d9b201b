// If this fails, a repaired number is someone else's.
import fc from 'fast-check';

import { repairPhone } from '../../../nodes/shared/rules/repairedPhones';
import phones from './repairPhone.json';

/** What is repaired, by what it is made; and what stays as it is, by what its error says. */
const { repaired, left } = phones;

const digitsOf = (length: number) =>
	fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });

describe('Repair Numbers', () => {
	it.each(repaired)('makes $value of it', ({ value, entered: all }) => {
		for (const entered of all) {
			expect(repairPhone(entered, true)).toEqual({ value, repairedFrom: String(entered).trim() });
		}
	});

	it.each(left)('leaves as it is what $rule', ({ rule, entered: all }) => {
		for (const entered of all) {
			const read = repairPhone(entered, true);
			const fix = expect.not.stringContaining('Repair Numbers') as string;
			expect(read).toEqual({ problem: { rule: expect.stringMatching(rule) as string, fix } });
			expect(repairPhone(entered, false)).toEqual(read);
		}
	});

	it.each([
		[501234567, /lost its leading 0/],
		['00972501234567', /begins with 00/],
	])('is named where it would repair %j', (entered, rule) => {
		const fix = expect.stringMatching(/, or add the option 'Repair Numbers'[.]$/) as string;
		expect(repairPhone(entered, false)).toEqual({
			problem: { rule: expect.stringMatching(rule) as string, fix },
		});
	});

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
