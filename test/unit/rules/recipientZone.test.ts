// If this fails, a recipient's clock is taken for another one's.
import { quietFor, quietTime } from '../../../nodes/shared/rules/quietHours';
import { clearStart, localTime } from '../../../nodes/shared/rules/schedule';
import {
	firstClear,
	instantOfParts,
	partsAt,
	readInstant,
} from '../../../nodes/shared/rules/times';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const iso = (moment: number) => new Date(moment).toISOString();

describe('an offset', () => {
	it.each([
		['+05:30', '2026-12-01T03:30:00.000Z'],
		['-03:30', '2026-12-01T12:30:00.000Z'],
		['+14:00', '2026-11-30T19:00:00.000Z'],
	])('is a clock of its own: 9:00 at %s', (offset, moment) => {
		expect(readInstant('2026-12-01T09:00', offset)).toEqual({ value: Date.parse(moment) });
		expect(localTime(Date.parse(moment), offset)).toBe(`2026-12-01T09:00:00${offset}`);
	});

	it('has quiet hours', () => {
		const night = { hours: { from: 1260, until: 480 }, days: [] };
		const quiet = quietFor(night, { zone: '+05:30', timeZone: 'Asia/Jerusalem' })!;
		// It is 21:30 there.
		const { endsAt, reason } = quietTime(quiet, Date.parse('2026-12-01T16:00:00Z'))!;
		expect(iso(endsAt)).toBe('2026-12-02T02:30:00.000Z');
		expect(reason).toBe('Quiet Hours 21:00 to 08:00, +05:30');
	});
});

describe('an hour that the clocks of the service show twice', () => {
	/** 01:00 to 02:00 on 31 October 2027 in Jerusalem. */
	const zone = 'Asia/Jerusalem';
	const second = Date.parse('2027-10-30T23:20:00Z');

	it('is left out the second time, when a schedule would mean the first', () => {
		expect(instantOfParts({ ...partsAt(second, zone) }, zone)).toBe(second - HOUR);
		expect(iso(firstClear(second, zone))).toBe('2027-10-31T00:00:00.000Z');
		expect(firstClear(second - HOUR, zone)).toBe(second - HOUR);
		const later = second + HOUR + 30_000;
		expect(firstClear(later, zone)).toBe(later);
	});

	it('leads into no quiet time', () => {
		const quiet = { hours: { from: 120, until: 180 }, days: [], timeZone: zone };
		expect(iso(clearStart(second, quiet, zone))).toBe('2027-10-31T01:00:00.000Z');
	});
});
