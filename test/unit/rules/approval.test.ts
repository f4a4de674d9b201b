// If this fails, a plan of a few characters takes all of n8n's memory.
import { fatesText, readFates, readPlan, type RowFate } from '../../../nodes/shared/rules/approval';

const planWith = (fates: string) =>
	`p2.1.${'a'.repeat(24)}.${'a'.repeat(12)}.${'a'.repeat(4)}.${fates}`;

describe('what a plan says of its rows', () => {
	it('is what was written', () => {
		const rows: RowFate[] = ['refused', 'sent', 'sent', 'leftOut', 'sent'];
		expect(readFates(fatesText(rows))).toEqual(rows);
		expect(readPlan(planWith(fatesText(rows)))?.fates).toBe(fatesText(rows));
	});

	it.each([
		['two million', (2_000_000).toString(36), true],
		['more', (2_000_001).toString(36), false],
		['more together', 'kvxz-kvxz-kvxz', false],
		['a number without end', 'z'.repeat(400), false],
	])('is read of as many rows as n8n can hold: %s', (_count, fates, isRead) => {
		expect(readPlan(planWith(fates)) !== undefined).toBe(isRead);
	});
});
