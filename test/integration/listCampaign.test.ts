// If this fails, members of a distribution list get a message twice, or none.
import type { INodeParameters } from 'n8n-workflow';

import { operationRuns } from './harness/operationRuns';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests();
const lists = { sendTo: 'lists' };
const campaign = operationRuns(service, 'ExtApi SMS: Message: Send Campaign', lists);
const sms = async (parameters: INodeParameters, items?: Parameters<typeof campaign>[0]) =>
	await campaign(items, parameters);

describe('a campaign to distribution lists', () => {
	it.each<[string, string, INodeParameters]>([
		['Leave Out', 'beforeSending', { leaveOut: { phones: { list: '0570002233' } } }],
		['Limits', 'beforeSending', { limits: { maxRecipients: { most: 5 } } }],
		['Limits', 'beforeSending', { limits: { maxPerDay: { most: 5 } } }],
		['Check Balance First', 'beforeSending', { checkBalance: true }],
		['Spread Over (Hours)', 'timing', { spreadOver: 6 }],
		['Opt-Out URL', 'options', { optOutUrl: 'https://n8n.example.com/webhook/1/campaign-event' }],
	])(
		'is refused with %s, a protection by the recipients, where an expression chose the lists: %s',
		async (label, group, added) => {
			const own = {
				...{ sendTo: "={{ 'lists' }}", listCodes: '1001', message: 'Hello' },
				[group]: added,
			};
			const { error } = await sms(own);
			expect(error?.message).toContain(`${label} cannot be used together with distribution lists`);
			expect(service.bodies()).toEqual([]);
		},
	);

	it('is sent with options that have nothing to do for lists, where an expression chose them', async () => {
		const { error } = await sms({
			...{ sendTo: "={{ 'lists' }}", listCodes: '1001', message: 'Hello' },
			...{ options: { output: 'recipient' } },
			beforeSending: { checkBalance: false, repairNumbers: true },
		});
		expect(error).toBeUndefined();
		expect(service.bodies()).toHaveLength(1);
	});

	it('leaves the codes of an earlier choice alone where Send To is an expression', async () => {
		const own = { sendTo: "={{ 'items' }}", recipient: 'phone', listCodes: '1001', message: 'Hi' };
		const { error } = await sms(own, [{ phone: '0570002233' }]);
		expect(error).toBeUndefined();
		expect(service.bodies()).toEqual([{ from: 'MyShop', list: '0570002233', msg: 'Hi' }]);
	});

	it('makes one request of items that say the same, and one each of those that differ', async () => {
		const { items } = await sms(
			{
				listCodes: '={{ $json.list }}',
				message: '{text}',
				advanced: { severalPerList: true },
			},
			[
				{ list: '1001', text: 'A' },
				{ list: '1002', text: 'A' },
				{ list: '1001', text: 'A' },
				{ list: '1001', text: 'B' },
			],
		);
		expect(service.bodies()).toEqual([
			{ from: 'MyShop', pid: '1001', msg: 'A' },
			{ from: 'MyShop', pid: '1002', msg: 'A' },
			{ from: 'MyShop', pid: '1001', msg: 'B' },
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }, { item: 2 }],
			[{ item: 1 }],
			[{ item: 3 }],
		]);
	});

	it('returns what the validation of the lists says', async () => {
		const { items } = await sms({
			listCodes: '1001',
			message: 'Hello',
			advanced: { validateRecipients: true },
		});
		expect(items[0].json).toMatchObject({ valid: true, lists: '1001' });
	});

	it('says which campaigns left when a later list is unknown to the service', async () => {
		const { error } = await sms({ listCodes: '={{ $json.list }}', message: 'Hello' }, [
			{ list: '1001' },
			{ list: '9999' },
		]);
		expect(error?.description).toContain('Item 0: campaign 700000000000000001 (lists 1001).');
	});
});
