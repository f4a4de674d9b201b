// If this fails, single sends under a Campaign Key reach someone twice.
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { FaultRule } from '../../emulator';
import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { processedItemsForTests } from './harness/processedItems';
import { runNode, type NodeRunOptions } from './harness/runNode';
import { operationRuns } from './harness/operationRuns';
import { serviceForTests } from './harness/serviceForTests';
import { grouped } from '../operations/grouped';

/** Campaign Key of the operations with a request for each item. */
const service = serviceForTests({ campaignStepMs: 60_000, duplicates: 'keep' });
const storage = processedItemsForTests();

const CONTINUE: Partial<INode> = { onError: 'continueRegularOutput' };
const numbers = ['0570002233', '0570002234', '0570002235'];
const rows: IDataObject[] = numbers.map((phone) => ({ phone }));
const sms: INodeParameters = {
	...{ resource: 'message', operation: 'send', sender: 'MyShop', message: 'Hello' },
	...{ phoneNumbers: '={{ $json.phone }}', beforeSending: { campaignKey: 'spring' } },
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
		expect(jsons(again)).toEqual([
			{ taskId: null, alreadySent: true, recipient: numbers[0] },
			...[1, 2].map((item) =>
				expect.objectContaining({
					...{ taskId: expect.any(String), alreadySent: false },
					...{ recipient: numbers[item] },
				}),
			),
		]);
		expect(again.items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
		expect(sent()).toEqual(numbers);
	});

	it('leave no trace under the key when a bad item keeps all from being sent', async () => {
		const { error } = await run({ items: [...rows, { phone: 'nobody' }] });
		expect(error?.message).toContain('nothing was sent');
		expect(storage.writes).toEqual([]);
	});

	it('end, also where one waits for another of the same recipient that was not tried', async () => {
		fails('plainError', 1);
		const [first, other] = rows;
		const parameters = {
			...sms,
			beforeSending: { campaignKey: 'spring' },
			advanced: { requestsAtOnce: 1 },
		};
		const { error } = await run({ items: [first, other, other], parameters });
		expect(error?.message).toContain('nothing was sent');
		expect(sent()).toEqual([]);
	});

	it('send to those of several numbers who have not got it', async () => {
		const parameters = (phoneNumbers: string) => ({ ...sms, phoneNumbers });
		const items = [{}];
		await run({ items, parameters: parameters('0570002233, 0570002234') });
		const all = '+972570002233,0570002234,0570002235';
		expect(jsons(await run({ items, parameters: parameters(all) }))).toEqual([
			{
				...{ taskId: expect.any(String), alreadySent: false },
				...{ recipient: '0570002235', messages: 1 },
				alreadySentTo: ['972570002233', '0570002234'],
			},
		]);
		expect(service.bodies().map(({ list }) => list)).toEqual([
			'0570002233,0570002234',
			'0570002235',
		]);
		expect(jsons(await run({ items, parameters: parameters(all) }))).toMatchObject([
			{ alreadySent: true, recipientCount: 3 },
		]);
	});

	it('take their own messages by number, and leave out an email no one may get', async () => {
		const parameters = (messagesByNumber: string) => ({
			...{ ...sms, sendTo: 'ownMessages', messagesByNumber },
			beforeSending: { campaignKey: 'spring' },
			notifications: { notificationEmail: 'a@example.com' },
		});
		const two = '{"0570002233":"a","0570002234":"b"}';
		await run({ items: [{}], parameters: parameters(two) });
		const more = two.replace('}', ',"0570002235":"c"}');
		expect((await run({ items: [{}], parameters: parameters(more) })).error).toBeUndefined();
		expect(service.bodies()[1]).toEqual({ from: 'MyShop', listjson: { '0570002235': 'c' } });
	});

	it('know distribution lists by their codes, once in a run', async () => {
		const parameters = (listCodes: string) => ({ ...sms, sendTo: 'lists', listCodes });
		await run({ items: rows.slice(0, 2), parameters: parameters('1001') });
		await run({ items: rows.slice(0, 2), parameters: parameters('1001,1002') });
		expect(service.bodies().map(({ pid }) => pid)).toEqual(['1001', '1002']);
	});

	it('have the key of each item', async () => {
		const beforeSending = { campaignKey: '={{ $json.order }}' };
		const orders = (...of: string[]) => of.map((order) => ({ phone: numbers[0], order }));
		const parameters = { ...sms, beforeSending };
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
	])('are refused with %s: without one no one would be left out', async (_name, order) => {
		const parameters = { ...sms, beforeSending: { campaignKey: '={{ $json.order }}' } };
		const { error } = await run({ parameters, items: [{ phone: numbers[0], order }] });
		expect(error?.message).toBe('Campaign Key is empty or missing');
		expect(sent()).toEqual([]);
	});

	it.each([
		['object', { id: 1 }],
		['list', ['a']],
		['switch', true],
	])(
		'are refused with a key that is an %s: others would be the same text',
		async (_name, order) => {
			const parameters = { ...sms, beforeSending: { campaignKey: '={{ $json.order }}' } };
			const { error } = await run({ parameters, items: [{ phone: numbers[0], order }] });
			expect(error?.message).toBe('Campaign Key must be text or a number');
			expect(sent()).toEqual([]);
		},
	);

	it('are asked to run again when some failed: the key leaves the others out', async () => {
		fails('errorWithoutAction', 2);
		const { error } = await run({ items: rows.slice(0, 2) });
		expect(error?.description).toContain('Run the workflow again');
		expect(error?.description).not.toContain('again. Retry this one');
		await run({ items: rows.slice(0, 2) });
		expect(new Set(sent()).size).toBe(sent().length);
	});

	it('are refused when the expression of their key fails', async () => {
		const beforeSending = { campaignKey: "={{ $('No such node').first() }}" };
		const { error } = await run({ parameters: { ...sms, beforeSending } });
		expect(error?.message).toMatch(/Campaign Key has an expression that fails/);
		expect(service.bodies()).toEqual([]);
	});
});

