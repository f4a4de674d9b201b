// If this fails, members of a distribution list get a message twice, or none.
import type { INodeParameters } from 'n8n-workflow';

import { operationRuns } from './harness/operationRuns';
import { sentencesOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests();
const lists = { sendTo: 'lists' };
const campaign = operationRuns(service, 'ExtApi SMS: Message: Send Campaign', lists);
const sms = async (parameters: INodeParameters, items?: Parameters<typeof campaign>[0]) =>
	await campaign(items, parameters);

describe('a campaign to distribution lists', () => {
	it.each<[string, string, INodeParameters]>([
		['Leave Out', 'beforeSending', { leaveOut: '0570002233' }],
		['Limits', 'beforeSending', { limits: { maxRecipients: { most: 5 } } }],
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

describe('a distribution list', () => {
	const people = [{ name: 'Dana' }, { name: 'Noam' }, { name: 'Adi' }];

	it('gets no message for each row', async () => {
		const { error } = await sms({ listCodes: '1001', message: 'Hi {name}' }, people);
		expect(error?.message).toBe(
			'3 items cannot be sent, so nothing was sent. Every member of distribution list 1001 would receive 3 messages',
		);
		expect(error?.description).toMatch(/^All 3 items: .*Allow Several Messages per List/s);
		expect(service.bodies()).toEqual([]);
	});

	it.each<[string, INodeParameters, string, string?]>([
		[
			'overlapping lists',
			{ listCodes: "={{ $json.name === 'Dana' ? '1001,1002' : '1002' }}" },
			'1002 would receive 2 messages',
		],
		[
			'duplicates',
			{ beforeSending: { duplicates: 'each' } },
			'1001 would receive 3 messages',
			"or add the option 'Allow Several Messages per List'.",
		],
	])('gets no second message because of other %s', async (_name, parameters, because, fix = '') => {
		const { error } = await sms({ listCodes: '1001', message: 'Hi', ...parameters }, people);
		expect(sentencesOf(error).full).toContain(because);
		expect(sentencesOf(error).all).toContain(fix);
		expect(service.bodies()).toEqual([]);
	});
});
