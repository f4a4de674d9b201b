// If this fails, parts of a spread campaign begin at the wrong time, or fall into quiet hours.
import fc from 'fast-check';

import { spread as spreadRequests } from '../../../nodes/shared/campaign/spread';
import { afterFreeTime, type QuietHours } from '../../../nodes/shared/rules/quietHours';

const MINUTE_MS = 60_000;
const at = (text: string) => Date.parse(text);
const always = (moment: number, length: number) => moment + length;
const request = (recipients: number, settingsKey = '', row = 0) => ({
	settingsKey,
	recipients: Array<{ phone: string; content: string; items: number[] }>(recipients).fill({
		...{ phone: '', content: '' },
		items: [row],
	}),
});
const spread = (
	recipients: number,
	...more: [number, number, (moment: number, length: number) => number]
) => spreadRequests([request(recipients)], ...more);
const summary = (parts: ReturnType<typeof spread>) =>
	parts.map(({ first, recipients, startsAt }) => [
		first,
		recipients,
		new Date(startsAt).toISOString().slice(8, 16),
	]);

describe('Spread Over', () => {
	it.each([
		[10_000, 24, 96, 15],
		[10_000, 72, 96, 45],
		[10_000, 0.1, 1, 0],
		[100_000, 1, 10, 6],
	])('makes of %i recipients over %d hours %i parts, %i minutes apart', (count, hours, n, gap) => {
		const parts = spread(count, hours, 0, always);
		expect(parts).toHaveLength(n);
		if (n > 1) expect(parts[1].startsAt).toBe(gap * MINUTE_MS);
	});

	it.each<[string, number[], string, number, expected: string]>([
		['behind the parts that left', [0, 1], '10:01', 4, '2 at 10:30, 2 at 10:45'],
		['in place of one that did not', [0, 2, 3], '10:01', 2, '2 at 10:15'],
		['in place of one whose time has begun', [1, 2, 3], '10:05', 2, '2 at 10:05'],
		['behind the last one, where more is left', [0, 1, 2, 3], '10:01', 4, '4 at 11:00'],
		['at the same pace when all times have passed', [0, 1], '15:07', 5, '3 at 15:07, 2 at 15:15'],
	])('goes on %s', (_where, left, time, recipients, expected) => {
		const startsAt = at('2026-01-14T10:00:30Z');
		const begun = left.map((part) => ({ group: '', startsAt, parts: 4, part }));
		const now = at(`2026-01-14T${time}:10Z`);
		const parts = spreadRequests([request(recipients)], 1, startsAt, always, { begun, now });
		const said = summary(parts).map(([, count, time]) => `${count} at ${time}`);
		expect(said.join(', ').replaceAll('14T', '')).toBe(expected);
	});

	it('does not go on in quiet time', () => {
		const quiet: QuietHours = {
			...{ hours: { from: 12 * 60, until: 13 * 60 }, days: [], timeZone: 'UTC' },
		};
		const later = (moment: number, length: number) => afterFreeTime(quiet, moment, length);
		const startsAt = at('2026-01-14T11:00:00Z');
		const begun = [{ group: '', startsAt, parts: 3, part: 0 }];
		const now = at('2026-01-14T12:30:00Z');
		const parts = spreadRequests([request(4)], 2.5, startsAt, later, { begun, now });
		expect(summary(parts).map(([, , time]) => time)).toEqual(['14T13:00', '14T13:40']);
	});

	it.each([
		[[1, 1, 1, 1, 1, 1], 6, [0, 60, 120, 180, 240, 300]],
		[[4, 4], 1, [0, 15, 30, 45]],
		[[10_000, 10_000], 24, Array.from({ length: 96 }, (_, part) => part * 15)],
		[Array<number>(90).fill(1), 1, Array.from({ length: 90 }, (_, part) => Math.floor(part / 1.5))],
	])('spreads requests of %j recipients over %d hours together', (counts, hours, minutes) => {
		const requests = counts.map((count, index) => request(count, String(index), index));
		const parts = spreadRequests(requests, hours, 0, always);
		expect(parts.map(({ startsAt }) => startsAt / MINUTE_MS)).toEqual(minutes);
		const sums = requests.map((each) =>
			parts.reduce((sum, part) => sum + (part.request === each ? part.recipients : 0), 0),
		);
		expect(sums).toEqual(counts);
	});

	it('takes the parts in row order, those of equal settings in theirs', () => {
		const order = (...requests: Array<ReturnType<typeof request>>) =>
			spreadRequests(requests, 6, 0, always).map((part) => requests.indexOf(part.request));
		expect(order(request(1, 'a', 4), request(1, 'b', 0), request(1, 'c', 2))).toEqual([1, 2, 0]);
		expect(order(request(1, 'a', 4), request(1, 'b', 3), request(1, 'a', 0))).toEqual([1, 0, 2]);
	});

	it('gives everyone one part, at equal distances of the time that is not quiet', () => {
		fc.assert(
			fc.property(
				fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 1_000_000 })),
				fc.oneof(fc.integer({ min: 1, max: 30 }), fc.double({ min: 0.01, max: 3, noNaN: true })),
				fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2026-12-31T00:00:00Z') }),
				fc.nat({ max: 600 }),
				(recipients, hours, startsAt, quietMinutes) => {
					// Quiet at the beginning alone; quietHours.test.ts measures free time by any hours.
					const begin = Math.floor(startsAt / MINUTE_MS) * MINUTE_MS;
					const free = begin + quietMinutes * MINUTE_MS;
					const later = (moment: number, length: number) => Math.max(moment, free) + length;
					const parts = spread(recipients, hours, startsAt, later);
					const sizes = parts.map((part) => part.recipients);
					expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(recipients);
					expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
					expect(Math.min(...sizes)).toBeGreaterThanOrEqual(Math.min(2, recipients));
					expect(parts.map(({ first }) => first)).toEqual(
						sizes.map((_size, part) => sizes.slice(0, part).reduce((sum, size) => sum + size, 0)),
					);
					const starts = parts.map((part) => part.startsAt);
					expect(starts[0]).toBe(free);
					const gaps = starts.slice(1).map((moment, part) => (moment - starts[part]) / MINUTE_MS);
					const all = Math.max(1, Math.floor(hours * 60));
					const rest = all - gaps.reduce((sum, gap) => sum + gap, 0);
					expect(Math.min(rest, ...gaps)).toBeGreaterThan(0);
					expect(Math.max(rest, ...gaps) - Math.min(rest, ...gaps)).toBeLessThanOrEqual(1);
				},
			),
		);
	});
});
