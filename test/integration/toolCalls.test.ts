// If this fails, one tool call of a model gets the result of another, or is made twice.
import type { IDataObject, INode, INodeParameters, INodeType } from 'n8n-workflow';

import { operationNamed } from '../operations';
import { operationRuns } from './harness/operationRuns';
import { serviceForTests } from './harness/serviceForTests';

/** A node as the tool of an agent: n8n gives it a type of its own. */
const service = serviceForTests({ duplicates: 'keep' });

/** What the model says of the phone; `$fromAI` itself reads the first item alone, as n8n hands over one at a time. */
const PHONE = "={{ /* $fromAI('phone') */ $json.phone }}";

const SEND = 'ExtApi SMS: Message: Send';

/** Calls of a model, one for each item. */
const callsOf = (name: string, parameters: INodeParameters) =>
	operationRuns(service, name, parameters, { settings: { type: 'underTestTool' } });
const ONE_AT_A_TIME = { advanced: { requestsAtOnce: 1 } };

const toPhone = callsOf(SEND, { sendTo: 'numbers', phoneNumbers: PHONE, message: 'Hello' });
async function call(items: IDataObject[], own: Partial<INode> = {}, node?: INodeType) {
	const settings = { type: 'underTestTool', ...own };
	const { items: output, error } = await toPhone(items, {}, { settings, ...(node && { node }) });
	return { outputs: output.map(({ json }) => json), error };
}
const sent = () => service.control.ledger().entries.map(({ phone, count }) => [phone, count]);

/** Up to version 2.2 of the agent n8n calls a tool itself, outside the engine, which says so. */
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
	await call(items, settings, calledByAgent(operationNamed(SEND).node()));

describe.each([
	['calls of a model', call],
	['calls by an older agent', callByAgent],
])('%s', (_who, calls) => {
	it('each send what they ask for', async () => {
		const { outputs, error } = await calls([{ phone: '057-000-2233' }, { phone: '0570002234' }]);
		expect(error).toBeUndefined();
		expect(sent()).toEqual(['0570002233', '0570002234'].map((phone) => [phone, 1]));
		for (const output of outputs) {
			expect(output).toHaveProperty('taskId');
			expect(output).not.toHaveProperty('note');
		}
	});

	it('are answered in words, with the fix, when nothing could be sent', async () => {
		const { outputs, error } = await calls([{ phone: 'nobody' }]);
		expect(error).toBeUndefined();
		expect(outputs).toEqual([
			{ outcome: 'refused', error: expect.stringMatching(/characters that [^]*\./) as string },
		]);
		expect(service.bodies()).toEqual([]);
	});
});

describe('calls of a model', () => {
	it('send once when it makes the same call again, however spelled, and give it no old result', async () => {
		const { outputs } = await call([{ phone: '0570002233' }, { phone: '+972 57-000-2233' }]);
		expect(sent()).toEqual([['0570002233', 1]]);
		expect(outputs).toEqual([
			expect.objectContaining({ taskId: expect.any(String) as string }),
			{
				outcome: 'refused',
				error: expect.stringMatching(/^Not done: the same call was made before/) as string,
			},
		]);
	});

	it('send a list the same once', async () => {
		const calls = callsOf(SEND, { sendTo: 'lists', listCodes: '1001', message: 'Hello' });
		const { items } = await calls([{}, {}]);
		expect(service.bodies()).toHaveLength(1);
		expect(items.map(({ json }) => json.outcome)).toEqual(['accepted', 'refused']);
	});

	it('do, undo and do again what may be repeated', async () => {
		const add = callsOf('ExtApi Contacts: Contact: Add', { phone: '0509998877' });
		const { items: output } = await add([{}, {}], { listCode: '1001' });
		expect(output.map(({ json }) => json)).toMatchObject([
			{ outcome: 'accepted', result: 'OK' },
			{ outcome: 'accepted', result: 'ALREADY_REG' },
		]);
	});
});

