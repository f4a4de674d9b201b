// If this fails, a campaign is scheduled for the wrong time.
import type { IDataObject } from 'n8n-workflow';

import {
	beginningOf,
	spreadOver,
	type TimedRequest,
} from '../../../nodes/shared/campaign/campaignTiming';
import type { QuietHours } from '../../../nodes/shared/rules/quietHours';
import spreads from './spreads.json';

/** Monday, 23 November 2026, 20:00:30 in Jerusalem: two hours ahead of UTC. */
const now = Date.parse('2026-11-23T18:00:30Z');
const zone = 'Asia/Jerusalem';
const HOUR = 3_600_000;

const request = (
	count: number,
	settings: { startsAt?: number; body?: IDataObject; timeZone?: string } = {},
	settingsKey = '',
) =>
	({
		settingsKey,
		recipients: Array.from({ length: count }, (_, item) => ({
			...{ phone: `051000000${item}`, content: 'Hello', items: [item] },
		})),
		settings: { body: {}, timeZone: zone, ...settings },
	}) as unknown as TimedRequest;
const quiet = (from: number, until: number): QuietHours => ({
	hours: { from: from * 60, until: until * 60 },
	...{ days: [], timeZone: zone },
});
/** What is sent to the service, and what the output says. */
const begins = (of: TimedRequest, quietHours?: QuietHours) => beginningOf(of, quietHours, now);
const at = (day: number, hour: string, minute = '00') => ({
	...{ dy: '2026', dm: '11', dd: String(day), dh: hour, di: minute },
});
const told = (text: string, offset = '+02:00') => `2026-11-${text}:00${offset}`;

describe('a campaign', () => {
	it('without a time begins at once, and says nothing of time', () => {
		expect(begins(request(2))).toEqual({ schedule: {}, extraOutput: {} });
	});

	it('with a time is scheduled for it, as clocks at the service show it', () => {
		const startsAt = now + 14 * HOUR;
		expect(begins(request(2, { startsAt }))).toEqual({
			...{ schedule: at(24, '10'), startsAt },
			extraOutput: { scheduledFor: told('24T10:00'), scheduledZone: zone },
		});
		const timeZone = 'America/St_Johns';
		const there = begins(request(2, { startsAt, timeZone }));
		expect(there.schedule).toEqual(at(24, '04', '30'));
		expect(there.extraOutput).toEqual({
			...{ scheduledFor: told('24T04:30', '-03:30'), scheduledZone: timeZone },
		});
	});

	it.each([
		['the minute that runs', 29_000, false],
		['the next minute', 30_000, true],
		['the past', -HOUR, false],
	])('with a time in %s is scheduled only for what is to come', (_name, after, isScheduled) => {
		expect(begins(request(2, { startsAt: now + after }))).toMatchObject(
			isScheduled
				? { schedule: at(23, '20', '01'), startsAt: now + after }
				: { schedule: {}, extraOutput: {} },
		);
	});

	it('that would begin in quiet hours begins after them, and says why', () => {
		const expected = {
			schedule: at(24, '08'),
			extraOutput: {
				...{ scheduledFor: told('24T08:00'), scheduledZone: zone },
				scheduledBecause: `Quiet Hours 19:00 to 08:00, ${zone}`,
			},
		};
		const quietHours = quiet(19, 8);
		expect(begins(request(2), quietHours)).toMatchObject(expected);
		const later = request(2, { startsAt: now + 2 * HOUR });
		expect(begins(later, quietHours)).toMatchObject(expected);
		const after = request(2, { startsAt: now + 14 * HOUR });
		expect(begins(after, quietHours)).toEqual(begins(after));
	});

	it('that a delay takes into quiet hours says so, and is not moved', () => {
		const quietHours = quiet(21, 8);
		const slow = { body: { int: 180 } };
		expect(begins(request(31, slow), quietHours)).toEqual({
			schedule: {},
			extraOutput: {
				endsAbout: told('23T21:30'),
				endsInQuietTime: `Quiet Hours 21:00 to 08:00, ${zone}`,
			},
		});
		expect(begins(request(11, slow), quietHours).extraOutput).toEqual({
			endsAbout: told('23T20:30'),
		});
		expect(begins(request(31, slow)).extraOutput).toEqual({ endsAbout: told('23T21:30') });
		const tomorrow = request(31, { ...slow, startsAt: now + 24 * HOUR });
		expect(begins(tomorrow, quietHours).extraOutput).toMatchObject({
			...{ scheduledFor: told('24T20:00'), endsAbout: told('24T21:30') },
		});
	});
});

describe('a campaign that is spread', () => {
	const delays = (counts: number[], hours: number, others = 0) => {
		const read = spreadOver(
			counts.map((count) => request(count)),
			hours,
			others,
		);
		return 'problem' in read
			? read.problem.rule
			: read.value.map(({ settings }) => settings.body.int);
	};

	it.each(spreads)('takes $what', ({ counts, hours, others, expected }) => {
		expect(delays(counts, hours, others)).toEqual(expected);
	});
});
