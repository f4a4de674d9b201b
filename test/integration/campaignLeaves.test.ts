// If this fails, a message leaves at night although Quiet Hours are set.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { serviceForTests } from './harness/serviceForTests';
import { smsCampaigns } from './harness/smsCampaign';

/** When the requests of a campaign leave, which may be long after it was planned: the service is slow. */
const service = serviceForTests({ campaignStepMs: 60_000, pastSchedule: 'refused' });
const bodies = () => service.bodies().filter(({ from }) => from !== undefined);
afterEach(() => jest.restoreAllMocks());

/** The clock shows the first time until a request has come, and then the next. */
function setClock(...times: string[]): void {
	jest
		.spyOn(Date, 'now')
		.mockImplementation(() => Date.parse(times[Math.min(bodies().length, times.length - 1)]));
}

const nights = {
	quietHours: { hours: { from: '21:00', until: '08:00', days: [], timeZone: 'Asia/Jerusalem' } },
};

const sms = smsCampaigns(service, 'Hi', { timezone: 'Asia/Jerusalem' });
const campaign = async (rows: IDataObject[], timing: INodeParameters, options = {}) => {
	const { items, error } = await sms(rows, { timing, options });
	expect(error).toBeUndefined();
	return items.map(({ json }) => json);
};
const rowsOf = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, row) => ({ phone: `057000223${row}`, name: `row ${row}` }));
const scheduleOf = ({ dy, dm, dd, dh, di }: IDataObject) =>
	dy === undefined ? undefined : `${String(dd)}.${String(dm)} ${String(dh)}:${String(di)}`;

it('keeps quiet hours for each request when it leaves', async () => {
	setClock('2026-01-14T18:59:30Z', '2026-01-14T19:00:30Z');
	const description = '={{ $json.name }}';
	const items = await campaign(rowsOf(2), nights, { description });
	expect(bodies().map(scheduleOf)).toEqual([undefined, '15.01 08:00']);
	expect(
		items.map(({ scheduledFor, scheduledBecause }) => [scheduledFor, scheduledBecause]),
	).toEqual([
		[undefined, undefined],
		[expect.stringMatching(/^2026-01-15T08:00:00/), 'Quiet Hours 21:00 to 08:00, Asia/Jerusalem'],
	]);
});

it('keeps them for the parts of a spread, whose time may have passed', async () => {
	setClock('2026-01-14T18:00:30Z', '2026-01-14T18:40:30Z', '2026-01-14T19:20:00Z');
	const items = await campaign(rowsOf(8), { ...nights, spreadOver: 1 });
	expect(bodies().map(scheduleOf)).toEqual([undefined, undefined, '15.01 08:00', '15.01 08:00']);
	expect(items[1].scheduledFor).toBeUndefined();
	expect(items[2].scheduledBecause).toBe('Quiet Hours 21:00 to 08:00, Asia/Jerusalem');
});

it('leaves what is scheduled as it was planned', async () => {
	setClock('2026-01-14T16:00:30Z');
	const items = await campaign(rowsOf(4), { ...nights, spreadOver: 1 });
	expect(bodies().map(scheduleOf)).toEqual([undefined, '14.01 18:30']);
	expect(items[1].scheduledBecause).toBe('Spread over 1 hours, part 2 of 2');
});
