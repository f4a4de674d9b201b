// If this fails, a mistake turns one campaign into hundreds.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { sentencesOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { phones, smsCampaigns } from './harness/smsCampaign';

/** One campaign stays one: what would become many, by mistake, is held back before anything leaves. */
const service = serviceForTests();

const run = smsCampaigns(service, 'Hello', { timezone: 'Asia/Jerusalem' });
const CONTINUE = { settings: { onError: 'continueRegularOutput' as const } };

describe('campaigns of one run', () => {
	it('differ by what the service gets, not by what was entered', async () => {
		const rows = phones(50).map((row, second) => ({ ...row, second }));
		const sendAt = '=2035-01-05T10:00:{{ String($json.second).padStart(2, "0") }}';
		const { items, error } = await run(rows, {
			sender: "={{ $json.second % 2 ? ' MyShop' : 'MyShop' }}".replace("' MyShop'", "'MyShop'"),
			timing: { sendAt },
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual([
			{
				...{ taskId: expect.any(String), recipientCount: 50, duplicates: 0, items: 50 },
				...{ messages: 50, refused: 0, text: 'Hello' },
				scheduledFor: '2035-01-05T10:00:00+02:00',
				scheduledZone: 'Asia/Jerusalem',
			},
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

describe('a distribution list', () => {
	const lists = { sendTo: 'lists', listCodes: '1001' };
	const sender = "={{ $json.name === 'Dana' ? 'MyShop' : 'ExtDemo' }}";
	const people = [{ name: 'Dana' }, { name: 'Noam' }, { name: 'Adi' }];

	it('gets no message for each row', async () => {
		const { error } = await run(people, { ...lists, message: 'Hi {name}' });
		expect(error?.message).toBe(
			'3 items cannot be sent, so nothing was sent. Every member of distribution list 1001 would receive 3 messages, because Message differs (3 values)',
		);
		expect(error?.description).toMatch(/^All 3 items: .*Allow Several Messages per List/s);
		expect(service.bodies()).toEqual([]);
	});

	it.each<[string, INodeParameters, string, string?]>([
		['settings', { sender }, '2 messages, because Sender differs (2 values)'],
		[
			'overlapping lists',
			{ listCodes: "={{ $json.name === 'Dana' ? '1001,1002' : '1002' }}" },
			'1002 would receive 2 messages, because List Codes differs (2 values)',
		],
		[
			'duplicates',
			{ beforeSending: { duplicates: 'each' } },
			'3 messages, because Duplicates is set to send each item',
			"Set 'Duplicates' to Send Once, or add the option 'Allow Several Messages per List'.",
		],
	])('gets no second message because of other %s', async (_name, parameters, because, fix = '') => {
		const { error } = await run(people, { ...lists, ...parameters });
		expect(sentencesOf(error).full).toContain(because);
		expect(sentencesOf(error).all).toContain(fix);
		expect(service.bodies()).toEqual([]);
	});

	it('that would get the most is named, where items name several', async () => {
		const names: IDataObject = { Dana: '1001,1002', Noam: '1001,1002', Adi: '1002' };
		const rows = people.map(({ name }) => ({ name, list: names[name] }));
		const own = { ...lists, listCodes: '={{ $json.list }}', message: 'Hi {name}' };
		const { full } = sentencesOf((await run(rows, own)).error);
		expect(full).toContain('list 1002 would receive 3 messages');
		expect(full).not.toContain('list 1001 would');
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
