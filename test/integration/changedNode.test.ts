// If this fails, a person who changes a node and retries sends to someone twice, or reads of a message that never went.
import type { IDataObject, INodeParameters, NodeOperationError } from 'n8n-workflow';

import type { FaultRule } from '../../emulator';
import { operationNamed } from '../operations';
import { grouped } from '../operations/grouped';
import { processedItemsForTests } from './harness/processedItems';
import { retryExecution, runBranches, type BranchResult } from './harness/runBranches';
import { serviceForTests } from './harness/serviceForTests';

/**
 * "Retry with currently saved workflow" after a node was changed: what must not be done twice is known by whom it was done
 * for, whichever operation did it, and comes out as what was done; what may be repeated is done as the node says now.
 */
const service = serviceForTests({ campaignStepMs: 60_000, duplicates: 'keep' });

/** What a node does: an operation, and its parameters beside those of the row of test/operations. */
type Operation = [operation: string, parameters: INodeParameters];

const ROWS: IDataObject[] = [
	{ phone: '0570002201', other: '0509998801', sender: 'MyShop', name: 'Dana' },
	{ phone: '0570002202', other: '0509998802', sender: 'ExtDemo', name: 'Avi' },
];

const SEND = 'ExtApi SMS: Message: Send';
const CAMPAIGN = 'ExtApi SMS: Message: Send Campaign';
const ADD = 'ExtApi Contacts: Contact: Add';
const REMOVE = 'ExtApi Contacts: Contact: Remove';
const ADD_MANY = 'ExtApi Contacts: Contact: Add Many';

const one = (parameters: INodeParameters): INodeParameters => ({
	...parameters,
	advanced: { requestsAtOnce: 1 },
});
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

const workflow = ([name, parameters]: Operation, items: IDataObject[]) => {
	const operation = operationNamed(name);
	return {
		node: operation.node(),
		parameters: { ...operation.parameters, ...parameters } as INodeParameters,
		items: items.map((json) => ({ json })),
		credential: service.credential(),
	};
};

/** Runs a node one of whose requests meets a fault, its second one if nothing else is said, and again as it was changed. */
async function retryChanged(
	first: Operation,
	changed: Operation,
	fault: Partial<FaultRule> = {},
	items = ROWS,
): Promise<BranchResult> {
	const { endpoint } = operationNamed(first[0]);
	service.control.addFaults([{ kind: 'plainError', nth: 2, ...fault, endpoint } as FaultRule]);
	const failed = await runBranches(workflow(first, items));
	expect(failed.error).toBeDefined();
	return await retryExecution(workflow(changed, items), failed.run, true);
}

/** The data of the items of a run that went well. */
function outputOf({ main, error }: BranchResult): IDataObject[] {
	expect(error).toBeUndefined();
	return main.map(({ json }) => json);
}

/** The output of the second run, and the requests it made. */
async function madeAgain(first: Operation, changed: Operation) {
	const output = outputOf(await retryChanged(first, changed));
	return { output, bodies: service.bodies().slice(2) };
}

const lost = { kind: 'resetAfter' } as const;
const received = () =>
	service.control.ledger().entries.map(({ phone, count }) => [phone, count] as const);
const ONCE_EACH = ROWS.map(({ phone }) => [phone, 1]);
const named = { contactFields: { firstName: '={{ $json.name }}' } };

describe('a message that an earlier try sent', () => {
	it.each<[string, Operation, Operation]>([
		['one by one is left out of a campaign', send(), campaign()],
		['with a campaign is not sent again one by one', campaign(), send()],
	])('%s', async (_what, before, after) => {
		const output = outputOf(await retryChanged(before, after));
		expect(received()).toEqual(ONCE_EACH);
		expect(output.map(({ recipient }) => recipient)).toEqual(ROWS.map(({ phone }) => phone));
		expect(new Set(output.map(({ taskId }) => taskId)).size).toBe(2);
	});

	it('to distribution lists is not told of a phone', async () => {
		const codes = '={{ ["1001", "1002"][$itemIndex] }}';
		const lists = send({ sendTo: 'lists', listCodes: codes });
		const [first, second] = outputOf(await retryChanged(lists, campaign()));
		expect(first).toMatchObject({ lists: '1001', recipient: null });
		expect(second).toMatchObject({ recipient: ROWS[1].phone });
		expect(second).not.toHaveProperty('lists');
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
		{ outcome: 'accepted', recipient: ROWS[0].phone, taskId: expect.any(String) },
		{ outcome: 'preview', recipient: ROWS[1].phone },
	]);
	expect(received()).toEqual(ONCE_EACH.slice(0, 1));
	const [{ hints = [] }] = result.run.data.resultData.runData['Node under test'];
	expect(hints.map(({ message }) => message)).toContain(
		'Nothing was sent: 1 recipient, 1 message, 1 sent earlier.',
	);
});

