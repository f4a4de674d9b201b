// If this fails, one tool call of a model gets the result of another, or is made twice.
import type { IDataObject, INode, INodeType } from 'n8n-workflow';

import { operationNamed } from '../operations';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** A node as the tool of an agent: n8n gives it a type of its own. */
const service = serviceForTests({ duplicates: 'keep' });

/** What the model says of the phone; `$fromAI` itself reads the first item alone, as n8n hands over one at a time. */
const PHONE = "={{ /* $fromAI('phone') */ $json.phone }}";

const SEND = 'ExtApi SMS: Message: Send';

async function call(items: IDataObject[], settings: Partial<INode> = {}, node?: INodeType) {
	const operation = operationNamed('ExtApi SMS: Message: Send');
	const { items: output, error } = await runNode({
		...{ node: node ?? operation.node(), credential: service.credential(), items },
		parameters: {
			...operation.parameters,
			...{ sendTo: 'numbers', phoneNumbers: PHONE, message: 'Hello' },
		},
		settings: { type: 'underTestTool', ...settings },
	});
	return { outputs: output.map(({ json }) => json), error };
}
const sent = () => service.control.ledger().entries.map(({ phone, count }) => [phone, count]);

describe('calls of a model', () => {
	it.each([
		['as it did', '0570002233'],
		['in another spelling of the phone', '+972 57-000-2233'],
	])(
		'send once when it makes the same call again, %s, and give it no old result',
		async (_how, phone) => {
			const { outputs } = await call([{ phone: '0570002233' }, { phone }]);
			expect(sent()).toEqual([['0570002233', 1]]);
			expect(outputs).toEqual([
				expect.objectContaining({ taskId: expect.any(String) as string }),
				{ error: expect.stringMatching(/^Not done: the same call was made before/) as string },
			]);
		},
	);

	it('do, undo and do again what may be repeated', async () => {
		const contact = operationNamed('ExtApi Contacts: Contact: Add');
		const { items: output } = await runNode({
			...{ node: contact.node(), credential: service.credential(), items: [{}, {}] },
			parameters: { ...contact.parameters, listCode: '1001', phoneNumbers: '0509998877' },
			settings: { type: 'underTestTool' },
		});
		expect(output.map(({ json }) => json)).toMatchObject([
			{ result: 'OK', added: true },
			{ result: 'ALREADY_REG', added: false },
		]);
	});

	it('each send what they ask for', async () => {
		const { outputs } = await call([{ phone: '0570002233' }, { phone: '0570002234' }]);
		expect(sent()).toHaveLength(2);
		expect(outputs.every(({ note }) => note === undefined)).toBe(true);
	});

	it('are answered in words, with the fix, when nothing could be sent', async () => {
		const { outputs, error } = await call([{ phone: 'nobody' }]);
		expect(error).toBeUndefined();
		expect(outputs).toEqual([{ error: expect.stringMatching(/characters that [^]*\./) }]);
		expect(sent()).toEqual([]);
	});
});

