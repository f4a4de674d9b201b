// If this fails, a message begins in quiet time.
import fc from 'fast-check';

import { instantOfParts, partsAt } from '../../../nodes/shared/rules/times';
import { quietTime, type QuietHours } from '../../../nodes/shared/rules/quietHours';
import { quietStart } from '../../../nodes/shared/rules/schedule';

const zone = 'Asia/Jerusalem';
const nights: QuietHours = { hours: { from: 21 * 60, until: 8 * 60 }, days: [], timeZone: zone };
const MINUTE_MS = 60_000;

/** Minutes of a year without the hour that occurs twice, of which the parts name the first. */
const moments = fc
	.integer({ min: Date.parse('2026-01-01') / MINUTE_MS, max: Date.parse('2026-10-24') / MINUTE_MS })
	.map((minutes) => minutes * MINUTE_MS);

describe('quietStart', () => {
	it('reads the schedule of a request back as the service reads it', () => {
		fc.assert(
			fc.property(moments, (moment) => {
				expect(instantOfParts({ ...partsAt(moment, zone) }, zone)).toBe(moment);
			}),
		);
	});

	it('never lets a request begin in quiet time, and moves no other', () => {
		fc.assert(
			fc.property(moments, fc.boolean(), (moment, isScheduled) => {
				const body = { list: '0570002233', ...(isScheduled ? partsAt(moment, zone) : {}) };
				const start = quietStart(body, nights, zone, moment);
				const begins = instantOfParts(start.body, zone) ?? moment;
				expect(quietTime(nights, begins)).toBeUndefined();
				if (quietTime(nights, moment) === undefined)
					expect(start).toEqual({ body, extraOutput: {} });
			}),
		);
	});

	it('counts the delay between the first and the last recipient from where it begins', () => {
		const body = {
			listjson: { '0570002233': 'a', '0570002234': 'b', '0570002235': 'c' },
			int: 180,
		};
		const begin = (now: string) => quietStart(body, nights, zone, Date.parse(now)).extraOutput;
		expect(begin('2026-01-14T18:53:59Z')).toEqual({});
		expect(begin('2026-01-14T18:54:00Z')).toEqual({
			endsAbout: '2026-01-14T21:00:00+02:00',
			endsInQuietTime: 'Quiet Hours 21:00 to 08:00, Asia/Jerusalem',
		});
		expect(begin('2026-01-14T19:00:00Z')).toEqual({
			scheduledFor: '2026-01-15T08:00:00+02:00',
			scheduledZone: 'Asia/Jerusalem',
			scheduledBecause: 'Quiet Hours 21:00 to 08:00, Asia/Jerusalem',
		});
	});
});
