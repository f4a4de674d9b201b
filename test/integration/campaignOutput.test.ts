// If this fails, the output names the wrong people or counts, or two rows claim one message.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { form } from '../operations/items';
import { processedItemsForTests } from './harness/processedItems';
import { operationRuns } from './harness/operationRuns';
import { serviceForTests } from './harness/serviceForTests';
import { smsCampaigns } from './harness/smsCampaign';
import { grouped } from '../operations/grouped';

/** What the output of a campaign says of who got what; rows that say the same to the same phone are one message. */
const service = serviceForTests({ campaignStepMs: 3_600_000, duplicates: 'keep' });
processedItemsForTests();
const [first, other] = ['0526000001', '0526000002'];
/** More characters than one message of English text holds. */
const long = 'a'.repeat(150);
const rows: IDataObject[] = [first, '+972-52-6000001', other, '972526000002', first].map(
	(phone) => ({ phone, text: long }),
);
const sms = smsCampaigns(service, '{text}');
const CHAT = 'ExtApi Chat: Message: Send Template Campaign';
const output = { output: 'recipient' };
const said = (items: Array<{ json: IDataObject }>, ...fields: string[]) =>
	items.map(({ json }) => fields.map((field) => json[field]));
const shares = [
	[first, undefined],
	[first, 0],
	[other, undefined],
	[other, 2],
	[first, 0],
];
const messages = [2, 0, 2, 0, 0];

describe('a row that repeats an earlier one', () => {
	it.each([
		['sent', {}],
		['previewed', { mode: 'preview' }],
	])('claims no message of its own: %s', async (_name, own: INodeParameters) => {
		const { items } = await sms(rows, { options: output, ...own });
		expect(said(items, 'recipient', 'duplicateOf')).toEqual(shares);
		expect(said(items, 'messages').flat()).toEqual(messages);
		expect(said(items, 'text').flat()).toEqual(rows.map(({ text }) => text));
		if (own.mode === 'preview') return;
		expect(service.bodies()).toMatchObject([{ list: `${first},${other}` }]);
	});

	it('is sent where the option says so', async () => {
		const { items } = await sms(rows, {
			options: { ...output },
			beforeSending: { duplicates: 'each' },
		});
		expect(said(items, 'recipient', 'messages')).toEqual([
			...[first, '972526000001', other, '972526000002', first].map((phone) => [phone, 2]),
		]);
		expect(items.some(({ json }) => 'duplicateOf' in json)).toBe(false);
		expect(service.control.ledger().total).toBe(5);
	});

	it('says so in a try that follows', async () => {
		service.control.addFaults([{ kind: 'errorWithoutAction', nth: 2 }]);
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const items = [...rows, { phone: 527000003, text: 'Hi' }, { phone: other, text: 'Hi' }];
		const parameters = { options: output, beforeSending: { repairNumbers: true } };
		const sender = '={{ $json.text === "Hi" ? "ExtDemo" : "MyShop" }}';
		const run = await sms(items, { ...parameters, sender }, { settings });
		expect(run.error).toBeUndefined();
		expect(service.bodies()).toHaveLength(3);
		expect(said(run.items, 'recipient', 'duplicateOf')).toEqual([
			...shares,
			['0527000003', undefined],
			[other, undefined],
		]);
	});

	it('is reported for a template, which has no count of messages', async () => {
		const parameters = form({ 'body.1': 'you', 'body.2': 'X' });
		const { items } = await operationRuns(service, CHAT)(rows, { parameters, options: output });
		expect(said(items, 'recipient', 'duplicateOf', 'messages')).toEqual(
			shares.map((each) => [...each, undefined]),
		);
		expect(service.control.ledger().total).toBe(2);
	});
});

it('a test claims the messages to all its numbers, for each row', async () => {
	const test = { mode: 'test', testRows: 2, testNumbers: '0570990001, 0570990002, 0570990003' };
	const { items } = await sms(rows, { options: output, ...test });
	expect(said(items, 'messages', 'duplicateOf')).toEqual([
		[6, undefined],
		[6, undefined],
	]);
	expect(service.control.ledger().total).toBe(6);
});

