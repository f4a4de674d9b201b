// If this fails, the output names the wrong people or counts.
import type { INodeParameters } from 'n8n-workflow';

import { form } from '../operations/items';
import { operationRuns } from './harness/operationRuns';
import { serviceForTests } from './harness/serviceForTests';
import { smsCampaigns } from './harness/smsCampaign';

/** What the output of a send says of who got what is what the service holds. */
const service = serviceForTests();
const sms = smsCampaigns(service, '{text}');
const chat = operationRuns(service, 'ExtApi Chat: Message: Send Template Campaign');
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
const jsonOf = async (run: ReturnType<typeof sms>) => (await run).items.map(({ json }) => json);
const ledger = () => service.control.ledger().entries;

describe('One Item Per: Campaign', () => {
	it('counts recipients, duplicates, messages and refused rows', async () => {
		const settings = { onError: 'continueRegularOutput' as const };
		const output = await jsonOf(sms(rows, {}, { settings }));
		const [campaign] = output;
		expect(campaign).toMatchObject({ items: 4, duplicates: 1, refused: 1, messages: 4 });
		expect(campaign.recipientCount).toBe(ledger().length);
		expect(output.filter(({ error }) => error !== undefined)).toHaveLength(1);
		expect(campaign).not.toHaveProperty('text');
	});

	it('shows the text where it is the same for all of its recipients', async () => {
		const different = { beforeSending: { duplicates: 'each' } };
		const twice = [rows[0], rows[2], rows[0]];
		expect((await jsonOf(sms(twice, different))).map(({ text }) => text)).toEqual([
			undefined,
			'Hi Dana',
		]);
		const same = { message: 'Sale until {day}' };
		const day = rows.slice(0, 3).map(({ phone }) => ({ phone, day: 'Sunday' }));
		service.control.reset();
		const [{ text }] = await jsonOf(sms(day, same));
		expect([...new Set(ledger().map((entry) => entry.text))]).toEqual([text]);
	});
});

describe('One Item Per: Recipient', () => {
	const perRecipient = (more: INodeParameters = {}) => ({
		options: { output: 'recipient', ...more },
	});

	it('says how many messages each recipient got', async () => {
		const output = await jsonOf(sms(rows.slice(1, 4), perRecipient()));
		expect(output.map(({ messages }) => messages)).toEqual([1, 2, 1]);
		expect(output.every((json) => !('inputColumns' in json))).toBe(true);
	});

	it('shows the text that went to each, where asked for', async () => {
		const items = rows.slice(1, 4).map(({ phone, text }) => ({ phone, words: text }));
		const parameters = { ...perRecipient({ includeText: true }), message: '{words}!' };
		const output = await jsonOf(sms(items, parameters));
		expect(output.map(({ recipient, text }) => `${String(recipient)} ${String(text)}`)).toEqual(
			ledger().map(({ phone, text }) => `${phone.replace(/^972/, '0')} ${text}`),
		);
	});

	it('shows each recipient of a template what it reads, and keeps a column of that name', async () => {
		const parameters = {
			parameters: form({ 'body.1': '{name}', 'body.2': 'X' }),
			options: { output: 'recipient', includeText: true },
		} as INodeParameters;
		const items = [{ phone: '0570002233', name: 'Dana', body: 'own' }];
		const [json] = await jsonOf(chat(items, parameters));
		expect(json).toMatchObject({
			body: 'Hello Dana, your coupon is X.',
			inputColumns: { body: 'own' },
		});
		expect(json).not.toHaveProperty('messages');
	});
});
