// If this fails, people get a text or a call that no one meant, or a value that someone set is dropped.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { form, template } from '../operations/items';
import { askingN8n } from './harness/asking';
import { open } from './harness/answerPage';
import { operationRuns } from './harness/operationRuns';
import { processedItemsForTests } from './harness/processedItems';
import { hintsOf, sentencesOf, type NodeRunResult } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { textsIn } from './harness/smsCampaign';

const service = serviceForTests();
const storage = processedItemsForTests();
const asking = askingN8n();

const SEND = 'ExtApi SMS: Message: Send';
const CAMPAIGN = 'ExtApi SMS: Message: Send Campaign';
const [P, Q] = ['0570002233', '0570002234'];
const rows: IDataObject[] = [
	{ phone: P, first_name: 'Dana' },
	{ phone: Q, first_name: 'Noam' },
];
const run = async (
	operation: string,
	parameters: INodeParameters,
	items: IDataObject[] = rows.slice(0, 1),
) => await operationRuns(service, operation)(items, parameters);

/** Expects that nothing left, for a reason that says this. */
function expectRefused({ error }: NodeRunResult, says: RegExp): void {
	const { full, all } = sentencesOf(error);
	expect(`${full}\n${all}`).toMatch(says);
	expect(service.bodies()).toEqual([]);
}

const pair = (name: string, value: string) => ({ name, value });
const nothing = '={{ $json.nothing }}';

it.each<[what: string, pairs: INodeParameters[], says: RegExp]>([
	['without a name', [pair(nothing, 'x')], /Fields has a field whose 'Name' is empty/],
	['without a value', [pair('city', nothing)], /Fields has "city", whose 'Value' gives nothing/],
	['twice the same', [pair('city', 'x'), pair('city', 'y')], /Fields has "city" twice/],
	['with a blank beside its name', [pair(' city', 'x')], /Fields has the name " city"/],
])('a field of an automation %s is refused by name', async (_what, field, says) => {
	expectRefused(await run('ExtApi Automation: Automation: Run', { fields: { field } }), says);
});

it('a test of a voice campaign has no timing', async () => {
	await run('ExtApi Voice: Message: Send Campaign', {
		...{ mode: 'test', testNumbers: Q },
		options: { retryRounds: 3 },
		timing: { stopTime: '21:30', retryInterval: 5 },
	});
	const [body] = service.bodies();
	for (const wire of ['stop', 'retry', 'retryint']) expect(body).not.toHaveProperty(wire);
});

it('Missing Values: Use a Default without one is refused by name', async () => {
	const parameters = { message: 'Hello {first_name}, hi', options: { missingValues: 'default' } };
	const items = [{ phone: P, first_name: '' }];
	expectRefused(await run(CAMPAIGN, parameters, items), /Default for Missing Values/);
});

it('an Interval that differs between items is refused', async () => {
	const items = [1, 2].map((seconds) => ({ taskId: '700000000000000001', seconds }));
	const options = { interval: '={{ $json.seconds }}', timeLimit: 0 };
	const waited = await run(
		'ExtApi Campaign: Campaign: Wait',
		{ taskId: '={{ $json.taskId }}', options },
		items,
	);
	expectRefused(waited, /Interval/);
});

it('Contact: Check outputs the digits that it asked for', async () => {
	const { items } = await run('ExtApi Contacts: Contact: Check', {
		...{ listCode: '1001', phone: '057-000 2233' },
	});
	expect(items[0].json.phone).toBe(P);
});

describe('a phone number', () => {
	const to = async (phoneNumbers: string) => await run(SEND, { phoneNumbers, message: 'Hello' });

	it.each([
		['1-700-70-20-20', /1-700 or 1-800/],
		['1700702020', /1-700 or 1-800/],
		['1-800-123-456', /1-700 or 1-800/],
		['5551234567', /country code/],
		['4155550123', /country code/],
	])('that is none of a person abroad is refused in words: %s', async (phone, says) => {
		expectRefused(await to(phone), says);
	});

	// Saint Helena and Tokelau, whose national numbers have four digits (ITU-T E.164, national numbering plans).
	it.each([
		['+690 7290', '6907290'],
		['+290 8999', '2908999'],
	])('of a small country is valid: %s', async (phone, digits) => {
		expect((await to(phone)).error).toBeUndefined();
		expect(service.bodies()).toMatchObject([{ list: digits }]);
	});

	it.each([
		['+1 415 555 0123', '14155550123'],
		['+45 20 12 34 56', '4520123456'],
		['+55 11 98765-4321', '5511987654321'],
	])('of a large one stays valid: %s', async (phone, digits) => {
		expect((await to(phone)).error).toBeUndefined();
		expect(service.bodies()).toMatchObject([{ list: digits }]);
	});

	it.each(['6907290', '2908999'])('without a plus is not one of them: %s', async (phone) => {
		expectRefused(await to(phone), /phone number|country code/);
	});
});