/** What a model must not send twice is a message to a person, however it calls for it. */
describe('a message to a recipient', () => {
	const ONE = '0570002233';
	const OTHER = '0570002234';
	const BOTH = `${ONE},${OTHER}`;
	const lost = { kind: 'resetAfter', endpoint: 'scheduleSms', nth: 1, times: 1 } as const;
	/** Calls for a text to phones, or for a text of its own to each. */
	async function say(calls: Array<[phones: string, text: string] | IDataObject>) {
		const operation = operationNamed(SEND);
		const { items } = await runNode({
			...{ node: operation.node(), credential: service.credential() },
			items: calls.map((each) =>
				Array.isArray(each) ? { phone: each[0], text: each[1] } : { own: each },
			),
			parameters: {
				...operation.parameters,
				sendTo: "={{ $json.own ? 'ownMessages' : 'numbers' }}",
				messagesByNumber: "={{ /* $fromAI('own') */ $json.own }}",
				// An expression for Send To leaves every field of recipients visible, and so required.
				...{ phoneNumbers: PHONE, listCodes: "={{ '' }}" },
				message: "={{ /* $fromAI('text') */ $json.text }}",
				advanced: { requestsAtOnce: 1 },
			},
			settings: { type: 'underTestTool' },
		});
		return items.map(({ json }) => json);
	}

	it.each<[string, Parameters<typeof say>[0]]>([
		[
			'with one more',
			[
				[ONE, 'a'],
				[BOTH, 'a'],
			],
		],
		[
			'with one less',
			[
				[BOTH, 'a'],
				[OTHER, 'a'],
			],
		],
		[
			'in another order',
			[
				[BOTH, 'a'],
				[`${OTHER}, ${ONE}`, 'a'],
			],
		],
		['as a text of its own', [[ONE, 'a'], { [ONE]: 'a' }]],
		['no more as a text of its own', [{ [ONE]: 'a', [OTHER]: 'b' }, [OTHER, 'b']]],
		[
			'with a blank',
			[
				[ONE, 'a'],
				[ONE, ' a\n'],
			],
		],
		[
			'with a character nobody sees',
			[
				[ONE, 'a'],
				[ONE, 'a\u200b'],
			],
		],
		[
			'with another blank inside',
			[
				[ONE, 'a b'],
				[ONE, 'a\u00a0 b'],
			],
		],
	])('is not sent again %s', async (_how, calls) => {
		const [first, second] = await say(calls);
		expect(first).toHaveProperty('taskId');
		expect(second).toEqual({ error: expect.stringMatching(/^Not done: .*same/) as string });
		for (const [, count] of sent()) expect(count).toBe(1);
		service.control.reset();
		service.control.addFaults([lost]);
		const outputs = await say(calls);
		for (const each of outputs) {
			expect(each).toEqual({ error: expect.stringMatching(/outcome is unknown/) as string });
		}
		for (const [, count] of sent()) expect(count).toBe(1);
	});

	it('is told by its recipient when others of the call got none', async () => {
		const [, second] = await say([
			[ONE, 'a'],
			[BOTH, 'a'],
		]);
		expect(second.error).toContain(ONE);
		expect(second.error).not.toContain(OTHER);
		service.control.addFaults([{ ...lost, nth: 2 }]);
	});

	it('is another one with another text, and may be sent to others', async () => {
		const outputs = await say([[ONE, 'a'], [BOTH, 'b'], [OTHER, 'a'], { [ONE]: 'c' }]);
		for (const each of outputs) expect(each).toHaveProperty('taskId');
	});
});

it('a change that was undone is refused without claiming what the first call returned', async () => {
	const operation = operationNamed('ExtApi Sub-Admin: Balance: Update');
	const changes = ['add', 'subtract', 'add'];
	const { items } = await runNode({
		...{ node: operation.node(), credential: service.credential() },
		items: changes.map((change) => ({ change })),
		parameters: {
			...{ ...operation.parameters, subAdminCode: '501', balanceType: 'sms', amount: 5 },
			...{ change: "={{ /* $fromAI('change') */ $json.change }}", advanced: { requestsAtOnce: 1 } },
		},
		settings: { type: 'underTestTool' },
	});
	expect(items.map(({ json }) => json)).toEqual([
		expect.objectContaining({ change: 'add', amount: 5, updated: true }),
		expect.objectContaining({ change: 'subtract', amount: 5, updated: true }),
		{ error: expect.stringMatching(/^Not done: the same call was made before/) as string },
	]);
	expect(items[2].json.error).not.toMatch(/still holds/);
	expect(items[2].json.error).toMatch(/may be outdated/);
	// Another item of the agent may make the same call, which n8n does not tell from the first.
	expect(items[2].json.error).toMatch(/If this is another request, the person has to/);
});

it.each([[], [{ kind: 'resetAfter', endpoint: 'manageSu', nth: 1, times: 1 } as const]])(
	'a change is made once, whatever zeros its code begins with (%j)',
	async (...faults) => {
		service.control.addFaults(faults);
		const operation = operationNamed('ExtApi Sub-Admin: Balance: Update');
		const { items } = await runNode({
			...{ node: operation.node(), credential: service.credential() },
			items: ['501', '0501', ' 00501'].map((code) => ({ code })),
			parameters: {
				...{ ...operation.parameters, balanceType: 'sms', change: 'add', amount: 7 },
				subAdminCode: "={{ /* $fromAI('code') */ $json.code }}",
				advanced: { requestsAtOnce: 1 },
			},
			settings: { type: 'underTestTool' },
		});
		const refused = faults.length === 0 ? /^Not done: the same call/ : /outcome is unknown/;
		for (const { json } of items.slice(1)) expect(json.error).toMatch(refused);
		expect(service.bodies()).toHaveLength(1);
	},
);