describe('a message that an earlier try may have sent', () => {
	const sentAgain: Array<[how: string, before: Operation, after: Operation]> = [
		['by a campaign', send(), campaign({}, { unknownOutcome: 'sendAgain' })],
		['one by one', campaign(), send({}, { unknownOutcome: 'sendAgain' })],
	];

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
		['with a campaign is not previewed as unsent', campaign(), campaign({ mode: 'preview' })],
	])('%s', async (_what, before, after) => {
		const { error } = await retryChanged(before, after, lost);
		expect(error).toMatchObject({ context: { outcome: 'unknown', counts: { unknown: 1 } } });
		expect(received()).toEqual(ONCE_EACH);
	});

	it.each(sentAgain)('is sent again %s when the node says so', async (_how, before, after) => {
		outputOf(await retryChanged(before, after, lost));
		expect(received()).toEqual([ONCE_EACH[0], [ROWS[1].phone, 2]]);
	});

	it.each(sentAgain)(
		'stays unknown when the service refuses it %s',
		async (_how, before, after) => {
			service.control.addFaults([{ kind: 'plainError', endpoint: 'scheduleSms', nth: 3 }]);
			const { error } = await retryChanged(before, after, lost);
			expect(error).toMatchObject({ context: { outcome: 'unknown' } });
		},
	);
});

describe('what was done and asked for otherwise', () => {
	it('another change of a balance', async () => {
		const update = (more: INodeParameters): Operation => [
			'ExtApi Sub-Admin: Balance: Update',
			one({ subAdminCode: '={{ ["501", "502"][$itemIndex] }}', ...more }),
		];
		const output = outputOf(
			await retryChanged(
				update({ balanceType: 'sms', change: 'add', amount: 5 }),
				update({ balanceType: 'vms', change: 'subtract', amount: 3 }),
			),
		);
		expect(output[0]).toMatchObject({ result: 'OK', balanceType: 'sms', change: 'add', amount: 5 });
		expect(output[1]).toMatchObject({ balanceType: 'vms', change: 'subtract', amount: 3 });
	});

	it('another text', async () => {
		const [sent, now] = outputOf(await retryChanged(send(), send({ message: 'Bye' })));
		expect([sent, now].map(({ recipient }) => recipient)).toEqual(ROWS.map(({ phone }) => phone));
		expect(service.bodies().map(({ msg }) => msg)).toEqual(['Hello', 'Hello', 'Bye']);
	});

	it.each(['stop', 'sendAgain'])(
		'is not checked again, whatever is done about unknown outcomes: %s',
		async (unknownOutcome) => {
			const now = send({ message: '={{ ["", "Bye"][$itemIndex] }}' }, { unknownOutcome });
			const output = outputOf(await retryChanged(send(), now));
			expect(output.map(({ recipient }) => recipient)).toEqual(ROWS.map(({ phone }) => phone));
		},
	);
});

describe('what may be repeated is done as the node says now', () => {
	it('such as removing a contact that was to be added', async () => {
		const contact = one({ listCode: '1001', phoneNumbers: '={{ $json.other }}' });
		const { output, bodies } = await madeAgain([ADD, contact], [REMOVE, contact]);
		const phones = ROWS.map(({ other }) => other);
		expect(output.map(({ phone }) => phone)).toEqual(phones);
		const asked = bodies.flatMap(({ list }) => String(list).split(','));
		expect(asked.sort()).toEqual(phones);
	});

	it('and as it said before is not done again', async () => {
		const same: Operation = [ADD_MANY, one({ listCode: '1001', recipient: 'phone', ...named })];
		const { bodies, output } = await madeAgain(same, same);
		expect(bodies.map(({ list }) => list)).toEqual([ROWS[1].phone]);
		expect(output).toMatchObject(ROWS.map(({ phone }) => ({ phone, added: true })));
	});
});

it('a check of a code, which must not be done twice, says for whom it was done', async () => {
	const verify = (phone: string): Operation => [
		'ExtApi OTP: Code: Verify',
		one({ phone, code: '12345' }),
	];
	const { output } = await madeAgain(verify('={{ $json.phone }}'), verify('={{ $json.other }}'));
	expect(output.map(({ phone }) => phone)).toEqual([ROWS[0].phone, ROWS[1].other]);
});

