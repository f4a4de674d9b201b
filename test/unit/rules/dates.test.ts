// If this fails, a message is scheduled for the wrong hour, above all when clocks change.
import { scheduleParts } from '../../../nodes/shared/rules/times';

/** The time that a schedule has in the service's time zone, or what is wrong with it. */
const scheduled = (
	entered: unknown,
	readIn = 'Asia/Jerusalem',
	sendIn = 'Asia/Jerusalem',
	now = '2026-01-01T00:00:00Z',
) => {
	const read = scheduleParts(entered, readIn, sendIn, new Date(now));
	if ('problem' in read) return read.problem.rule;
	const { dy, dm, dd, dh, di } = read.value;
	return `${dy}-${dm}-${dd} ${dh}:${di}`;
};

describe('a schedule', () => {
	it.each<[entered: unknown, time: string]>([
		['2026-11-25T10:00:00Z', '2026-11-25 12:00'],
		[' 2026-07-25T10:00:00Z ', '2026-07-25 13:00'],
		['2026-11-25T23:30:00.000-05:00', '2026-11-26 06:30'],
		// A date alone is its first minute; a database gives a time as a date.
		['2026-11-25', '2026-11-25 00:00'],
		[new Date('2026-11-25T10:00:00Z'), '2026-11-25 12:00'],
	])('of %p is in the time of the service', (entered, time) => {
		expect(scheduled(entered)).toBe(time);
	});

	it.each([
		['2026-11-25T10:00', '2026-11-25 11:00'],
		['2026-11-25T10:00[Asia/Jerusalem]', '2026-11-25 10:00'],
		['2026-11-25T10:00:00+02:00[Asia/Jerusalem]', '2026-11-25 10:00'],
		['2026-11-25T10:00[America/New_York]', '2026-11-25 17:00'],
	])('of %s is read in its own zone, or that of the workflow', (entered, time) => {
		expect(scheduled(entered, 'Europe/Paris')).toBe(time);
	});

	it('takes the first of two equal times in autumn', () => {
		expect(scheduled('2026-10-25T01:30:00', 'Asia/Jerusalem', 'UTC')).toBe('2026-10-24 22:30');
	});

	it('does not send the second of two equal hours as the first', () => {
		expect(scheduled('2026-10-25T01:30:00+03:00')).toBe('2026-10-25 01:30');
		expect(scheduled('2026-10-25T01:30:00+02:00')).toBe('2026-10-25 02:00');
	});

	it.each<[rule: RegExp, ...entered: unknown[]]>([
		[/^isn't a valid date or time/, '2026-02-30T10:00:00', '2026-11-25T24:00:00', '2026-13-01'],
		[/^isn't a date and time/, 'tomorrow', '', new Date(NaN), '2026-11-25T10:00+99:99'],
		[/^isn't a valid date or time/, '2026-11-25T10:60'],
		[/^isn't a date and time/, '2026-11-25T10:00-15:00', '2026-11-25T10:00+02:60'],
		[/^contains "Nowhere\/City", which isn't a valid time zone/, '2026-11-25T10:00[Nowhere/City]'],
		[/^does not exist in Asia\/Jerusalem, because clocks go forward/, '2026-03-27T02:30:00'],
	])('is refused where it %s', (rule, ...all) => {
		for (const entered of all) expect(scheduled(entered)).toMatch(rule);
	});

	it('may begin in the minute that runs, and not before', () => {
		const seen = (entered: string) => scheduled(entered, 'UTC', 'UTC', '2026-01-01T00:01:30Z');
		expect(seen('2026-01-01T00:00:59Z')).toBe('is in the past');
		expect(seen('2026-01-01T00:01:00Z')).toBe('2026-01-01 00:01');
	});
});
