// If this fails, a message is scheduled for the wrong hour, above all when clocks change.
import { startInWords } from '../../../nodes/shared/rules/schedule';
import { readInstant, scheduleParts } from '../../../nodes/shared/rules/times';

/** The time that a schedule has in the service's time zone, or what is wrong with it. */
const scheduled = (
	entered: unknown,
	zone = 'Asia/Jerusalem',
	now = '2026-01-01T00:00:00Z',
	clock?: string,
) => {
	const read = scheduleParts(entered, zone, new Date(now), clock);
	if ('problem' in read) return read.problem.rule;
	const { dy, dm, dd, dh, di } = read.value;
	return `${dy}-${dm}-${dd} ${dh}:${di}`;
};

describe('a schedule', () => {
	it('without an offset is read in the zone of the service', () => {
		expect(scheduled('2026-11-25T10:00', 'Europe/Paris')).toBe('2026-11-25 10:00');
	});

	it('takes the first of two equal times in autumn', () => {
		const read = readInstant('2026-10-25T01:30:00', 'Asia/Jerusalem');
		expect(read).toEqual({ value: Date.parse('2026-10-24T22:30:00Z') });
	});

	it('may begin in the minute that runs, and not before', () => {
		const seen = (entered: string) => scheduled(entered, 'UTC', '2026-01-01T00:01:30Z');
		expect(seen('2026-01-01T00:00:59Z')).toBe('is Thu 1 Jan, 00:00 in UTC, which is in the past');
		expect(seen('2026-01-01T00:01:00Z')).toBe('2026-01-01 00:01');
	});

	it('that has passed is named as it was understood, on the clocks of the recipient where it is theirs', () => {
		const now = '2026-01-01T00:01:30Z';
		expect(scheduled('2025-07-08T09:05', 'Asia/Jerusalem', now)).toBe(
			'is Tue 8 Jul 2025, 09:05 in Asia/Jerusalem, which is in the past',
		);
		expect(scheduled('2025-12-31T18:00', 'UTC', now, 'America/New_York')).toBe(
			'is Wed 31 Dec, 18:00 in America/New_York, which is in the past',
		);
	});
});

it.each([
	['2026-11-28T08:00:00Z', 'Sat 28 Nov, 10:00 in Asia/Jerusalem, in 14 hours'],
	['2026-11-27T18:01:00Z', 'Fri 27 Nov, 20:01 in Asia/Jerusalem, in 1 minute'],
	['2026-11-27T19:59:00Z', 'Fri 27 Nov, 21:59 in Asia/Jerusalem, in 119 minutes'],
	['2026-11-29T17:59:00Z', 'Sun 29 Nov, 19:59 in Asia/Jerusalem, in 48 hours'],
	['2027-01-03T18:00:00Z', 'Sun 3 Jan 2027, 20:00 in Asia/Jerusalem, in 37 days'],
])('says of %s in words when it is', (at, words) => {
	const now = Date.parse('2026-11-27T18:00:00Z');
	expect(startInWords(Date.parse(at), 'Asia/Jerusalem', now)).toBe(words);
});
