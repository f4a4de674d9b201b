// If this fails, the output names the wrong people or counts.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ExtApiChat } from '../../nodes/ExtApiChat/ExtApiChat.node';
import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { ExtApiVoice } from '../../nodes/ExtApiVoice/ExtApiVoice.node';
import { form, template } from '../operations/items';
import { runNode, type NodeRunOptions } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** What the output of a send says of who got what is what the service holds. */
const service = serviceForTests();
const send = async (
	node: NodeRunOptions['node'],
	parameters: INodeParameters,
	items: IDataObject[],
	more: Partial<NodeRunOptions> = {},
) =>
	await runNode({
		...{ node, items, credential: service.credential('demo-token-full') },
		parameters: { resource: 'message', ...parameters },
		...more,
	});

const onError = { onError: 'continueRegularOutput' as const };
const sms = { operation: 'sendCampaign', sender: 'MyShop', recipient: 'phone' };
/** More characters than one message of English text holds. */
const twoMessages = 'a'.repeat(150);
/** Four good rows, of which one repeats another, and a bad one. */
const rows = [
	{ phone: '0570002233', text: 'Hi Dana' },
	{ phone: '057-000-2233', text: 'Hi Dana' },
	{ phone: '0570002234', text: twoMessages },
	{ phone: '0570002235', text: 'Hi Noa' },
	{ phone: '12', text: 'Hi nobody' },
];
const jsonOf = async (...of: Parameters<typeof send>) =>
	(await send(...of)).items.map(({ json }) => json);
const ledger = () => service.control.ledger().entries;

describe('One Item Per: Campaign', () => {
	it('counts recipients, duplicates, messages and refused rows', async () => {
		const settings = onError;
		const output = await jsonOf(new ExtApiSms(), { ...sms, message: '{text}' }, rows, { settings });
		const [campaign] = output;
		expect(campaign).toMatchObject({ items: 4, duplicates: 1, refused: 1, messages: 4 });
		expect(campaign.recipientCount).toBe(ledger().length);
		expect(output.filter(({ error }) => error !== undefined)).toHaveLength(1);
		expect(campaign).not.toHaveProperty('text');
	});

	it('shows the text where it is the same for all of its recipients', async () => {
		const different = { ...sms, message: '{text}', beforeSending: { duplicates: 'each' } };
		const twice = [rows[0], rows[2], rows[0]];
		expect((await jsonOf(new ExtApiSms(), different, twice)).map(({ text }) => text)).toEqual([
			undefined,
			'Hi Dana',
		]);
		const same = { ...sms, message: 'Sale until {day}' };
		const day = rows.slice(0, 3).map(({ phone }) => ({ phone, day: 'Sunday' }));
		service.control.reset();
		const [{ text }] = await jsonOf(new ExtApiSms(), same, day);
		expect([...new Set(ledger().map((entry) => entry.text))]).toEqual([text]);
	});

	it('shows what a voice campaign plays', async () => {
		const call = { operation: 'sendCampaign', recipient: 'phone', caller: '0771234567' };
		const spoken = { ...call, description: 'Reminder', content: 'text', text: '{text}' };
		const output = await jsonOf(new ExtApiVoice(), spoken, [rows[0], rows[3]]);
		expect(output.map(({ text, recipientCount }) => [text, recipientCount])).toEqual([
			['Hi Dana', 1],
			['Hi Noa', 1],
		]);
	});

	it('counts the same in a try that follows', async () => {
		service.control.addFaults([{ kind: 'errorWithoutAction', nth: 2 }]);
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const parameters = { ...sms, message: '{text}', sender: '={{ $json.sender }}' };
		const items = rows
			.slice(0, 4)
			.map((row, index) => ({ ...row, sender: index < 3 ? 'MyShop' : 'ExtDemo' }));
		const output = await jsonOf(new ExtApiSms(), parameters, items, { settings });
		expect(output.map(({ recipientCount, duplicates }) => [recipientCount, duplicates])).toEqual([
			[2, 1],
			[1, 0],
		]);
	});
});

describe('One Item Per: Recipient', () => {
	const perRecipient = (more: INodeParameters = {}) => ({
		...{ ...sms, message: '{text}', options: { output: 'recipient', ...more } },
	});

	it('says how many messages each recipient got', async () => {
		const output = await jsonOf(new ExtApiSms(), perRecipient(), rows.slice(1, 4));
		expect(output.map(({ messages }) => messages)).toEqual([1, 2, 1]);
		expect(output.every((json) => !('inputColumns' in json))).toBe(true);
	});

	it('shows the text that went to each, where asked for', async () => {
		const items = rows.slice(1, 4).map(({ phone, text }) => ({ phone, words: text }));
		const parameters = { ...perRecipient({ includeText: true }), message: '{words}!' };
		const output = await jsonOf(new ExtApiSms(), parameters, items);
		expect(output.map(({ recipient, text }) => `${String(recipient)} ${String(text)}`)).toEqual(
			ledger().map(({ phone, text }) => `${phone.replace(/^972/, '0')} ${text}`),
		);
	});

	it('shows each recipient of a template what it reads, and keeps a column of that name', async () => {
		const parameters = {
			...{ operation: 'sendTemplateCampaign', recipient: 'phone', template: template('2002') },
			parameters: form({ 'body.1': '{name}', 'body.2': 'X' }),
			options: { output: 'recipient', includeText: true },
		} as INodeParameters;
		const items = [{ phone: '0570002233', name: 'Dana', body: 'own' }];
		const [json] = await jsonOf(new ExtApiChat(), parameters, items);
		expect(json).toMatchObject({
			body: 'Hello Dana, your coupon is X.',
			inputColumns: { body: 'own' },
		});
		expect(json).not.toHaveProperty('messages');
	});
});

describe('Send', () => {
	it.each([
		['one phone', { phoneNumbers: '057-000-2233' }, { recipient: '0570002233' }],
		['several', { phoneNumbers: '0570002233,972570002233,0570002234' }, { recipientCount: 2 }],
		[
			'own messages',
			{
				sendTo: 'ownMessages',
				messagesByNumber: `{"0570002233":"a","0570002234":"${twoMessages}"}`,
			},
			{ recipientCount: 2, messages: 3 },
		],
		['a list', { sendTo: 'lists', listCodes: '1001' }, { lists: '1001', messagesPerRecipient: 1 }],
	])('says whom it went to: %s', async (_name, to, says) => {
		const parameters = { operation: 'send', sender: 'MyShop', message: 'Hi', ...to };
		const [json] = await jsonOf(new ExtApiSms(), parameters, [{}]);
		expect(json).toMatchObject(says);
		const count = json.recipient === undefined ? json.recipientCount : 1;
		expect(count ?? 'unknown').toBe('lists' in says ? 'unknown' : ledger().length);
	});
});
