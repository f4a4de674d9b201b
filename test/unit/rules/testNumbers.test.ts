// If this fails, a test goes to the customers.
import { testNumbers } from '../../../nodes/shared/rules/phoneLists';

describe('Send Test To', () => {
	it.each<[unknown, string[]]>([
		['0501234567', ['0501234567']],
		[' 050-123-4567, +1 415 555 2671 ,', ['0501234567', '14155552671']],
		[
			['0501234561', '0501234562', '0501234563', '0501234564', '0501234565'],
			['0501234561', '0501234562', '0501234563', '0501234564', '0501234565'],
		],
		[14155552671, ['14155552671']],
	])('%j', (entered, value) => {
		expect(testNumbers(entered)).toEqual({ value });
	});

	it.each<[unknown, RegExp]>([
		['', /^contains no phone number/],
		[' , ', /^contains no phone number/],
		['0501234567, 050', /^contains "050", which isn't a valid Israeli/],
		[501234567, /^contains "501234567", which seems to have lost its leading 0/],
		['0501234567, +972 50 123 4567', /^contains "\+972 50 123 4567" twice/],
		[
			'0501234561,0501234562,0501234563,0501234564,0501234565,0501234566',
			/^contains 6 numbers; a test takes at most 5/,
		],
	])('refuses %j', (entered, rule) => {
		expect(testNumbers(entered)).toMatchObject({
			problem: { rule: expect.stringMatching(rule) as string },
		});
	});
});