it.each([[], [{ kind: 'resetAfter', endpoint: 'sendOtp', nth: 1, times: 1 } as const]])(
	'a code is sent once, however the phone is spelled (%j)',
	async (...faults) => {
		service.control.addFaults(faults);
		const operation = operationNamed('ExtApi OTP: Code: Send');
		const { items } = await runNode({
			...{ node: operation.node(), credential: service.credential() },
			items: ['0570002233', '+972 57-000-2233', '972570002233'].map((phone) => ({ phone })),
			parameters: {
				...operation.parameters,
				phone: PHONE,
				advanced: { requestsAtOnce: 1 },
			},
			settings: { type: 'underTestTool' },
		});
		const refused = faults.length === 0 ? /^Not done: the same call/ : /outcome is unknown/;
		for (const { json } of items.slice(1)) expect(json.error).toMatch(refused);
		expect(service.bodies()).toHaveLength(1);
	},
);

/** Up to version 2.2 of the agent n8n calls a tool itself, outside the engine, which says so. */
describe('calls by an older agent', () => {
	const calledByAgent = (node: INodeType): INodeType => {
		const execute = node.execute!;
		node.execute = async function () {
			return await execute.call(
				Object.create(this, { isToolExecution: { value: () => true } }) as typeof this,
			);
		};
		return node;
	};
	const callByAgent = async (items: IDataObject[], settings: Partial<INode> = {}) =>
		await call(items, settings, calledByAgent(operationNamed('ExtApi SMS: Message: Send').node()));

	it('send what they ask for', async () => {
		const { outputs, error } = await callByAgent([{ phone: '057-000-2233' }]);
		expect(error).toBeUndefined();
		expect(outputs).toEqual([expect.objectContaining({ taskId: expect.any(String) as string })]);
		expect(sent()).toEqual([['0570002233', 1]]);
	});

	it('are answered in words, with the fix, when nothing could be sent', async () => {
		const { outputs, error } = await callByAgent([{ phone: 'nobody' }]);
		expect(error).toBeUndefined();
		expect(outputs).toEqual([{ error: expect.stringMatching(/characters that [^]*\./) as string }]);
		expect(service.bodies()).toEqual([]);
	});

	it('are answered with what was found wrong first, which the rest may follow from', async () => {
		const operation = operationNamed('ExtApi Chat: Message: Send Template');
		const node = calledByAgent(operation.node());
		const { items } = await runNode({
			...{ node, credential: service.credential('demo-token-full'), items: [{}] },
			parameters: {
				...{ ...operation.parameters, phoneNumbers: 'nobody' },
				template: { __rl: true, mode: 'id', value: '999' },
			},
			settings: { type: 'underTestTool' },
		});
		expect(items.map(({ json }) => json.error)).toEqual([expect.stringMatching(/^Phone Numbers/)]);
	});

	it('are answered in the words of the service when it refuses', async () => {
		const description = 'sender id not approved';
		service.control.addFaults([{ kind: 'plainError', endpoint: 'scheduleSms', description }]);
		const { outputs, error } = await callByAgent([{ phone: '0570002233' }]);
		expect(error).toBeUndefined();
		expect(outputs).toEqual([{ error: expect.stringContaining(description) as string }]);
		expect(sent()).toEqual([]);
	});

	it.each<[string, Partial<INode>]>([
		['with "Retry On Fail", as n8n tries a tool again only then', { retryOnFail: true }],
		['where no model reads what came of it', { type: 'underTest' }],
	])('fail %s', async (_when, settings) => {
		const description = 'sender id not approved';
		service.control.addFaults([
			{ kind: 'plainError', endpoint: 'scheduleSms', description, times: 5 },
		]);
		const tries = { maxTries: 2, waitBetweenTries: 1, ...settings };
		const { outputs, error } = await callByAgent([{ phone: '0570002233' }], tries);
		expect(error?.message).toContain(description);
		expect(outputs).toEqual([]);
		expect(sent()).toEqual([]);
	});

	it('are tried again with "Retry On Fail", so that a failure of a moment is none', async () => {
		service.control.addFaults([{ kind: 'plainError', endpoint: 'scheduleSms', nth: 1 }]);
		const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { outputs, error } = await callByAgent([{ phone: '0570002233' }], retry);
		expect(error).toBeUndefined();
		expect(outputs).toEqual([expect.objectContaining({ taskId: expect.any(String) as string })]);
		expect(sent()).toEqual([['0570002233', 1]]);
	});
});
