// If this fails, a campaign begins at another time than the person set, or at night although Quiet Hours are set.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { clockForTests } from './harness/clockForTests';
import { serviceForTests } from './harness/serviceForTests';
import { retryOf } from './harness/retry';
import { phones, smsCampaigns } from './harness/smsCampaign';

/** Monday, 23 November 2026, 20:00 in Jerusalem: two hours ahead of UTC. */
const NOW = '2026-11-23T18:00:00Z';

const service = serviceForTests({ pastSchedule: 'refused' });
clockForTests(NOW);

const sms = smsCampaigns(service, 'Hello', { timezone: 'Asia/Jerusalem' });
const quiet = (from: string, until: string) => ({
	quietHours: { hours: { from, until, days: [], timeZone: 'Asia/Jerusalem' } },
});
/** Eight o'clock on the next day, as the service gets it. */
const eight = { dy: '2026', dm: '11', dd: '24', dh: '08', di: '00' };

describe('Quiet Hours', () => {
	it('holds for distribution lists, whose members only the service knows', async () => {
		await sms([{}], { sendTo: 'lists', listCodes: '1001', timing: quiet('19:00', '08:00') });
		expect(service.bodies()).toMatchObject([{ pid: '1001', ...eight }]);
	});
});

describe('Spread Over', () => {
	/** One minute of each Sunday is left. */
	const aMinuteAWeek = { from: '10:01', until: '10:00', timeZone: 'Asia/Jerusalem' };
	const sixDays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
	/** Two hours of each day are left: 168 of them are 84 days. */
	const twoHoursADay = { from: '12:00', until: '10:00', days: [], timeZone: 'Asia/Jerusalem' };

	it.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'sends nothing where quiet hours leave so little time that it would take years, with %s',
		async (onError) => {
			const quietHours = { hours: { ...aMinuteAWeek, days: sixDays } };
			const { items, error } = await sms(
				phones(192),
				{ timing: { spreadOver: 168, quietHours } },
				{ settings: { onError } },
			);
			// The last of 96 parts follows 9,975 minutes, one a week, after the first on 29 November 2026.
			const reason =
				'Quiet Hours leave so little time that the last part of the campaign would begin about 2218-02-01, more than 90 days after its start';
			expect(service.bodies()).toEqual([]);
			if (onError === 'stopWorkflow') {
				expect(`${error?.message} ${error?.description}`).toContain(reason);
				expect(error?.description).toContain("Shorten 'Quiet Hours' or 'Spread Over'.");
			} else {
				expect(items).toHaveLength(192);
				const [said, ...others] = new Set(items.map(({ json }) => json.error));
				expect(said).toContain(reason);
				expect(others).toEqual([]);
			}
		},
	);

	it('may take months where that is what the hours say', async () => {
		const quietHours = { hours: twoHoursADay };
		const { error } = await sms(phones(4), { timing: { spreadOver: 168, quietHours } });
		expect(error).toBeUndefined();
		expect(service.bodies()).toMatchObject([
			{ dy: '2026', dm: '11', dd: '24', dh: '10', di: '00' },
			{ dy: '2027', dm: '01', dd: '05', dh: '10', di: '00' },
		]);
	});

	it('a retry goes on at the times of the parts that are missing', async () => {
		service.control.addFaults([{ kind: 'errorWithoutAction', nth: 3 }]);
		const { items } = await sms(
			phones(16),
			{ timing: { spreadOver: 2, ...quiet('21:00', '21:15') } },
			{ settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
		);
		const times = service.bodies().map(({ dh, di }) => (dh ? `${String(dh)}:${String(di)}` : ''));
		expect(times).toEqual([
			...['', '20:15', '20:30'],
			...['20:30', '20:45', '21:15', '21:30', '21:45', '22:00'],
		]);
		expect(items.map(({ json }) => json.scheduledBecause)).toEqual(
			Array.from({ length: 8 }, (_, part) => `Spread over 2 hours, part ${part + 1} of 8`),
		);
	});

	it.each([
		['by the clock', '={{ $now.plus({ minutes: 30 }).toISO() }}'],
		['by another clock', '={{ new Date(Date.now() + 1800000).toISOString() }}'],
		['that has passed', '2026-11-23T20:30:00'],
	])('an execution that is retried later goes on where Send At is %s', async (_how, sendAt) => {
		service.control.addFaults([{ kind: 'errorWithoutAction', nth: 5 }]);
		const first = await sms(phones(16), { timing: { spreadOver: 2, sendAt } });
		expect(first.error).toBeDefined();
		jest.setSystemTime(new Date('2026-11-23T18:31:00Z'));
		try {
			const { error } = await retryOf(first, JSON.stringify(first.run.data), service.credential());
			expect(error).toBeUndefined();
		} finally {
			jest.setSystemTime(new Date(NOW));
		}
		const times = service.bodies().map(({ dh, di }) => (dh ? `${String(dh)}:${String(di)}` : ''));
		expect(times).toEqual([
			...['20:30', '20:45', '21:00', '21:15', '21:30'],
			...['21:30', '21:45', '22:00', '22:15'],
		]);
	});
});