it('an operation that was changed is done, though the item had another one done before', async () => {
	const send: INodeParameters = { phone: '={{ $json.phone }}' };
	const { output, bodies } = await madeAgain(
		['ExtApi OTP: Code: Send', one(send)],
		['ExtApi OTP: Code: Verify', { ...send, code: '12345' }],
	);
	expect(bodies.map(({ code }) => code)).toEqual(['12345', '12345']);
	for (const each of output) expect(each).toHaveProperty('valid');
});

describe('a Campaign Key that is not the one with which an earlier try sent', () => {
	processedItemsForTests();
	const NOT_THAT_KEY = 'Campaign Key is not that of an earlier try';
	const keyed = { campaignKey: 'spring' };
	const other = { campaignKey: 'winter' };
	const lists = { sendTo: 'lists', listCodes: '={{ ["1001", "1002"][$itemIndex] }}' };

	it.each<[string, Operation, Operation]>([
		['changed in a campaign', campaign({}, other), campaign({}, keyed)],
		['added to Send to lists', send(lists), send(lists, keyed)],
		['changed in Send', send({}, other), send({}, keyed)],
		['added by Send in place of a campaign', campaign(), send({}, keyed)],
		['removed from a campaign', campaign({}, keyed), campaign()],
		['removed from Send', send({}, keyed), send()],
	])('sends nothing until it is undone: %s', async (_what, before, after) => {
		const { error, run } = await retryChanged(before, after);
		expect(error?.message).toContain(NOT_THAT_KEY);
		const { description } = error as NodeOperationError;
		expect(description).toContain('a new execution would send it again');
		expect(description).not.toContain('Run the workflow again');
		// The second one is refused.
		expect(service.bodies()).toHaveLength(2);
		const undone = await retryExecution(workflow(before, ROWS), run, true);
		expect(undone.error).toBeUndefined();
		expect(service.bodies()).toHaveLength(3);
	});

	it.each([
		['a campaign', campaign],
		['Send', send],
	])('is judged by what it gives, not by how it is written: %s', async (_what, made) => {
		const first = made({}, { campaignKey: '={{ $now.toMillis() > 2e12 ? "Café 6" : "Café 5" }}' });
		const same = made({}, { campaignKey: ' Cafe\u0301\u00a05' });
		const { error, run } = await retryChanged(first, made({}, keyed));
		expect(error?.message).toContain(NOT_THAT_KEY);
		jest.spyOn(Date, 'now').mockReturnValue(2.1e12);
		const later = await retryExecution(workflow(first, ROWS), run, true);
		jest.restoreAllMocks();
		expect(later.error?.message).toContain(NOT_THAT_KEY);
		expect(service.bodies()).toHaveLength(2);
		const output = outputOf(await retryExecution(workflow(same, ROWS), run, true));
		expect(output).toHaveLength(2);
		expect(received()).toEqual(ONCE_EACH);
	});

	it.each(['stop', 'sendAgain'])(
		'sends nothing beside an unknown outcome: %s',
		async (unknownOutcome) => {
			const { error } = await retryChanged(send(), send({}, { ...keyed, unknownOutcome }), lost);
			const { message, description, context } = error as NodeOperationError;
			expect(message).toContain(NOT_THAT_KEY);
			expect(context).toMatchObject({ outcome: 'unknown', counts: { unknown: 1 } });
			expect(description).toContain('The outcome is unknown');
			expect(description).not.toContain('Run the workflow again');
			expect(service.bodies()).toHaveLength(2);
		},
	);

	it.each<[string, Operation, Operation, RegExp]>([
		[
			'a key that is empty',
			send(),
			send({}, { campaignKey: '={{ undefined }}' }),
			/a new execution would send it again/,
		],
		[
			'a text that is empty',
			send(),
			send({ message: '={{ "" }}' }, keyed),
			/a new execution would send it again/,
		],
		[
			'a key that is empty, of a campaign',
			campaign(),
			campaign({}, { campaignKey: '={{ undefined }}' }),
			/A new execution would send to the accepted items again/,
		],
	])(
		'does not make the error promise what it does not hold: %s',
		async (_what, before, after, says) => {
			const { description } = (await retryChanged(before, after)).error as NodeOperationError;
			expect(description).toMatch(says);
			expect(description).not.toContain('Run the workflow again');
		},
	);

	it('is previewed', async () => {
		const preview = campaign({ mode: 'preview' }, keyed);
		expect((await retryChanged(campaign(), preview)).error).toBeUndefined();
	});
});