describe('two items of a run for one person', () => {
	const twice = [rows[0], { phone: '+972570002233' }, rows[1]];
	const oneByOne = {
		...sms,
		beforeSending: { campaignKey: 'spring' },
		advanced: { requestsAtOnce: 1 },
	};
	const withText = { ...sms, message: '={{ $json.text }}' };
	const texts = (...of: string[]) => of.map((text) => ({ phone: numbers[0], text }));

	it('are one message when they say the same', async () => {
		expect(jsons(await run({ items: twice }))).toEqual([
			expect.objectContaining({ taskId: expect.any(String), alreadySent: false }),
			{ taskId: null, alreadySent: true, recipient: '972570002233' },
			expect.objectContaining({ taskId: expect.any(String), alreadySent: false }),
		]);
		expect(sent()).toEqual(numbers.slice(0, 2));
	});

	it('are one message whose second item goes when the first was refused', async () => {
		fails('errorWithoutAction', 1);
		const result = await run({ items: twice, settings: CONTINUE, parameters: oneByOne });
		expect(jsons(result)).toEqual([
			expect.objectContaining({ error: expect.any(String) }),
			expect.objectContaining({ taskId: expect.any(String), alreadySent: false }),
			expect.objectContaining({ taskId: expect.any(String), alreadySent: false }),
		]);
		expect(sent()).toEqual(numbers.slice(0, 2));
	});

	it.each([
		['resetAfter', 1],
		['resetBefore', 0],
	] as const)('share an unknown outcome: %s', async (kind, count) => {
		fails(kind, 1);
		const parameters = {
			...sms,
			beforeSending: { campaignKey: 'spring' },
			advanced: { unknownOutcome: 'sendAgain' },
		};
		const items = twice.slice(0, 2);
		const result = await run({ items, settings: CONTINUE, parameters });
		expect(jsons(result)[0].error).toMatch(/outcome is unknown/i);
		expect(jsons(result)[1]).toEqual({
			...{ alreadySent: true, outcomeUnknown: true },
			recipient: '972570002233',
		});
		expect(sent()).toHaveLength(count);
	});

	it('share an unknown outcome in the error of a run that stops', async () => {
		fails('resetBefore', 1);
		const { error } = await run({ items: twice.slice(0, 2), parameters: oneByOne });
		expect(error?.message).toMatch(/^The outcome is unknown for 2 items/);
	});

	it('are open in that error where only some of an item may have it', async () => {
		fails('resetAfter', 1);
		await run({ items: rows.slice(0, 1), settings: CONTINUE });
		fails('plainError', 2);
		const items = [{ phone: `${numbers[0]},${numbers[1]}` }, { phone: numbers[2] }];
		const { error } = await run({ items });
		const { unknown, accepted, counts } = error!.context as unknown as Record<
			string,
			IDataObject[]
		>;
		expect(counts).toMatchObject({ unknown: 1, accepted: 0, refused: 1 });
		expect(accepted).toEqual([]);
		expect(unknown).toMatchObject([
			{
				taskId: expect.any(String),
				reason: expect.stringMatching(
					new RegExp(`^campaign \\d+ for the others; .*may have sent it to ${numbers[0]}$`),
				),
			},
		]);
	});

	it('are refused before anything leaves when they say different things', async () => {
		const { error } = await run({ items: texts('a', 'a', 'b'), parameters: withText });
		expect(error?.message).toMatch(
			/^1 of 3 items cannot be sent, so nothing was sent. Item 2: Item 0 already has a different message for the same recipient; with one Campaign Key/,
		);
		expect(service.bodies()).toEqual([]);
		expect(storage.kept.join()).not.toMatch(/left|sent/);
	});

	it('are named where an item has several recipients', async () => {
		const several = { phone: numbers.slice(0, 2).join(), text: 'b' };
		const items = [...texts('a'), several];
		const { error } = await run({ items, parameters: withText });
		expect(String(error?.description)).toContain(`for the same recipient (${numbers[0]})`);
	});

	it('are refused in a later try too', async () => {
		fails('errorWithoutAction', 1);
		const items = [{ phone: numbers[1], text: 'x' }, ...texts('a', 'b')];
		const settings = { ...CONTINUE, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const groups = grouped({ options: { campaignKey: 'spring', requestsAtOnce: 1 } });
		const result = await run({ items, settings, parameters: { ...withText, ...groups } });
		expect(jsons(result)).toEqual([
			expect.objectContaining({ alreadySent: false }),
			expect.objectContaining({ alreadySent: false }),
			expect.objectContaining({
				error: expect.stringMatching(/Item 1 already has a different message/),
			}),
		]);
		expect(sent()).toEqual(numbers.slice(0, 2));
	});

	it('differ by keys of their own', async () => {
		const items = texts('a', 'b');
		const parameters = { ...withText, beforeSending: { campaignKey: '={{ $json.text }}' } };
		await run({ items, parameters });
		expect(sent()).toHaveLength(2);
	});

	it('with several numbers: only those who have it are left out', async () => {
		const items = [{ phone: numbers.slice(0, 2).join() }, { phone: `+972570002234,${numbers[2]}` }];
		const [, second] = jsons(await run({ items }));
		expect(second).toMatchObject({
			...{ taskId: expect.any(String), alreadySent: false, recipient: numbers[2] },
			alreadySentTo: ['972570002234'],
		});
		expect(sent()).toEqual(numbers);
	});

	it('of a list, which may get several messages, are one all the same', async () => {
		const parameters = {
			...{ ...withText, sendTo: 'lists', listCodes: '1001' },
			beforeSending: { campaignKey: 'spring' },
			advanced: { severalPerList: true },
		};
		const result = await run({ items: texts('a', 'a', 'b'), parameters, settings: CONTINUE });
		expect(jsons(result)[1]).toEqual({ taskId: null, alreadySent: true, lists: '1001' });
		expect(jsons(result)[2].error).toMatch(/Item 0 already has a different message/);
		expect(service.bodies()).toHaveLength(1);
	});

	it('of a list with different keys are not one request', async () => {
		const parameters = {
			...{ ...sms, sendTo: 'lists', listCodes: '1001' },
			beforeSending: { campaignKey: '={{ $json.key }}' },
		};
		const { error } = await run({ items: [{ key: 'a' }, { key: 'b' }], parameters });
		expect(error?.message).toMatch(/would receive 2 messages/);
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
		'by %s, On Error: %s: run again, everyone exactly once',
		async (kind, _n, settings, unknown) => {
			fails(kind, 2);
			const parameters = {
				...sms,
				beforeSending: { campaignKey: 'spring' },
				advanced: { requestsAtOnce: 1 },
			};
			await run({ parameters, settings });
			const again = await run({ parameters });
			expect(again.error).toBeUndefined();
			expect(sent()).toEqual(numbers);
			expect(jsons(again)[0]).toMatchObject({ alreadySent: true, recipient: numbers[0] });
			expect(jsons(again)[1].outcomeUnknown).toBe(unknown);
		},
	);

	it('by an unknown outcome, with Send Again: sent again once', async () => {
		fails('resetBefore', 2);
		const groups = grouped({
			options: { campaignKey: 'spring', requestsAtOnce: 1, unknownOutcome: 'sendAgain' },
		});
		const parameters = { ...sms, ...groups };
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
			...[false, false, false, true],
		]);
		expect(sent()).toEqual(numbers);
	});

	it('an error names those who are left out', async () => {
		await run({ items: rows.slice(0, 1) });
		fails('errorWithoutAction', 1);
		const { error } = await run({ items: rows.slice(0, 2) });
		expect(error?.description).toContain('Left out, since they were sent before: item 0.');
	});
});