describe('requests that leave long after they were planned, since the service is slow', () => {
	afterEach(() => jest.restoreAllMocks());

	/** The clock shows the first time until a request has come, and then the next. */
	function setClock(...times: string[]): void {
		jest
			.spyOn(Date, 'now')
			.mockImplementation(() =>
				Date.parse(times[Math.min(service.bodies().length, times.length - 1)]),
			);
	}

	const nights = quiet('21:00', '08:00');
	const campaign = async (rows: IDataObject[], timing: INodeParameters, options = {}) => {
		const { items, error } = await sms(rows, { timing, options });
		expect(error).toBeUndefined();
		return items.map(({ json }) => json);
	};
	const scheduleOf = ({ dy, dm, dd, dh, di }: IDataObject) =>
		dy === undefined ? undefined : `${String(dd)}.${String(dm)} ${String(dh)}:${String(di)}`;

	it('keeps quiet hours for each request when it leaves', async () => {
		setClock('2026-01-14T18:59:30Z', '2026-01-14T19:00:30Z');
		const description = '={{ $json.phone }}';
		const items = await campaign(phones(2), nights, { description });
		expect(service.bodies().map(scheduleOf)).toEqual([undefined, '15.01 08:00']);
		expect(
			items.map(({ scheduledFor, scheduledBecause }) => [scheduledFor, scheduledBecause]),
		).toEqual([
			[undefined, undefined],
			[expect.stringMatching(/^2026-01-15T08:00:00/), 'Quiet Hours 21:00 to 08:00, Asia/Jerusalem'],
		]);
	});

	it('keeps them for the parts of a spread, whose time may have passed', async () => {
		setClock('2026-01-14T18:00:30Z', '2026-01-14T18:40:30Z', '2026-01-14T19:20:00Z');
		const items = await campaign(phones(8), { ...nights, spreadOver: 1 });
		expect(service.bodies().map(scheduleOf)).toEqual([
			undefined,
			undefined,
			'15.01 08:00',
			'15.01 08:00',
		]);
		expect(items[1].scheduledFor).toBeUndefined();
		expect(items[2].scheduledBecause).toBe('Quiet Hours 21:00 to 08:00, Asia/Jerusalem');
	});

	it.each([
		['in quiet time', '2026-01-14T18:59:50Z', '2026-01-14T19:00:20Z', [undefined, '15.01 08:00']],
		[
			'after quiet time',
			'2026-01-14T05:59:50Z',
			'2026-01-14T06:01:10Z',
			['14.01 08:00', undefined],
		],
	])('keeps them for one that was turned away and is repeated %s', async (_when, ...times) => {
		const [first, repeated, schedules] = times;
		setClock(first, repeated);
		service.control.addFaults([{ kind: 'http429', times: 1, retryAfter: 0 }]);
		const [{ scheduledFor }] = await campaign(phones(2), nights);
		expect(service.bodies().map(scheduleOf)).toEqual(schedules);
		expect(scheduledFor === undefined).toBe(schedules[1] === undefined);
	});

	it('leaves what is scheduled as it was planned', async () => {
		setClock('2026-01-14T16:00:30Z');
		const items = await campaign(phones(4), { ...nights, spreadOver: 1 });
		expect(service.bodies().map(scheduleOf)).toEqual([undefined, '14.01 18:30']);
		expect(items[1].scheduledBecause).toBe('Spread over 1 hours, part 2 of 2');
	});
});
