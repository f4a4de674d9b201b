import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { FaultRule } from '../../emulator';
import { ExtApiChat } from '../../nodes/ExtApiChat/ExtApiChat.node';
import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { ExtApiVoice } from '../../nodes/ExtApiVoice/ExtApiVoice.node';
import { processedItemsForTests } from './harness/processedItems';
import { runNode, type NodeRunOptions } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** Campaign Key of the operations with a request for each item. */
const service = serviceForTests({ campaignStepMs: 60_000, duplicates: 'keep' });
const storage = processedItemsForTests();

const CONTINUE: Partial<INode> = { onError: 'continueRegularOutput' };
const numbers = ['0501112233', '0501112234', '0501112235'];
const rows: IDataObject[] = numbers.map((phone) => ({ phone }));
const sms: INodeParameters = {
	...{ resource: 'message', operation: 'send', sender: 'MyShop', message: 'Hello' },
	...{ phoneNumbers: '={{ $json.phone }}', options: { campaignKey: 'spring' } },
};

const run = async (options: Partial<NodeRunOptions> = {}) =>
	await runNode({
		...{ node: new ExtApiSms(), credential: service.credential(), items: rows, parameters: sms },
		...options,
	});
const jsons = ({ items }: { items: Array<{ json: IDataObject }> }) => items.map(({ json }) => json);
const sent = () =>
	service.control
		.ledger()
		.entries.flatMap(({ phone, count }) => Array<string>(count).fill(phone))
		.sort();
const fails = (kind: FaultRule['kind'], nth: number) =>
	service.control.addFaults([{ kind, nth, endpoint: 'scheduleSms' } as FaultRule]);