/** What a model must not send twice is a message to a person, however it calls for it. */
describe('a message to a recipient', () => {
	const ONE = '0570002233';
	const OTHER = '0570002234';
	const BOTH = `${ONE},${OTHER}`;
	const lost = { kind: 'resetAfter', endpoint: 'scheduleSms', nth: 1, times: 1 } as const;
	const to = (phone: string, text: string): IDataObject => ({ phone, text });
	const calls = callsOf(SEND, {
		phoneNumbers: PHONE,
		message: "={{ /* $fromAI('text') */ $json.text }}",
		...ONE_AT_A_TIME,
	});
	const say = async (...of: IDataObject[]) => (await calls(of)).items.map(({ json }) => json);

	it.each<[string, IDataObject, IDataObject]>([
		['with one more', to(ONE, 'a'), to(BOTH, 'a')],
		['with one less', to(BOTH, 'a'), to(OTHER, 'a')],
		['with a blank or a character no one sees', to(ONE, 'a b'), to(ONE, ' a\u00a0 \u200bb\n')],
	])('is not sent again %s', async (_how, ...both) => {
		const [first, second] = await say(...both);
		expect(first).toHaveProperty('taskId');
		expect(second).toEqual({
			outcome: 'refused',
			error: expect.stringMatching(/^Not done: .*same/) as string,
		});
		for (const [, count] of sent()) expect(count).toBe(1);
		service.control.reset();
		service.control.addFaults([lost]);
		const outputs = await say(...both);
		for (const output of outputs) {
			expect(output).toEqual({
				outcome: 'unknown',
				error: expect.stringMatching(/outcome is unknown/) as string,
			});
		}
		for (const [, count] of sent()) expect(count).toBe(1);
	});

	it('is named by its recipient when others of the call got none', async () => {
		const [, second] = await say(to(ONE, 'a'), to(BOTH, 'a'));
		expect(second.error).toContain(ONE);
		expect(second.error).not.toContain(OTHER);
	});

	it('is another one with another text, and may be sent to others', async () => {
		for (const output of await say(to(ONE, 'a'), to(BOTH, 'b'), to(OTHER, 'a'), to(ONE, 'c'))) {
			expect(output).toHaveProperty('taskId');
		}
	});
});

it('a change that was undone is refused without claiming what the first call returned', async () => {
	const { items } = await callsOf('ExtApi Sub-Admin: Balance: Update', {
		...{ subAdminCode: '501', balanceType: 'sms', ...ONE_AT_A_TIME },
		amount: "={{ /* $fromAI('amount') */ $json.amount }}",
	})([5, -5, 5].map((amount) => ({ amount })));
	expect(items.map(({ json }) => json)).toEqual([
		expect.objectContaining({ outcome: 'accepted', amount: 5 }),
		expect.objectContaining({ outcome: 'accepted', amount: -5 }),
		{
			outcome: 'refused',
			error: expect.stringMatching(/^Not done: the same call was made before/) as string,
		},
	]);
	expect(items[2].json.error).not.toMatch(/still holds/);
	expect(items[2].json.error).toMatch(/may be outdated/);
	// Another item of the agent may make the same call, which n8n does not tell from the first.
	expect(items[2].json.error).toMatch(/If this is another request, the person has to/);
});

it.each<[string, string, INodeParameters, string[]]>([
	[
		'a change is made once, whatever zeros its code begins with',
		'ExtApi Sub-Admin: Balance: Update',
		{ subAdminCode: PHONE, balanceType: 'sms', amount: 7 },
		['501', '0501', ' 00501'],
	],
	[
		'a code is sent once, however the phone is spelled',
		'ExtApi OTP: Code: Send',
		{ phone: PHONE },
		['0570002233', '+972 57-000-2233', '972570002233'],
	],
])('%s', async (_what, name, parameters, spellings) => {
	const { endpoint } = operationNamed(name);
	for (const isLost of [false, true]) {
		service.control.reset();
		if (isLost) service.control.addFaults([{ kind: 'resetAfter', endpoint, nth: 1, times: 1 }]);
		const calls = callsOf(name, { ...parameters, ...ONE_AT_A_TIME });
		const { items } = await calls(spellings.map((phone) => ({ phone })));
		const refused = isLost ? /outcome is unknown/ : /^Not done: the same call/;
		for (const { json } of items.slice(1)) expect(json.error).toMatch(refused);
		expect(service.bodies()).toHaveLength(1);
	}
});

describe('calls by an older agent', () => {
	it('are answered with what was found wrong first, which the rest may follow from', async () => {
		const name = 'ExtApi Chat: Message: Send Template';
		const template = { __rl: true, mode: 'id', value: '999' };
		const calls = callsOf(name, { phoneNumbers: 'nobody', template });
		const node = calledByAgent(operationNamed(name).node());
		const { items } = await calls([{}], {}, { node });
		expect(items.map(({ json }) => json.error)).toEqual([expect.stringMatching(/^Phone Numbers/)]);
	});

	const description = 'sender id not approved';
	const answer = { error: expect.stringContaining(description) as string };
	const tries = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const done = { taskId: expect.any(String) as string };

	it.each<[string, faults: number, Partial<INode>, outputs: IDataObject[], fails: boolean]>([
		['are answered in the words of the service when it refuses', 5, {}, [answer], false],
		['fail after the last try, as n8n tries a tool again only then', 5, tries, [], true],
		['fail where no model reads what came of it', 5, { type: 'underTest' }, [], true],
		['are tried again, so that a failure of a moment is none', 1, tries, [done], false],
	])('%s', async (_what, times, settings, expected, fails) => {
		const endpoint = 'scheduleSms';
		service.control.addFaults([{ kind: 'plainError', endpoint, description, times }]);
		const { outputs, error } = await callByAgent([{ phone: '0570002233' }], settings);
		expect(error === undefined).toBe(!fails);
		if (fails) expect(error?.message).toContain(description);
		expect(outputs).toMatchObject(expected);
		expect(sent()).toEqual(expected.includes(done) ? [['0570002233', 1]] : []);
	});
});
