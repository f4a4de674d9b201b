// If this fails, a recipient's clock is taken for another one's.
import fc from 'fast-check';

import {
	callingCodeOf,
	callingCodes,
	latestInstant,
	zonesOfPhone,
} from '../../../nodes/shared/rules/recipientZone';
import { quietFor, quietTime } from '../../../nodes/shared/rules/quietHours';
import { clearStart } from '../../../nodes/shared/rules/schedule';
import { firstClear, instantOfParts, partsAt } from '../../../nodes/shared/rules/times';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** What a clock shows, by arithmetic of the test's own. */
const shown = (moment: number, timeZone: string) =>
	new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
		moment,
	);
const iso = (moment: number) => new Date(moment).toISOString();

describe('calling codes', () => {
	const all = callingCodes();

	it('lead to zones that this machine knows, of every country', () => {
		expect(all.length).toBeGreaterThan(230);
		for (const { zones } of all) {
			expect(zones.length).toBeGreaterThan(0);
			for (const zone of zones) expect(shown(0, zone)).toMatch(/^19/);
		}
	});

	it.each<[digits: string, code: string, zones: number | string]>([
		['12125550101', '1', 13],
		['12425550101', '1242', 'America/Nassau'],
		['447700900123', '44', 'Europe/London'],
		['34912345678', '34', 'Europe/Madrid,Atlantic/Canary'],
		['972570002233', '972', 'Asia/Jerusalem'],
		['97012345678', '970', 'Asia/Gaza'],
		['79161234567', '7', 11],
		['77011234567', '77', 'Asia/Almaty'],
		['61291234567', '61', 7],
		['61891621234', '6189162', 'Indian/Cocos'],
		['903922281234', '90392', 'Asia/Famagusta'],
		['905338612345', '905338', 2],
		['905321234567', '90', 'Europe/Istanbul'],
		['262639123456', '262639', 'Indian/Mayotte'],
		['262976123456', '262', 2],
		['672312345', '6723', 'Pacific/Norfolk'],
	])('are read to the longest that fits, and lead to its country: %s', (digits, code, zones) => {
		const found = callingCodeOf(digits)!;
		const leadsTo = typeof zones === 'number' ? found.zones.length : found.zones.join();
		expect([found.code, leadsTo]).toEqual([code, zones]);
	});

	it.each(['88212345678', '80012345678', '99912345678', '21012345678'])(
		'are none where no country has it: %s',
		(digits) => expect(callingCodeOf(digits)).toBeUndefined(),
	);
});

it('is that of Israel for a local number, and named for several', () => {
	const israel = { value: { name: 'Asia/Jerusalem', zones: ['Asia/Jerusalem'] } };
	expect(zonesOfPhone('0570002233', 'refuse')).toEqual(israel);
	const several = '11 time zones of +7';
	expect(zonesOfPhone('79161234567', 'all')).toMatchObject({ value: { name: several } });
	expect(zonesOfPhone('79161234567', 'refuse')).toMatchObject({
		problem: { rule: `may be in any of the ${several}` },
	});
});

const someZones = fc
	.constantFrom(...callingCodes().filter(({ zones }) => zones.length > 1))
	.map(({ code, zones }) => ({ name: `+${code}`, zones }));

it('begins at the first moment that is not too early in any zone', () => {
	fc.assert(
		fc.property(
			someZones,
			fc
				.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2030, 0) })
				.map((ms) => iso(ms).slice(0, 16)),
			(zones, entered) => {
				const read = latestInstant(entered, zones);
				if ('problem' in read) {
					expect(read.problem.rule).toMatch(/does not exist in/);
					return;
				}
				const wall = entered.replace('T', ' ');
				const clocks = zones.zones.map((zone) => shown(read.value, zone));
				expect(clocks.filter((clock) => clock < wall)).toEqual([]);
				expect(clocks).toContain(wall);
			},
		),
	);
});

it('is quiet as long as it is in one of several zones, and the end is quiet in none', () => {
	fc.assert(
		fc.property(
			someZones,
			fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2030, 0) }),
			fc.integer({ min: 18, max: 23 }),
			fc.integer({ min: 4, max: 9 }),
			fc.subarray(['friday', 'saturday', 'sunday'] as const),
			(zones, moment, from, until, days) => {
				const quiet = { hours: { from: from * 60, until: until * 60 }, days, timeZone: 'UTC' };
				const isQuietIn = (at: number) => (zone: string) => {
					const hour = Number(shown(at, zone).slice(11, 13));
					const day = new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'long' });
					const isDay = (days as string[]).includes(day.format(at).toLowerCase());
					return isDay || hour >= from || hour < until;
				};
				const found = quietTime(quietFor(quiet, zones)!, moment);
				const isQuiet = zones.zones.some(isQuietIn(moment));
				expect(found !== undefined).toBe(isQuiet);
				if (found === undefined) return;
				const quietAt = (at: number) => zones.zones.some(isQuietIn(at));
				if (found.endsAt === Infinity) {
					const week = Array.from({ length: 8 * 24 }, (_, hour) => moment + hour * HOUR);
					expect(week.every(quietAt)).toBe(true);
					return;
				}
				expect(quietAt(found.endsAt)).toBe(false);
				expect(quietAt(found.endsAt - MINUTE)).toBe(true);
			},
		),
	);
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