describe('items that are sent again', () => {
	it('leave out who got it, and say so in the form of the other outputs', async () => {
		const first = await run({ items: rows.slice(0, 1) });
		expect(jsons(first)).toMatchObject([{ taskId: expect.any(String), alreadySent: false }]);
		const again = await run();
		expect(jsons(again)).toMatchObject([
			{ taskId: null, alreadySent: true },
			{ taskId: expect.any(String), alreadySent: false },
			{ taskId: expect.any(String), alreadySent: false },
		]);
		expect(again.items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
		expect(sent()).toEqual(numbers);
	});

	it('send to those of several numbers who have not got it', async () => {
		const parameters = (phoneNumbers: string) => ({ ...sms, phoneNumbers });
		const items = [{}];
		await run({ items, parameters: parameters('0501112233, 0501112234') });
		const all = '+972501112233,0501112234,0501112235';
		expect(jsons(await run({ items, parameters: parameters(all) }))).toEqual([
			{
				...{ taskId: expect.any(String), alreadySent: false },
				...{ recipients: 1, recipient: '0501112235', messages: 1 },
				alreadySentTo: ['972501112233', '0501112234'],
			},
		]);
		expect(service.bodies().map(({ list }) => list)).toEqual([
			'0501112233,0501112234',
			'0501112235',
		]);
		expect(jsons(await run({ items, parameters: parameters(all) }))).toMatchObject([
			{ taskId: null, alreadySent: true },
		]);
	});

	it('take their own messages by number, and leave out an email nobody may get', async () => {
		const parameters = (messagesByNumber: string) => ({
			...{ ...sms, sendTo: 'ownMessages', messagesByNumber },
			options: { campaignKey: 'spring', notificationEmail: 'a@example.com' },
		});
		const two = '{"0501112233":"a","0501112234":"b"}';
		await run({ items: [{}], parameters: parameters(two) });
		const more = two.replace('}', ',"0501112235":"c"}');
		expect((await run({ items: [{}], parameters: parameters(more) })).error).toBeUndefined();
		expect(service.bodies()[1]).toEqual({ from: 'MyShop', listjson: { '0501112235': 'c' } });
	});

	it('know distribution lists by their codes, once in a run', async () => {
		const parameters = (listCodes: string) => ({ ...sms, sendTo: 'lists', listCodes });
		await run({ items: rows.slice(0, 2), parameters: parameters('1001') });
		await run({ items: rows.slice(0, 2), parameters: parameters('1001,1002') });
		expect(service.bodies().map(({ pid }) => pid)).toEqual(['1001', '1002']);
	});

	it('have the key of each item', async () => {
		const options = { campaignKey: '={{ $json.order }}' };
		const orders = (...of: string[]) => of.map((order) => ({ phone: numbers[0], order }));
		const parameters = { ...sms, options };
		await run({ parameters, items: orders('A', 'B') });
		const again = await run({ parameters, items: orders('B', 'C') });
		expect(jsons(again)).toMatchObject([
			{ taskId: null, alreadySent: true },
			{ taskId: expect.any(String), alreadySent: false },
		]);
		expect(sent()).toHaveLength(3);
	});

	it.each([
		['an empty key', ''],
		['a blank key', ' '],
		['no key at all', null],
	])('are refused with %s: without one nobody would be left out', async (_name, order) => {
		const parameters = { ...sms, options: { campaignKey: '={{ $json.order }}' } };
		const { error } = await run({ parameters, items: [{ phone: numbers[0], order }] });
		expect(error?.message).toBe('Campaign Key is empty');
		expect(sent()).toEqual([]);
	});

	it('are told apart when they go to one person in the same run', async () => {
		const items = [rows[0], rows[0], rows[1]];
		await run({ items });
		expect(sent()).toHaveLength(3);
		expect(jsons(await run({ items })).map(({ alreadySent }) => alreadySent)).toEqual([
			...[true, true, true],
		]);
	});

	it('are refused when the expression of their key fails', async () => {
		const options = { campaignKey: "={{ $('No such node').first() }}" };
		const { error } = await run({ parameters: { ...sms, options } });
		expect(error?.message).toMatch(/An expression fails for this item/);
		expect(service.bodies()).toEqual([]);
	});
});

describe('broken in the middle', () => {
	it.each([
		['errorWithoutAction', 'Stop', {}, undefined],
		['errorWithoutAction', 'Continue', CONTINUE, undefined],
		['resetAfter', 'Stop', {}, true],
		['resetAfter', 'Continue', CONTINUE, true],
	] as const)(
		'by %s, On Error: %s: run again, everybody exactly once',
		async (kind, _n, settings, unknown) => {
			fails(kind, 2);
			const parameters = { ...sms, options: { campaignKey: 'spring', requestsAtOnce: 1 } };
			await run({ parameters, settings });
			const again = await run({ parameters });
			expect(again.error).toBeUndefined();
			expect(sent()).toEqual(numbers);
			expect(jsons(again)[0]).toEqual({ taskId: null, alreadySent: true });
			expect(jsons(again)[1].outcomeUnknown).toBe(unknown);
		},
	);

	it('by an unknown outcome, with Send Again: sent again once', async () => {
		fails('resetBefore', 2);
		const options = { campaignKey: 'spring', requestsAtOnce: 1, unknownOutcome: 'sendAgain' };
		const parameters = { ...sms, options };
		await run({ parameters });
		await run({ parameters });
		await run({ parameters });
		expect(sent()).toEqual(numbers);
	});

	it('"Retry On Fail" counts nothing of its own as sent before', async () => {
		fails('errorWithoutAction', 2);
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const items = [...rows, rows[1]];
		const result = await run({ items, settings });
		expect(result.error).toBeUndefined();
		expect(jsons(result).map(({ alreadySent }) => alreadySent)).toEqual([
			...[false, false, false, false],
		]);
		expect(sent()).toEqual([numbers[0], numbers[1], numbers[1], numbers[2]]);
	});

	it('an error names those who are left out', async () => {
		await run({ items: rows.slice(0, 1) });
		fails('errorWithoutAction', 1);
		const { error } = await run({ items: rows.slice(0, 2) });
		expect(error?.description).toContain(
			'Item 0 (0501112233): left out, since an earlier execution sent it',
		);
	});
});

it('writes the record for many requests at once', async () => {
	storage.latencyMs = 25;
	const items = Array.from({ length: 200 }, (_, index) => ({ phone: `05${20_000_001 + index}` }));
	const result = await run({ items });
	expect(result.error).toBeUndefined();
	expect(sent()).toHaveLength(200);
	expect(storage.size).toBe(1 + 2 * 200);
	// One write for each note would be 400; how many share one depends on the machine.
	expect(storage.writes.length).toBeLessThan(350);
});

it('asks for nothing where there is no key', async () => {
	await run({ parameters: { ...sms, options: {} } });
	expect(storage.writes).toEqual([]);
});

describe('other operations', () => {
	it.each([
		[
			'voice',
			() => new ExtApiVoice(),
			{ ...sms, caller: '0771234567', description: 'Reminder', content: 'text', text: 'Hi' },
		],
		[
			'a chat template',
			() => new ExtApiChat(),
			{
				...{ ...sms, operation: 'sendTemplate', parametersFrom: 'json' },
				...{ template: { __rl: true, mode: 'code', value: '2002' } },
				parametersJson: '{ "body": { "1": "a", "2": "b" } }',
			},
		],
		[
			'a chat reply',
			() => new ExtApiChat(),
			{ ...sms, operation: 'sendReply', to: '={{ $json.phone }}', text: 'Hi' },
		],
	] as Array<[string, () => NodeRunOptions['node'], INodeParameters]>)(
		'%s',
		async (_name, node, parameters) => {
			for (const phone of numbers) service.control.inbound(phone);
			await run({ node: node(), parameters, items: rows.slice(0, 2) });
			const again = await run({ node: node(), parameters });
			expect(again.error).toBeUndefined();
			expect(jsons(again).map(({ alreadySent }) => alreadySent)).toEqual([true, true, false]);
			expect(service.control.ledger().duplicates).toEqual([]);
		},
	);
});