it('writes the record for many requests at once', async () => {
	storage.latencyMs = 25;
	const items = Array.from({ length: 200 }, (_, index) => ({ phone: `05${20_000_001 + index}` }));
	const result = await run({ items });
	expect(result.error).toBeUndefined();
	expect(sent()).toHaveLength(200);
	expect(storage.kept).toHaveLength(1 + 2 * 200);
	// One by one it would be 400 and more.
	expect(storage.writes.length).toBeLessThan(390);
});

it('asks for nothing where there is no key', async () => {
	await run({ parameters: { ...sms, beforeSending: {} } });
	expect(storage.writes).toEqual([]);
});

it.each([
	'ExtApi Voice: Message: Send',
	'ExtApi Chat: Message: Send Template',
	'ExtApi Chat: Message: Send Reply',
])('%s knows whom it reached, too', async (name) => {
	for (const phone of numbers) service.control.inbound(phone);
	const send = operationRuns(service, name, { beforeSending: { campaignKey: 'spring' } });
	const texts = rows.map((row) => ({ ...row, text: 'Hi' }));
	await send(texts.slice(0, 2));
	const again = await send(texts);
	expect(again.error).toBeUndefined();
	expect(jsons(again).map(({ alreadySent }) => alreadySent)).toEqual([true, true, false]);
	expect(service.control.ledger().duplicates).toEqual([]);
});
