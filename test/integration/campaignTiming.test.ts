// If this fails, a campaign begins at another time than the person set, or at night although Quiet Hours are set.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { clockForTests } from './harness/clockForTests';
import { serviceForTests } from './harness/serviceForTests';
import { phones, smsCampaigns } from './harness/smsCampaign';

/** Monday, 23 November 2026, 20:00 in Jerusalem: two hours ahead of UTC. */
const NOW = '2026-11-23T18:00:00Z';

const service = serviceForTests({ pastSchedule: 'refused' });
clockForTests(NOW);

const sms = smsCampaigns(service, 'Hello', { timezone: 'Asia/Jerusalem' });
const quiet = (from: string, until: string) => ({
	quietHours: { hours: { from, until, days: [] } },
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
	const forty = phones(40);
	const spread = { spreadOver: 1 };

	it('is one campaign with a delay, which says when it ends', async () => {
		const { items } = await sms(forty, { timing: { ...spread, ...quiet('21:00', '08:00') } });
		expect(service.bodies()).toEqual([expect.objectContaining({ int: 90 })]);
		expect(service.bodies()[0]).not.toHaveProperty('dh');
		expect(items[0].json).toMatchObject({ endsAbout: '2026-11-23T20:58:00+02:00' });
	});

	it('keeps the hours where texts differ and where settings make several campaigns', async () => {
		await sms(forty, { timing: spread, message: 'Hello {phone}' });
		const description = "={{ $itemIndex < 30 ? 'a' : 'b' }}";
		await sms(forty, { timing: spread, options: { description } });
		expect(service.bodies().map(({ int }) => int)).toEqual([90, 120, 180]);
	});

	it.each<[string, INodeParameters, RegExp]>([
		['too long', { spreadOver: 4 }, /Spread Over \(Hours\) is too long: 40 recipients can take/],
		['too short', { spreadOver: 0.02 }, /is too short: 40 recipients need at least 2 min/],
		['with a delay', { ...spread, delay: 5 }, /cannot be used together with 'Delay Between Rec/],
		[
			'into quiet hours',
			{ ...spread, ...quiet('20:30', '08:00') },
			/Spread Over \(Hours\) would send until about 2026-11-23T20:58:00\+02:00, but Quiet Hours 20:30/,
		],
	])('is refused before anything is sent: %s', async (_what, timing, says) => {
		for (const mode of ['send', 'preview']) {
			const { error } = await sms(forty, { timing, mode });
			expect(`${error?.message} ${error?.description}`).toMatch(says);
		}
		expect(service.bodies()).toEqual([]);
	});

	it('does not hold for a test', async () => {
		const test = { mode: 'test', testNumbers: '0570990001' };
		const { error } = await sms(forty, { timing: { spreadOver: 168 }, ...test });
		expect(error).toBeUndefined();
		expect(service.bodies()[0]).not.toHaveProperty('int');
	});

	it('lets a retry send the few rows that are left', async () => {
		service.control.addFaults([{ kind: 'errorWithoutAction', nth: 2 }]);
		const description = "={{ $itemIndex < 39 ? 'a' : 'b' }}";
		const { error } = await sms(
			forty,
			{ timing: spread, options: { description } },
			{ settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
		);
		expect(error).toBeUndefined();
		expect(service.bodies().map(({ int }) => int)).toEqual([92, 180, 180]);
		expect(service.control.ledger()).toMatchObject({ total: 40, duplicates: [] });
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
		await campaign(phones(4), { ...nights, sendAt: '2027-01-14T18:30:00' });
		expect(service.bodies().map(scheduleOf)).toEqual(['14.01 18:30']);
	});
});
