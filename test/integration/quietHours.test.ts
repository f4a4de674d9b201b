// If this fails, single sends leave at night although Quiet Hours are set, or do not say when they go.
import type { INodeParameters } from 'n8n-workflow';

import { everyOperation, operationNamed, type Operation } from '../operations';
import { runNode, type NodeRunOptions } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** Send At and Quiet Hours of the operations with a request for each item: when they begin, and what they say of it. */
const service = serviceForTests({ campaignStepMs: 60_000, pastSchedule: 'refused' });

/** The time of this machine, as the nodes and the service see it. */
function setClock(now: () => string): void {
	jest.spyOn(Date, 'now').mockImplementation(() => Date.parse(now()));
}
afterEach(() => jest.restoreAllMocks());

const sms = operationNamed('ExtApi SMS: Message: Send');

const nights = { from: '21:00', until: '08:00', days: [] };
const weekends = { from: '', until: '', days: ['friday', 'saturday'] };
const quiet = (hours: object) => ({ quietHours: { hours } }) as INodeParameters;

const run = async (
	operation: Operation,
	timing: INodeParameters,
	more: Partial<NodeRunOptions> = {},
) =>
	await runNode({
		node: operation.node(),
		credential: service.credential('demo-token-full'),
		items: [{ phone: '0570002233', text: 'Hello' }],
		parameters: { ...operation.parameters, timing },
		timezone: 'Asia/Jerusalem',
		...more,
	});
const send = async (...of: Parameters<typeof run>) => {
	const { items, error } = await run(...of);
	expect(error).toBeUndefined();
	return items.map(({ json }) => json);
};
/** Bodies of the sends, without the listings of templates. */
const bodies = () => service.bodies().filter(({ from, template: code }) => from ?? code);

const two = ['0570002233', '0570002234'].map((phone) => ({ phone, text: 'Hello' }));
const taskId = expect.any(String) as string;
/** What the output says of an SMS to one phone. */
const sent = { outcome: 'accepted', taskId, recipient: '0570002233', messages: 1 };
const hello = { from: 'MyShop', list: '0570002233', msg: 'Hello' };
const nightly = 'Quiet Hours 21:00 to 08:00, Asia/Jerusalem';
const weekendly = 'Friday is quiet; Saturday is quiet';
/** What the output says of a time that quiet hours made. */
const movedTo = (scheduledFor: string, scheduledBecause = nightly) => ({
	...{ scheduledFor, scheduledZone: 'Asia/Jerusalem', scheduledBecause },
});
const eight = { dy: '2026', dm: '01', dd: '15', dh: '08', di: '00' };

it('waits a week where the clocks skip the only hour that is not quiet', async () => {
	// On Friday, 26 March 2027, clocks in Jerusalem go from 02:00 to 03:00.
	setClock(() => '2027-03-21T12:00:00Z');
	const others = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'saturday'];
	const timing = quiet({ ...nights, from: '03:00', until: '02:00', days: others });
	await send(sms, timing);
	expect(bodies()).toEqual([{ ...hello, dy: '2027', dm: '04', dd: '02', dh: '02', di: '00' }]);
});

describe('a send that would begin in quiet time', () => {
	it.each([
		['in the night', '2026-01-14T20:30:30Z', nights, '15 08', nightly],
		['on a quiet day before another', '2026-01-16T10:00:00Z', weekends, '18 00', weekendly],
	])('%s is scheduled for its end', async (_name, now, hours, end, reason) => {
		setClock(() => now);
		const output = await send(sms, quiet(hours));
		const [dd, dh] = end.split(' ');
		expect(bodies()).toEqual([{ ...hello, dy: '2026', dm: '01', dd, dh, di: '00' }]);
		expect(output).toEqual([{ ...sent, ...movedTo(`2026-01-${dd}T${dh}:00:00+02:00`, reason) }]);
	});

	it('is judged when its request leaves, not when it is prepared', async () => {
		const isTurnedAway = () => service.control.requests().length > 0;
		setClock(() => (isTurnedAway() ? '2026-01-14T19:00:00Z' : '2026-01-14T18:59:59Z'));
		service.control.addFaults([{ kind: 'http429', times: 1, retryAfter: 0 }]);
		const output = await send(sms, quiet(nights));
		expect(bodies()).toEqual([hello, { ...hello, ...eight }]);
		expect(output).toMatchObject([{ scheduledBecause: nightly }]);
	});

	it('says so also when a later try of n8n answers from memory', async () => {
		setClock(() => '2026-01-14T20:30:00Z');
		const match = { list: '0570002234' };
		service.control.addFaults([{ kind: 'http429', match, times: 4, retryAfter: 0 }]);
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const output = await send(sms, quiet(nights), { items: two, settings });
		expect(output.map(({ scheduledBecause }) => scheduledBecause)).toEqual([nightly, nightly]);
		expect(service.control.ledger().entries.map(({ count }) => count)).toEqual([1, 1]);
	});
});

it('that begins now, outside of quiet time, goes as it is', async () => {
	setClock(() => '2026-01-14T06:00:00Z');
	expect(await send(sms, quiet(nights))).toEqual([sent]);
	expect(bodies()).toEqual([hello]);
});

const sends = everyOperation.filter(({ operation }) => /^(send|sendTemplate)$/.test(operation));

it.each(sends.filter(({ type }) => type !== 'extApiOtp'))(
	'$name says when it goes, by Send At, whatever the clock of the workflow',
	async (tested) => {
		await tested.prepare?.(service);
		const { usualItems: items } = tested;
		const times = async (timing: INodeParameters) => {
			const outputs = await send(tested, timing, { items, timezone: 'Europe/London' });
			return outputs.map(({ scheduledFor, scheduledBecause }) => [scheduledFor, scheduledBecause]);
		};
		const all = (time?: string) => items.map(() => [time, undefined]);
		expect(await times({})).toEqual(all());
		const sendAt = '2035-01-05T10:00:00';
		expect(await times({ sendAt })).toEqual(all('2035-01-05T10:00:00+02:00'));
		expect(await times({ sendAt, timeZone: 'Europe/London' })).toEqual(
			all('2035-01-05T10:00:00+00:00'),
		);
		const inZone = { sendAt: `${sendAt}+02:00`, timeZone: 'Europe/London' };
		expect(await times({ ...inZone, ...quiet(nights) })).toEqual(all('2035-01-05T08:00:00+00:00'));
	},
);

it("is in the one time zone of the panel: the service's", async () => {
	// 22:30 in Jerusalem.
	setClock(() => '2026-01-14T20:30:00Z');
	await send(sms, { ...quiet(nights), timeZone: 'UTC' });
	expect(bodies()).toEqual([hello]);
	setClock(() => '2026-01-14T21:30:00Z');
	await send(sms, { ...quiet(nights), timeZone: 'UTC' });
	expect(bodies()[1]).toEqual({ ...hello, ...eight });
});

it('is checked in every item before anything leaves, by expressions too', async () => {
	const from = "={{ $json.phone === '0570002234' ? '25:00' : '21:00' }}";
	const { error } = await run(sms, quiet({ ...nights, from }), { items: two });
	expect(error?.message).toMatch(
		/Item 1.*: Quiet Hours contains "…", which isn't a valid time of day/,
	);
	expect(bodies()).toEqual([]);
});
