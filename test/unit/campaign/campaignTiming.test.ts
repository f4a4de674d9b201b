// If this fails, a campaign is scheduled for the wrong time.
import type { IDataObject } from 'n8n-workflow';

import { timedParts, type TimedRequest } from '../../../nodes/shared/campaign/campaignTiming';
import type { QuietHours } from '../../../nodes/shared/rules/quietHours';

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
const parts = (requests: TimedRequest[], timing: Partial<Parameters<typeof timedParts>[1]> = {}) =>
	timedParts(requests, { sendTo: 'items', ...timing }, now).map(
		({ first, recipients, schedule, startsAt, extraOutput }) => ({
			whom: [first, recipients],
			schedule,
			startsAt,
			extraOutput,
		}),
	);
const at = (day: number, hour: string, minute = '00') => ({
	...{ dy: '2026', dm: '11', dd: String(day), dh: hour, di: minute },
});
const told = (text: string, offset = '+02:00') => `2026-11-${text}:00${offset}`;

describe('a campaign', () => {
	it('without a time begins at once, and says nothing of time', () => {
		expect(parts([request(2)])).toEqual([
			{ whom: [0, 2], schedule: {}, startsAt: undefined, extraOutput: {} },
		]);
	});

	it('with a time is scheduled for it, as clocks at the service show it', () => {
		const startsAt = now + 14 * HOUR;
		expect(parts([request(2, { startsAt })])).toEqual([
			{
				...{ whom: [0, 2], schedule: at(24, '10'), startsAt },
				extraOutput: { scheduledFor: told('24T10:00'), scheduledZone: zone },
			},
		]);
		const timeZone = 'America/St_Johns';
		const [part] = parts([request(2, { startsAt, timeZone })]);
		expect(part.schedule).toEqual(at(24, '04', '30'));
		expect(part.extraOutput).toEqual({
			...{ scheduledFor: told('24T04:30', '-03:30'), scheduledZone: timeZone },
		});
	});

	it.each([
		['the minute that runs', 29_000, false],
		['the next minute', 30_000, true],
		['the past', -HOUR, false],
	])('with a time in %s is scheduled only for what is to come', (_name, after, isScheduled) => {
		const [part] = parts([request(2, { startsAt: now + after })]);
		expect(part).toMatchObject(
			isScheduled
				? { schedule: at(23, '20', '01'), startsAt: now + after }
				: { schedule: {}, startsAt: undefined, extraOutput: {} },
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
		expect(parts([request(2)], { quietHours })).toMatchObject([expected]);
		const later = request(2, { startsAt: now + 2 * HOUR });
		expect(parts([later], { quietHours })).toMatchObject([expected]);
		const after = request(2, { startsAt: now + 14 * HOUR });
		expect(parts([after], { quietHours })).toEqual(parts([after]));
	});

	it('that a delay takes into quiet hours says so, and is not moved', () => {
		const quietHours = quiet(21, 8);
		const slow = { body: { int: 180 } };
		expect(parts([request(31, slow)], { quietHours })).toEqual([
			{
				...{ whom: [0, 31], schedule: {}, startsAt: undefined },
				extraOutput: {
					endsAbout: told('23T21:30'),
					endsInQuietTime: `Quiet Hours 21:00 to 08:00, ${zone}`,
				},
			},
		]);
		expect(parts([request(10, slow)], { quietHours })[0].extraOutput).toEqual({});
		expect(parts([request(31, slow)])[0].extraOutput).toEqual({});
		const tomorrow = request(31, { ...slow, startsAt: now + 24 * HOUR });
		expect(parts([tomorrow], { quietHours })[0].extraOutput).toMatchObject({
			...{ scheduledFor: told('24T20:00'), endsAbout: told('24T21:30') },
		});
	});
});

describe('a campaign that is spread', () => {
	it('begins now, and goes on in parts that say which they are', () => {
		expect(parts([request(4)], { spreadOver: 1 })).toEqual([
			{
				...{ whom: [0, 2], schedule: {}, startsAt: undefined },
				extraOutput: { scheduledBecause: 'Spread over 1 hours, part 1 of 2' },
			},
			{
				...{ whom: [2, 2], schedule: at(23, '20', '30') },
				startsAt: Date.parse('2026-11-23T18:30:00Z'),
				extraOutput: {
					scheduledFor: told('23T20:30'),
					scheduledZone: zone,
					scheduledBecause: 'Spread over 1 hours, part 2 of 2',
				},
			},
		]);
	});

	it('begins at the time that was set; what has another time has hours of its own', () => {
		const startsAt = now + 14 * HOUR;
		const requests = [
			request(2, { startsAt }, 'a'),
			request(2, { startsAt: startsAt + 29_000 }, 'b'),
			request(2, { startsAt: startsAt + HOUR }, 'c'),
			request(2, {}, 'd'),
		];
		const schedules = parts(requests, { spreadOver: 1 }).map(({ schedule }) => schedule);
		expect(schedules).toEqual([at(24, '10'), at(24, '10', '30'), at(24, '11'), {}]);
	});

	it('goes on after quiet hours', () => {
		const timing = { spreadOver: 2, quietHours: quiet(21, 8) };
		expect(parts([request(4)], timing).map(({ schedule }) => schedule)).toEqual([{}, at(24, '08')]);
	});

	it('in one part is not spread', () => {
		const timing = { quietHours: quiet(19, 8) };
		expect(parts([request(3)], { spreadOver: 6, ...timing })).toEqual(parts([request(3)], timing));
	});

	it('to lists goes at once: only the service knows their members', () => {
		const lists = [request(1, {}, 'a'), request(1, {}, 'b')];
		const timing = { sendTo: 'lists' as const, quietHours: quiet(19, 8) };
		expect(parts(lists, { ...timing, spreadOver: 6 })).toEqual(parts(lists, timing));
	});
});
