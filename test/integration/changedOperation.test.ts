// If this fails, a person who sets a node to another operation and retries sends to someone twice, or reads of a message that never went.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { changedNodes, outputOf, type NodeThatDoes as Operation } from './harness/changedNodes';
import { serviceForTests } from './harness/serviceForTests';
import { grouped } from '../operations/grouped';

/**
 * "Retry with currently saved workflow" after the operation was changed, or what it does: an item whose message was
 * accepted, or may have been, is not sent again by any operation, and comes out as what was done with it.
 */
const service = serviceForTests({ campaignStepMs: 60_000, duplicates: 'keep' });

const ROWS: IDataObject[] = [
	{ phone: '0570002201', sender: 'MyShop', name: 'Dana' },
	{ phone: '0570002202', sender: 'ExtDemo', name: 'Avi' },
];

const SEND = 'ExtApi SMS: Message: Send';
const CAMPAIGN = 'ExtApi SMS: Message: Send Campaign';

const send = (more: INodeParameters = {}, options: IDataObject = {}): Operation => [
	SEND,
	{
		...{ sendTo: 'numbers', phoneNumbers: '={{ $json.phone }}', message: 'Hello' },
		...{ sender: 'MyShop', ...more },
		...grouped({ options: { ...options, requestsAtOnce: 1 } }),
	},
];
const campaign = (more: INodeParameters = {}, options: IDataObject = {}): Operation => [
	CAMPAIGN,
	{
		...{ sendTo: 'items', recipient: 'phone', message: 'Hello' },
		...{ sender: '={{ $json.sender }}', ...more },
		...grouped({ options: { output: 'recipient', ...options } }),
	},
];

const { retryChanged } = changedNodes(service, ROWS);
const lost = { kind: 'resetAfter' } as const;
const received = () =>
	service.control.ledger().entries.map(({ phone, count }) => [phone, count] as const);
const ONCE_EACH = ROWS.map(({ phone }) => [phone, 1]);
const NOTE = expect.stringMatching(/earlier try/) as string;

describe('a message that an earlier try sent', () => {
	it.each<[string, Operation, Operation]>([
		['one by one is left out of a campaign', send(), campaign()],
		['with a campaign is not sent again one by one', campaign(), send()],
	])('%s', async (_what, before, after) => {
		const output = outputOf(await retryChanged(before, after));
		expect(received()).toEqual(ONCE_EACH);
		expect(output.map(({ recipient }) => recipient)).toEqual(ROWS.map(({ phone }) => phone));
		expect(output.map(({ note }) => note)).toEqual([NOTE, undefined]);
		expect(new Set(output.map(({ taskId }) => taskId)).size).toBe(2);
	});

	it('one by one is a campaign of its own where the output has one item for each', async () => {
		const output = outputOf(await retryChanged(send(), campaign({}, { output: 'campaign' })));
		expect(output).toEqual([
			expect.objectContaining({ recipient: ROWS[0].phone, items: 1, note: NOTE }),
			expect.objectContaining({ recipientCount: 1, items: 1 }),
		]);
	});

	it('to distribution lists is not told of a phone', async () => {
		const lists = campaign({ sendTo: 'lists', listCodes: '={{ ["1001", "1002"][$itemIndex] }}' });
		const output = outputOf(await retryChanged(lists, campaign()));
		expect(output[0]).toMatchObject({ lists: '1001', recipient: null, note: NOTE });
		expect(output[1]).toMatchObject({ recipient: ROWS[1].phone });
		expect(output[1]).not.toHaveProperty('lists');
	});

	it('stays in the output of a preview', async () => {
		const preview = campaign({ mode: 'preview' });
		const output = outputOf(await retryChanged(campaign(), preview));
		expect(output).toMatchObject([
			{ recipient: ROWS[0].phone, taskId: expect.any(String) as string },
			{ recipient: ROWS[1].phone, estimated: true },
		]);
		expect(output[0]).not.toHaveProperty('estimated');
		expect(received()).toEqual(ONCE_EACH.slice(0, 1));
	});

	it('as a test is not the message', async () => {
		const test = campaign({ mode: 'test', testNumbers: '0570000001', testRows: 2 });
		outputOf(await retryChanged(test, send()));
		expect(received()).toEqual([['0570000001', 1], ...ONCE_EACH]);
	});
});

