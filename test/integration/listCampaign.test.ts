// If this fails, members of a distribution list get a message twice, or none.
import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { ExtApiChat } from '../../nodes/ExtApiChat/ExtApiChat.node';
import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { ExtApiVoice } from '../../nodes/ExtApiVoice/ExtApiVoice.node';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests();
const campaign = async (
	node: INodeType,
	operation: string,
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
) =>
	await runNode({
		node,
		credential: service.credential(),
		items,
		parameters: { resource: 'message', operation, sendTo: 'lists', ...parameters },
	});
const sms = async (parameters: INodeParameters, items?: IDataObject[]) =>
	await campaign(new ExtApiSms(), 'sendCampaign', { sender: 'MyShop', ...parameters }, items);

describe('a campaign to distribution lists', () => {
	it('is refused where it is to be spread, since only the service knows the members', async () => {
		const timing = { spreadOver: 6 };
		const { error } = await sms({ listCodes: '1001', message: 'Hello', timing });
		expect(error?.message).toMatch(
			/Spread Over .* cannot be used together with distribution lists/,
		);
		expect(service.bodies()).toEqual([]);
	});

	it.each<[string, string, INodeParameters]>([
		['Leave Out', 'leaveOut', { leaveOut: '0570002233' }],
		['Limits', 'limits', { limits: { maxRecipients: { most: 5 } } }],
		['Limits', 'limits', { limits: { maxPerDay: { most: 5 } } }],
		['Check Balance First', 'checkBalance', { checkBalance: true }],
		['Opt-Out URL', 'optOutUrl', { optOutUrl: 'https://n8n.example.com/webhook/1/campaign-event' }],
	])(
		'is refused with %s, a protection by the recipients, where an expression chose the lists: %s',
		async (label, _name, beforeSending) => {
			const own = { sendTo: "={{ 'lists' }}", listCodes: '1001', message: 'Hello', beforeSending };
			const { error } = await sms(own);
			expect(error?.message).toContain(`${label} cannot be used together with distribution lists`);
			expect(service.bodies()).toEqual([]);
		},
	);

	it('goes out with options that have nothing to do for lists, where an expression chose them', async () => {
		const { error } = await sms({
			...{ sendTo: "={{ 'lists' }}", listCodes: '1001', message: 'Hello' },
			...{ options: { output: 'recipient', repairNumbers: true } },
			beforeSending: { checkBalance: false },
		});
		expect(error).toBeUndefined();
		expect(service.bodies()).toHaveLength(1);
	});

	it('sends an SMS to several lists by their codes', async () => {
		const { items, error } = await sms({ listCodes: '1001, 1002', message: 'Hello' });
		expect(error).toBeUndefined();
		expect(service.bodies()).toEqual([{ from: 'MyShop', pid: '1001,1002', msg: 'Hello' }]);
		expect(items).toEqual([
			{
				json: {
					taskId: '700000000000000001',
					lists: '1001,1002',
					...{ items: 1, refused: 0, text: 'Hello' },
					messagesPerRecipient: 1,
				},
				pairedItem: [{ item: 0 }],
			},
		]);
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

	it('lets the service fill contact placeholders into a template', async () => {
		const { error } = await campaign(new ExtApiChat(), 'sendTemplateCampaign', {
			listCodes: '1002',
			template: { __rl: true, mode: 'list', value: '2002' },
			parameters: {
				mappingMode: 'defineBelow',
				value: { 'body.1': '[first_name]', 'body.2': '[user_data1]' },
			} as unknown as INodeParameters,
		});
		expect(error).toBeUndefined();
		expect(service.bodies().at(-1)).toEqual({
			template: '2002',
			pid: '1002',
			params: { body: { '1': '[first_name]', '2': '[user_data1]' } },
		});
	});

	it('calls a list', async () => {
		const { items } = await campaign(new ExtApiVoice(), 'sendCampaign', {
			listCodes: '1002',
			caller: '0771234567',
			description: 'Reminder',
			content: 'text',
			text: 'Hello',
		});
		expect(service.bodies()).toEqual([
			{ from: '0771234567', desc: 'Reminder', tts: 'Hello', pid: '1002' },
		]);
		expect(items[0].json).toMatchObject({ taskId: '700000000000000001', lists: '1002', items: 1 });
	});

	it('returns what the validation of the lists says', async () => {
		const { items } = await sms({
			listCodes: '1001',
			message: 'Hello',
			advanced: { validateRecipients: true },
		});
		expect(items[0].json).toMatchObject({ valid: true, lists: '1001' });
	});

	it.each([
		['={{ "" }}', 'List Codes is empty or missing'],
		['12a', 'List Codes contains "12a", which isn\'t a list code'],
	])('refuses the codes "%s" before anything is sent', async (listCodes, message) => {
		const { error } = await sms({ listCodes, message: 'Hello' });
		expect(error?.message).toContain(message);
		expect(service.bodies()).toEqual([]);
	});

	it('says which campaigns left when a later list is unknown to the service', async () => {
		const { error } = await sms({ listCodes: '={{ $json.list }}', message: 'Hello' }, [
			{ list: '1001' },
			{ list: '9999' },
		]);
		expect(error?.description).toContain('Item 0: campaign 700000000000000001 (lists 1001).');
	});
});
