// If this fails, messages leave at night, above all when clocks change.
import fc from 'fast-check';

import { quietTime, weekdays, type QuietHours } from '../../../nodes/shared/rules/quietHours';
import { quietStart } from '../../../nodes/shared/rules/schedule';
import { instantOfParts, partsAt } from '../../../nodes/shared/rules/times';
import clockChanges from './clockChanges.json';

const MINUTE_MS = 60_000;

/** Moments at which clocks are changed: by an hour, by half of one, at midnight, and over a whole day. */
const changes = Object.entries(clockChanges).flatMap(([zone, moments]) =>
	moments.map((moment) => [zone, moment] as const),
);

const at = (text: string) => Date.parse(text);
const iso = (moment: number | undefined) =>
	moment === undefined ? undefined : new Date(moment).toISOString();
const clock = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
const nights = (from: string, until: string) => ({ from: clock(from), until: clock(until) });

const israel: QuietHours = {
	hours: nights('21:00', '08:00'),
	days: [],
	timeZone: 'Asia/Jerusalem',
};

describe('quiet hours, looked at minute by minute', () => {
	const formats = new Map(
		changes.map(([zone]) => [
			zone,
			new Intl.DateTimeFormat('en-GB', {
				timeZone: zone,
				...{ weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
			}),
		]),
	);
	const shown = (zone: string, moment: number) => {
		const [day, time] = formats.get(zone)!.format(moment).split(' ');
		return { day: day.replace(',', '').toLowerCase(), minutes: clock(time) };
	};
	const isQuiet = ({ hours, days, timeZone }: QuietHours, moment: number) => {
		const { day, minutes } = shown(timeZone, moment);
		if (days.some((each) => each === day)) return true;
		if (hours === undefined) return false;
		for (let each = hours.from; each !== hours.until; each = (each + 1) % 1440) {
			if (each === minutes) return true;
		}
		return false;
	};

	const minuteOfDay = fc.oneof(
		fc.integer({ min: 0, max: 1439 }),
		fc.constantFrom(0, 30, 60, 90, 119, 120, 150, 180, 1260, 1439),
	);
	const scenario = fc
		.record({
			change: fc.constantFrom(...changes),
			minutesOff: fc.oneof(
				fc.integer({ min: -180, max: 180 }),
				fc.integer({ min: -3000, max: 3000 }),
			),
			seconds: fc.constantFrom(0, 1, 59.999),
			from: minuteOfDay,
			until: minuteOfDay,
			hasHours: fc.boolean(),
			days: fc.subarray([...weekdays], { maxLength: 3 }),
		})
		.filter(({ from, until }) => from !== until)
		.map(({ change: [timeZone, change], minutesOff, seconds, from, until, hasHours, days }) => ({
			quiet: { days, timeZone, ...(hasHours ? { hours: { from, until } } : {}) } as QuietHours,
			moment: at(change) + minutesOff * MINUTE_MS + seconds * 1000,
		}));

	it('end at the first minute that is not quiet', () => {
		fc.assert(
			fc.property(scenario, ({ quiet, moment }) => {
				let end = Math.floor(moment / MINUTE_MS) * MINUTE_MS;
				while (isQuiet(quiet, end)) end += MINUTE_MS;
				const expected = end <= moment ? undefined : end;
				expect(iso(quietTime(quiet, moment)?.endsAt)).toBe(iso(expected));
			}),
			{ numRuns: 400 },
		);
	}, 120_000);

	it('begin at the first minute that is', () => {
		fc.assert(
			fc.property(scenario, fc.integer({ min: 0, max: 2000 }), ({ quiet, moment }, minutes) => {
				const last = moment + minutes * MINUTE_MS;
				let begins: number | undefined = Math.floor(moment / MINUTE_MS) * MINUTE_MS;
				while (begins !== undefined && !isQuiet(quiet, begins)) {
					begins = begins + MINUTE_MS > last ? undefined : begins + MINUTE_MS;
				}
				const expected = begins === undefined ? undefined : Math.max(begins, moment);
				expect(iso(quietTime(quiet, moment, last - moment)?.startsAt)).toBe(iso(expected));
			}),
			{ numRuns: 400 },
		);
	}, 120_000);
});

/** Minutes of a year without the hour that occurs twice, of which the parts name the first. */
const moments = fc
	.integer({ min: Date.parse('2026-01-01') / MINUTE_MS, max: Date.parse('2026-10-24') / MINUTE_MS })
	.map((minutes) => minutes * MINUTE_MS);

const zone = israel.timeZone;

describe('a request that would begin in quiet hours', () => {
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
				const start = quietStart(body, israel, zone, moment);
				const begins = instantOfParts(start.body, zone) ?? moment;
				expect(quietTime(israel, begins)).toBeUndefined();
				if (quietTime(israel, moment)) return;
				expect(start).toEqual({ body, extraOutput: {} });
			}),
		);
	});
});
