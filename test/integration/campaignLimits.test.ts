// If this fails, a mistake turns one campaign into hundreds, or sends more in a day than a person allowed.
import { processedItemsForTests } from './harness/processedItems';
import { serviceForTests } from './harness/serviceForTests';
import { phones, smsCampaigns } from './harness/smsCampaign';

/** What would become many, by mistake, is held back before anything leaves. */
const service = serviceForTests();
const storage = processedItemsForTests();

const run = smsCampaigns(service, 'Hello', { timezone: 'Asia/Jerusalem' });
const CONTINUE = { settings: { onError: 'continueRegularOutput' as const } };

describe('campaigns of one run', () => {
	it('differ by what the service gets, not by what was entered', async () => {
		const rows = phones(5).map((row, second) => ({ ...row, second }));
		const sendAt = '=2035-01-05T10:00:0{{ $json.second }}';
		const { items } = await run(rows, { timing: { sendAt } });
		expect(items.map(({ json }) => [json.recipientCount, json.scheduledFor])).toEqual([
			[5, '2035-01-05T10:00:00+02:00'],
		]);
	});

	it('are no more than 100, unless the options allow it', async () => {
		const rows = phones(101).map((row, index) => ({ ...row, index }));
		const parameters = { options: { description: '=Group {{ $json.index }}' } };
		const { error } = await run(rows, parameters);
		expect(error?.message).toBe(
			'101 items cannot be sent, so nothing was sent. The items would make 101 campaigns, because Description differs (101 values)',
		);
		expect(error?.description).toMatch(/^All 101 items: .*Allow Many Campaigns/s);
		const { items } = await run(rows, parameters, CONTINUE);
		expect(items).toHaveLength(101);
		expect(items.every(({ json }) => typeof json.error === 'string')).toBe(true);
		expect(service.bodies()).toEqual([]);

		const advanced = { allowManyCampaigns: true };
		expect((await run(rows, { ...parameters, advanced })).error).toBeUndefined();
		expect(service.bodies()).toHaveLength(101);
	});
});

describe('the balance', () => {
	it('is for sending inside Israel: recipients abroad need none of it', async () => {
		const abroad = ['+44 7700 900123', '+1 415 555 2671'].map((phone) => ({ phone }));
		const beforeSending = { checkBalance: true };
		service.control.changeAccount({ sms: 1 });
		expect(
			(await run([{ phone: '0570002233' }, ...abroad], { beforeSending })).error,
		).toBeUndefined();
		service.control.clearRequests();
		const { error } = await run([...phones(2), ...abroad], { beforeSending });
		expect(error?.message).toMatch(
			/The balance is too low: the campaign needs 2 messages and \d+ are left/,
		);
		expect(service.bodies()).toEqual([{ act: 'credit' }]);
	});
});

const perDay = (most: number, more: object = {}) => ({
	beforeSending: { limits: { maxPerDay: { most } }, ...more },
});
const sent = () =>
	service.bodies().reduce((sum, { list }) => sum + String(list).split(',').length, 0);
const said = ({ error }: Awaited<ReturnType<typeof run>>) => error?.message;

describe('Max per Day', () => {
	it('counts over all executions, and keeps back the one that would pass it', async () => {
		expect(said(await run(phones(40), perDay(100)))).toBeUndefined();
		expect(said(await run(phones(60), perDay(100)))).toBeUndefined();
		const { error } = await run(phones(1), perDay(100));
		expect(error?.message).toContain(
			"This run has 1 recipient and this node has sent to 100 today, but 'Max per Day' is 100",
		);
		expect(sent()).toBe(100);
		expect(said(await run(phones(1), perDay(101)))).toBeUndefined();
	});

	it('is exact for executions at the same moment', async () => {
		storage.latencyMs = 5;
		const runs = await Promise.all(
			Array.from({ length: 6 }, async () => await run(phones(30), perDay(100))),
		);
		expect(runs.filter(({ error }) => error === undefined)).toHaveLength(3);
		expect(sent()).toBe(90);
	});

	it('begins anew each day, in the time zone of the workflow', async () => {
		const at = async (now: string) => {
			jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
			const own = { timezone: 'Asia/Jerusalem' };
			return said(await run(phones(10), { ...perDay(10), message: 'Hi' }, own));
		};
		try {
			expect(await at('2030-01-10T20:00:00Z')).toBeUndefined();
			expect(await at('2030-01-10T21:00:00Z')).toContain('this node has sent to 10 today');
			expect(await at('2030-01-10T22:30:00Z')).toBeUndefined();
			expect(storage.kept.every((entry) => entry.startsWith('day 2030-01-11 '))).toBe(true);
		} finally {
			jest.restoreAllMocks();
		}
	});

	it('does not count what did not leave, and counts what may have', async () => {
		const fault = (kind: 'plainError' | 'resetAfter') =>
			service.control.addFaults([{ kind, nth: 1, endpoint: 'scheduleSms' }]);
		fault('plainError');
		expect(said(await run(phones(10), perDay(10)))).toBeDefined();
		expect(said(await run([{ phone: 'nobody' }, ...phones(5)], perDay(10)))).toBeDefined();
		fault('resetAfter');
		expect(said(await run(phones(6), perDay(10)))).toBeDefined();
		expect(said(await run(phones(5), perDay(10)))).toContain('has sent to 6 today');
		expect(said(await run(phones(4), perDay(10)))).toBeUndefined();
	});

	it('only looks in a preview, and does not concern a test', async () => {
		await run(phones(8), perDay(10));
		const preview = { ...perDay(10), mode: 'preview' };
		expect(said(await run(phones(2), preview))).toBeUndefined();
		expect(said(await run(phones(3), preview))).toContain("'Max per Day' is 10");
		const test = { mode: 'test', testNumbers: '0570990001' };
		expect(said(await run(phones(9), { ...perDay(10), ...test }))).toBeUndefined();
		expect(said(await run(phones(2), perDay(10)))).toBeUndefined();
	});

	it('counts rows that a Campaign Key leaves out once, and stands beside its record', async () => {
		const keyed = perDay(10, { campaignKey: 'spring' });
		await run(phones(6), keyed);
		expect(said(await run(phones(10), keyed))).toBeUndefined();
		expect(sent()).toBe(10);
		expect(said(await run(phones(11), keyed))).toContain('This run has 1 recipient');
	});

	it('keeps everything back where n8n cannot count', async () => {
		storage.beforeWrite = () => {
			throw new Error('disk full');
		};
		await run(phones(2), perDay(10));
		const { error } = await run(phones(2), perDay(10));
		expect(error?.message).toContain("'Max per Day' cannot be used");
		expect(sent()).toBe(0);
	});
});