it('a preview says which rows an earlier try sent', async () => {
	const result = await retryChanged(campaign(), campaign({ mode: 'preview' }));
	expect(outputOf(result)).toMatchObject([
		{
			taskId: expect.any(String),
			note: 'Already sent in an earlier try, when Mode was different. It is not sent again.',
		},
		{ estimated: true, recipient: ROWS[1].phone },
	]);
	expect(outputOf(result)[1]).not.toHaveProperty('note');
	const [{ hints = [] }] = result.run.data.resultData.runData['Node under test'];
	expect(hints.map(({ message }) => message)).toContain(
		'Nothing was sent: 1 recipient, 1 message, 1 sent earlier.',
	);
});

describe('a message that an earlier try may have sent', () => {
	it('is not asked by a question that comes in its place', async () => {
		const question: Operation = [
			'ExtApi SMS: Message: Send and Wait for Response',
			{ phoneNumbers: '={{ $json.phone }}', message: 'Will you come?', sender: 'MyShop' },
		];
		const [row] = ROWS;
		const { error } = await retryChanged(send(), question, { ...lost, nth: 1 }, [row]);
		expect(error).toMatchObject({ context: { outcome: 'unknown' } });
		expect(received()).toEqual(ONCE_EACH.slice(0, 1));
	});

	it.each<[string, Operation, Operation]>([
		['one by one is left out of a campaign', send(), campaign()],
		['with a campaign is not sent again one by one', campaign(), send()],
		[
			'with a campaign is not previewed as if it had never left',
			campaign(),
			campaign({ mode: 'preview' }),
		],
	])('%s', async (_what, before, after) => {
		const { error } = await retryChanged(before, after, lost);
		expect(error).toMatchObject({ context: { outcome: 'unknown', counts: { unknown: 1 } } });
		expect(received()).toEqual(ONCE_EACH);
	});

	it.each<[string, Operation, Operation]>([
		['by a campaign', send(), campaign({}, { unknownOutcome: 'sendAgain' })],
		['one by one', campaign(), send({}, { unknownOutcome: 'sendAgain' })],
	])('is sent again %s when the node says so', async (_how, before, after) => {
		outputOf(await retryChanged(before, after, lost));
		expect(received()).toEqual([ONCE_EACH[0], [ROWS[1].phone, 2]]);
	});

	it.each<[string, Operation, Operation]>([
		['by a campaign', send(), campaign({}, { unknownOutcome: 'sendAgain' })],
		['one by one', campaign(), send({}, { unknownOutcome: 'sendAgain' })],
	])('stays unknown when the service refuses it %s', async (_how, before, after) => {
		service.control.addFaults([{ kind: 'plainError', endpoint: 'scheduleSms', nth: 3 }]);
		const { error } = await retryChanged(before, after, lost);
		expect(error).toMatchObject({ context: { outcome: 'unknown' } });
	});
});

describe('what was done and asked for otherwise', () => {
	const UPDATE = 'ExtApi Sub-Admin: Balance: Update';
	const update = (more: INodeParameters = {}): Operation => [
		UPDATE,
		{
			...{ subAdminCode: '={{ ["501", "502"][$itemIndex] }}', balanceType: 'sms' },
			...{ change: 'add', amount: 5, ...more, advanced: { requestsAtOnce: 1 } },
		},
	];
	const otp = (ownCode: string): Operation => [
		'ExtApi OTP: Code: Send',
		{
			...{ phone: '={{ $json.phone }}', channel: 'sms' },
			options: { ownCode },
			advanced: { requestsAtOnce: 1 },
		},
	];

	it.each<[string, Operation, Operation, IDataObject, RegExp]>([
		[
			'another change of a balance',
			update(),
			update({ change: 'subtract', amount: 3, balanceType: 'vms' }),
			{ result: 'OK', balanceType: 'sms', change: 'add', amount: 5 },
			/Balance Type.*Change.*Amount|Amount.*/,
		],
		['another code', otp('11111'), otp('22222'), { result: 'CODE_SENT' }, /Code/],
		['another text', send(), send({ message: 'Bye' }), { recipient: ROWS[0].phone }, /Message/],
		[
			'another text of a campaign',
			campaign(),
			campaign({ message: 'Bye' }),
			{ recipient: ROWS[0].phone },
			/Message/,
		],
	])('%s', async (_what, before, after, expected, named) => {
		const output = outputOf(await retryChanged(before, after));
		expect(output[0]).toMatchObject({ ...expected, note: NOTE });
		expect(output[0].note).toMatch(named);
		expect(output[1]).not.toHaveProperty('note');
	});

	it('is not said where nothing was changed but what to do about unknown outcomes', async () => {
		const output = outputOf(
			await retryChanged(send(), send({}, { unknownOutcome: 'sendAgain', requestsAtOnce: 5 })),
		);
		for (const each of output) expect(each).not.toHaveProperty('note');
	});
});
