// If this fails, a number with a comma is read as a thousand times itself.
import { decimalNumber } from '../../../nodes/shared/rules/writtenNumber';

describe('a number as a person writes it', () => {
	it.each<[value: number, ...written: string[]]>([
		[12, '12'],
		[12.5, '12.5', '12,5', '12,50'],
		[0.125, '0,125'],
		[-1.5, '-1,5', '\u22121.5'],
		[3, '+3'],
		[1234.5, '1234,500'],
		[38.5, '\u200e38.5\u200e', '٣٨٫٥', '٣٨.٥'],
	])('is %d', (value, ...written) => {
		expect(written.map(decimalNumber)).toEqual(written.map(() => value));
	});

	it.each([
		...['', ' ', '.', ',', '-', '1e3', '0x10', 'Infinity', 'NaN', '12a', '1..5', '1,2,3', '1.2.3'],
		...['1\n2', '12,34.5', '1.23,4', '1.234.56', '1 2', '1-2', '--1'],
		// Twelve and a half, or twelve thousand five hundred.
		...['12,500', '1,234', '-1,000'],
		...['9'.repeat(400), '9007199254740993'],
	])('%j is none', (written) => {
		expect(decimalNumber(written)).toBeUndefined();
	});
});