describe('a text with a place that nothing fills', () => {
	const blocked = { checks: { refuse: { checks: ['leftovers'] } } };
	const operations: Array<[operation: string, parameters: (text: string) => INodeParameters]> = [
		[SEND, (message) => ({ phoneNumbers: P, message })],
		[
			'ExtApi Voice: Message: Send',
			(text) => ({ phoneNumbers: P, caller: '0771234567', content: 'text', text }),
		],
		[
			'ExtApi Chat: Message: Send Template',
			(text) => ({
				...{ phoneNumbers: P, template: template('2002') },
				parameters: form({ 'body.1': text, 'body.2': 'X' }),
			}),
		],
		['ExtApi Chat: Message: Send Reply', (text) => ({ to: P, text })],
	];
	const places = ['*|FNAME|*', '%FIRSTNAME%', '$json.name'];
	const cells = operations.flatMap(([operation, parameters]) =>
		places.map((place) => [operation, place, parameters(`Hello ${place}`)] as const),
	);
	beforeEach(() => service.control.inbound(P));
	const messages = () =>
		service.bodies().filter(({ list, to }) => list !== undefined || to !== undefined);

	it.each(cells)(
		'is warned of, and refused where that is chosen: %s, %s',
		async (operation, place, parameters) => {
			const sent = await run(operation, parameters);
			expect(sent.error).toBeUndefined();
			expect(hintsOf(sent).join()).toContain(place);
			service.control.clearRequests();
			const refused = await run(operation, { ...parameters, beforeSending: blocked });
			expect(sentencesOf(refused.error).full).toContain(place);
			expect(messages()).toEqual([]);
		},
	);

	it.each(operations)(
		'is refused where it is an expression typed as text: %s',
		async (operation, parameters) => {
			const { error } = await run(operation, parameters('Hello {{name}}'));
			expect(sentencesOf(error).full).toContain('{{name}}');
			expect(messages()).toEqual([]);
		},
	);

	const fromData = { message: '={{ $json.text }}' };
	const own = { sendTo: 'ownMessages', messagesByNumber: '={{ { [$json.phone]: $json.text } }}' };

	it.each<[string, INodeParameters, text?: string]>([
		[SEND, { ...fromData, phoneNumbers: P }],
		[SEND, { ...fromData, phoneNumbers: P }, 'Hello {first_name|there}'],
		[SEND, own],
		[CAMPAIGN, fromData],
		[CAMPAIGN, fromData, 'Hello {{ first_name || there }}'],
	])(
		'is refused where data names a column of its item: %s %j',
		async (operation, parameters, text = 'Hello {first_name}') => {
			const data = [{ phone: P, first_name: 'Dana', text }];
			expectRefused(await run(operation, parameters, data), /first_name[^]*\$json\.first_name/);
		},
	);

	it('stays as it is where data names no column', async () => {
		await run(CAMPAIGN, fromData, [{ phone: P, text: 'Hello {friend}' }]);
		expect(textsIn(service)).toEqual([[P, 'Hello {friend}']]);
	});

	it('is warned of where no item has the column, with the similar one', async () => {
		const { items } = await run(
			CAMPAIGN,
			{ mode: 'preview', message: 'Hi {frist_name|there}' },
			rows,
		);
		for (const { json } of items) {
			expect(String(json.warnings)).toMatch(/frist_name[^]*first_name/);
		}
	});
});

describe('a template parameter that the platform refuses', () => {
	const values = ['a\nb', 'a\tb', 'a     b'];
	const of = (value: string) => ({
		...{ template: template('2002'), parameters: form({ 'body.1': value, 'body.2': 'X' }) },
	});

	it.each(values)('is warned of in a campaign: %j', async (value) => {
		const chat = 'ExtApi Chat: Message: Send Template Campaign';
		const { items } = await run(chat, { mode: 'preview', ...of(value) });
		expect(String(items[0].json.warnings)).toMatch(/value is broken/);
	});

	it.each(values)('is warned of in a message: %j', async (value) => {
		const sent = await run('ExtApi Chat: Message: Send Template', {
			phoneNumbers: P,
			...of(value),
		});
		expect(hintsOf(sent).join()).toMatch(/value is broken/);
	});
});

describe('a one-time code that came as a number', () => {
	it.each([
		[{}, '={{ 1234 }}', '01234'],
		[{ codeLength: 6 }, '={{ 1234 }}', '001234'],
	])('has its zeros again: %j %s', async (options, code, sent) => {
		await run('ExtApi OTP: Code: Verify', { phone: P, code, options });
		expect(service.bodies()).toMatchObject([{ code: sent }]);
	});

	it.each([
		[{ codeLength: 4 }, '={{ 1234 }}'],
		[{}, '1234'],
	])('is as it is otherwise: %j %s', async (options, code) => {
		await run('ExtApi OTP: Code: Verify', { phone: P, code, options });
		expect(service.bodies()).toMatchObject([{ code: '1234' }]);
	});
});

describe('a link to an answer', () => {
	it('works with the marks behind it that a phone took for a part of it', async () => {
		await asking.ask();
		// Where n8n checks a signature, it refuses such a link before any node reads it.
		const link = asking.link().replace(/&signature=.*/, '');
		expect((await open(`${link}).`)).status).toBe(200);
	});
});

it('a page of recipients beyond what a Campaign Key holds is refused at once', async () => {
	const beforeSending = { campaignKey: 'k', duplicates: 'once' };
	await run(CAMPAIGN, { message: 'Hello', beforeSending });
	const [place] = storage.rows.keys();
	const { mode, data } = JSON.parse(storage.rows.get(place)!) as { mode: string; data: string[] };
	const filler = Array.from({ length: 181_000 }, (_, index) => `${index}`);
	storage.rows.set(place, JSON.stringify({ mode, data: [...data, ...filler] }));
	const page = Array.from({ length: 10_000 }, (_, index) => ({ phone: `05${70_010_000 + index}` }));
	storage.writes.length = 0;
	service.control.clearRequests();
	expectRefused(await run(CAMPAIGN, { message: 'Hello', beforeSending }, page), /no room/);
	expect(storage.writes.flatMap(({ entries }) => entries).length).toBeLessThan(500);
});
