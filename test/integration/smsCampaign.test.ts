// If this fails, a row gets another row's text.
import { serviceForTests } from './harness/serviceForTests';
import { phones, smsCampaigns } from './harness/smsCampaign';

const service = serviceForTests();
const campaign = smsCampaigns(service);
const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

describe('ExtApi SMS: sendCampaign', () => {
	it('reads recipient and text from expressions too', async () => {
		await campaign(
			[
				{ p: '0570002233', n: 'A' },
				{ p: '0570002234', n: 'B' },
			],
			{
				recipient: '={{ $json.p }}',
				message: '=Hi {{ $json.n }}',
			},
		);
		expect(service.bodies()).toMatchObject([
			{ listjson: { '0570002233': 'Hi A', '0570002234': 'Hi B' } },
		]);
	});

	it('makes 100,000 items ten requests', async () => {
		const { items, error } = await campaign(phones(100_000), { message: 'To {phone}' });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.recipientCount)).toEqual(Array<number>(10).fill(10_000));
		expect(service.control.ledger()).toMatchObject({ total: 100_000, duplicates: [] });
	}, 60_000);

	it('sends the valid items with "On Error: Continue", and gives error items for the others', async () => {
		const { items } = await campaign(
			[{ phone: 'abc' }, ...phones(2), {}],
			{},
			{ settings: { onError: 'continueRegularOutput' } },
		);
		expect(
			items.map(({ json, pairedItem }) => [json.recipientCount ?? json.error, pairedItem]),
		).toEqual([
			[2, [{ item: 1 }, { item: 2 }]],
			[expect.stringMatching(/^Phone number "abc" contains characters/), { item: 0 }],
			[
				expect.stringMatching(/^Phone number is empty: this item has no column "phone"/),
				{ item: 3 },
			],
		]);
	});

	it('refuses a message with an open brace item by item, never as a success', async () => {
		const broken = { message: 'Hello {name' };
		const settings = { onError: 'continueRegularOutput' as const };
		const { items } = await campaign(phones(2), broken, { settings });
		expect(items.map(({ json }) => json.error)).toEqual(
			Array(2).fill(expect.stringMatching(/^Message has an opening brace that is never closed/)),
		);
		expect((await campaign(phones(2), broken)).error?.message).toMatch(/^2 items cannot be sent/);
		expect(service.bodies()).toEqual([]);
	});

	it('gives one item per recipient when asked', async () => {
		const { items } = await campaign(
			[
				{ phone: '0570002233', id: 1 },
				{ phone: '0570002233', id: 2 },
			],
			{ options: { output: 'recipient' } },
		);
		const phone = '0570002233';
		const sent = { phone, taskId: '700000000000000001', recipient: phone, messages: 1 };
		expect(items.map(({ json }) => json)).toEqual([
			{ id: 1, ...sent },
			{ id: 2, ...sent, messages: 0, duplicateOf: 0 },
		]);
		expect(service.control.ledger().total).toBe(1);
	});

	it.each([
		['empty', '', 'Hi '],
		['default', 'friend', 'Hi friend'],
	])('fills missing values: %s', async (missingValues, missingText, text) => {
		const items = [{ phone: '0570002233' }, { phone: '0570002234', name: 'Dana' }];
		await campaign(items, {
			message: 'Hi {name}',
			options: {
				missingValues,
				...(missingValues === 'default' ? { missingText } : {}),
			},
		});
		expect(service.bodies()).toMatchObject([
			{ listjson: { '0570002233': text, '0570002234': 'Hi Dana' } },
		]);
	});

	it.each([
		['=Hi {name|{{ $json.other }}}', {}],
		['Hi {name|there}', { options: { missingValues: 'default', missingText: 'friend' } }],
	])('fills %j for who has no name with the fallback', async (message, more) => {
		const { error } = await campaign(
			[
				{ phone: '0570002233', name: 'Dana', other: 'x' },
				{ phone: '0570002234', name: ' ', other: 'there' },
				{ phone: '0570002235', other: 'there' },
			],
			{ message, ...more },
		);
		expect(error).toBeUndefined();
		expect(service.bodies()).toMatchObject([
			{
				listjson: {
					'0570002233': 'Hi Dana',
					'0570002234': 'Hi there',
					'0570002235': 'Hi there',
				},
			},
		]);
	});

	it('checks the balance first when asked', async () => {
		const checked = { beforeSending: { checkBalance: true } };
		service.control.changeAccount({ sms: 1 });
		const { error } = await campaign(phones(2), checked);
		expect(error?.message).toMatch(
			/The balance is too low: the campaign needs 2 messages and 1 are left/,
		);
		expect(service.bodies()).toEqual([{ act: 'credit' }]);
		service.control.changeAccount({ sms: 2 });
		expect((await campaign(phones(2), checked)).error).toBeUndefined();
		expect(service.control.ledger().total).toBe(2);
	});

	it('adds its key to the address of a trigger', async () => {
		await campaign(phones(2), {
			notifications: { notificationUrl: 'http://127.0.0.1:1/webhook/abc/campaign-event' },
		});
		expect(service.bodies()[0].nu).toMatch(
			/^http:\/\/127\.0\.0\.1:1\/webhook\/abc\/campaign-event\?key=sms-[0-9a-f]{64}&via=extapi$/,
		);
	});

	describe('sent once', () => {
		const texts = ['a', 'b', 'c'];
		const rows = phones(4).flatMap(({ phone }) => texts.map((text) => ({ phone, text })));

		it('does not resend to anyone when texts change from try to try', async () => {
			service.control.addFaults([{ kind: 'errorWithoutAction', nth: 2 }]);
			const { error } = await campaign(
				rows,
				{ message: '={{ $json.text }} {{ Math.random() }}' },
				{ settings: retry },
			);
			expect(error).toBeUndefined();
			expect(service.control.ledger().total).toBe(12);
			const perPhone = new Map<string, number>();
			for (const { phone } of service.control.ledger().entries)
				perPhone.set(phone, (perPhone.get(phone) ?? 0) + 1);
			expect([...perPhone.values()]).toEqual([3, 3, 3, 3]);
		});
	});
});