describe('with a Campaign Key', () => {
	const campaign = async (options: INodeParameters = {}, mode = 'send') =>
		await sms(rows.slice(0, 4), {
			mode,
			...grouped({ options: { ...output, campaignKey: 'spring', ...options } }),
		});

	it('says of those who had it before which rows are one', async () => {
		expect(said((await campaign()).items, 'recipient', 'duplicateOf', 'messages')).toEqual(
			shares.slice(0, 4).map((share, row) => [...share, messages[row]]),
		);
		for (const mode of ['send', 'preview']) {
			const { items } = await campaign({}, mode);
			expect(said(items, 'recipient', 'duplicateOf', 'outcome', 'messages')).toEqual(
				shares.slice(0, 4).map((share) => [...share, 'alreadySent', undefined]),
			);
		}
		const { items } = await campaign({ duplicates: 'each' });
		expect(items.some(({ json }) => 'duplicateOf' in json)).toBe(false);
		expect(service.control.ledger().total).toBe(2);
	});

	it('counts the recipients whose outcome is unknown, not their rows', async () => {
		service.control.addFaults([{ kind: 'resetAfter', nth: 1 }]);
		await campaign();
		const { items, run } = await campaign();
		expect(said(items, 'recipient', 'duplicateOf', 'outcome')).toEqual(
			shares.slice(0, 4).map((share) => [...share, 'unknown']),
		);
		expect(JSON.stringify(run.data.resultData.runData)).toContain('2 recipients were left out');
	});
});

/** Four good rows, of which one repeats another, and a bad one. */
const mixed = [
	{ phone: '0570002233', text: 'Hi Dana' },
	{ phone: '057-000-2233', text: 'Hi Dana' },
	{ phone: '0570002234', text: long },
	{ phone: '0570002235', text: 'Hi Noa' },
	{ phone: '12', text: 'Hi nobody' },
];
const jsonOf = async (run: ReturnType<typeof sms>) => (await run).items.map(({ json }) => json);
const ledger = () => service.control.ledger().entries;

describe('One Item Per: Campaign', () => {
	it('counts recipients, duplicates, messages and refused rows', async () => {
		const settings = { onError: 'continueRegularOutput' as const };
		const output = await jsonOf(sms(mixed, {}, { settings }));
		const [campaign] = output;
		expect(campaign).toMatchObject({ items: 4, duplicates: 1, refused: 1, messages: 4 });
		expect(campaign.recipientCount).toBe(ledger().length);
		expect(output.filter(({ error }) => error !== undefined)).toHaveLength(1);
		expect(campaign).not.toHaveProperty('text');
	});

	it('shows the text where it is the same for all of its recipients', async () => {
		const different = { beforeSending: { duplicates: 'each' } };
		const twice = [mixed[0], mixed[2], mixed[0]];
		expect((await jsonOf(sms(twice, different))).map(({ text }) => text)).toEqual([
			undefined,
			'Hi Dana',
		]);
		const same = { message: 'Sale until {day}' };
		const day = mixed.slice(0, 3).map(({ phone }) => ({ phone, day: 'Sunday' }));
		service.control.reset();
		const [{ text }] = await jsonOf(sms(day, same));
		expect([...new Set(ledger().map((entry) => entry.text))]).toEqual([text]);
	});
});

describe('One Item Per: Recipient', () => {
	it('shows each recipient of a template what it reads, and keeps a column of that name', async () => {
		const parameters = {
			parameters: form({ 'body.1': '{name}', 'body.2': 'X' }),
			options: { output: 'recipient' },
		} as INodeParameters;
		const items = [{ phone: '0570002233', name: 'Dana', body: 'own' }];
		const [json] = await jsonOf(operationRuns(service, CHAT)(items, parameters));
		expect(json).toMatchObject({
			body: 'Hello Dana, your coupon is X.',
			inputColumns: { body: 'own' },
		});
		expect(json).not.toHaveProperty('messages');
	});
});
