// If this fails, a mistake turns one campaign into hundreds, or sends more than a person allowed.
import { serviceForTests } from './harness/serviceForTests';
import { phones, smsCampaigns } from './harness/smsCampaign';

/** What would become many, by mistake, is held back before anything leaves. */
const service = serviceForTests();

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

	it('are no more than 100', async () => {
		const rows = phones(101).map((row, index) => ({ ...row, index }));
		const parameters = { options: { description: '=Group {{ $json.index }}' } };
		const { error } = await run(rows, parameters);
		expect(error?.message).toBe(
			'101 items cannot be sent, so nothing was sent. The items would make 101 campaigns, and one run makes at most 100',
		);
		expect(error?.description).toMatch(/^All 101 items: .*Loop Over Items/s);
		const { items } = await run(rows, parameters, CONTINUE);
		expect(items).toHaveLength(101);
		expect(items.every(({ json }) => typeof json.error === 'string')).toBe(true);
		expect(service.bodies()).toEqual([]);
		expect((await run(rows.slice(0, 100), parameters)).error).toBeUndefined();
		expect(service.bodies()).toHaveLength(100);
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
