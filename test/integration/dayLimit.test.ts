// If this fails, a workflow that runs too often sends more in a day than a person allowed.
import { processedItemsForTests } from './harness/processedItems';
import { serviceForTests } from './harness/serviceForTests';
import { phones, smsCampaigns } from './harness/smsCampaign';

const service = serviceForTests();
const storage = processedItemsForTests();
const sms = smsCampaigns(service);
const perDay = (most: number, more: object = {}) => ({
	beforeSending: { limits: { maxPerDay: { most } }, ...more },
});
const sent = () =>
	service.bodies().reduce((sum, { list }) => sum + String(list).split(',').length, 0);
const said = ({ error }: Awaited<ReturnType<typeof sms>>) => error?.message;

describe('Max per Day', () => {
	it('counts over all executions, and keeps back the one that would pass it', async () => {
		expect(said(await sms(phones(40), perDay(100)))).toBeUndefined();
		expect(said(await sms(phones(60), perDay(100)))).toBeUndefined();
		const { error } = await sms(phones(1), perDay(100));
		expect(error?.message).toContain(
			"This run has 1 recipient and this node has sent to 100 today, but 'Max per Day' is 100",
		);
		expect(sent()).toBe(100);
		expect(said(await sms(phones(1), perDay(101)))).toBeUndefined();
	});

	it('is exact for executions at the same moment', async () => {
		storage.latencyMs = 5;
		const runs = await Promise.all(
			Array.from({ length: 6 }, async () => await sms(phones(30), perDay(100))),
		);
		expect(runs.filter(({ error }) => error === undefined)).toHaveLength(3);
		expect(sent()).toBe(90);
	});

	it('begins anew each day, in the time zone of the workflow', async () => {
		const at = async (now: string) => {
			jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
			const own = { timezone: 'Asia/Jerusalem' };
			return said(await sms(phones(10), { ...perDay(10), message: 'Hi' }, own));
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
		expect(said(await sms(phones(10), perDay(10)))).toBeDefined();
		expect(said(await sms([{ phone: 'nobody' }, ...phones(5)], perDay(10)))).toBeDefined();
		fault('resetAfter');
		expect(said(await sms(phones(6), perDay(10)))).toBeDefined();
		expect(said(await sms(phones(5), perDay(10)))).toContain('has sent to 6 today');
		expect(said(await sms(phones(4), perDay(10)))).toBeUndefined();
	});

	it('only looks in a preview, and does not concern a test', async () => {
		await sms(phones(8), perDay(10));
		const preview = { ...perDay(10), mode: 'preview' };
		expect(said(await sms(phones(2), preview))).toBeUndefined();
		expect(said(await sms(phones(3), preview))).toContain("'Max per Day' is 10");
		const test = { mode: 'test', testNumbers: '0570990001' };
		expect(said(await sms(phones(9), { ...perDay(10), ...test }))).toBeUndefined();
		expect(said(await sms(phones(2), perDay(10)))).toBeUndefined();
	});

	it('counts rows that a Campaign Key leaves out once, and stands beside its record', async () => {
		const keyed = perDay(10, { campaignKey: 'spring' });
		await sms(phones(6), keyed);
		expect(said(await sms(phones(10), keyed))).toBeUndefined();
		expect(sent()).toBe(10);
		expect(said(await sms(phones(11), keyed))).toContain('This run has 1 recipient');
	});

	it('keeps everything back where n8n cannot count', async () => {
		storage.beforeWrite = () => {
			throw new Error('disk full');
		};
		await sms(phones(2), perDay(10));
		const { error } = await sms(phones(2), perDay(10));
		expect(error?.message).toContain("'Max per Day' cannot be used");
		expect(sent()).toBe(0);
	});
});

it('a limit that is none sends nothing', async () => {
	const { error } = await sms(phones(1), perDay(0));
	expect(`${error?.message} ${String(error?.description)}`).toContain(
		"Limits has 'Max per Day', which must be a whole number",
	);
	expect(sent()).toBe(0);
});
