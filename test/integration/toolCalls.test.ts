// If this fails, one tool call of a model gets the result of another, or is made twice.
import type { IDataObject, INode, INodeType } from 'n8n-workflow';

import { operationNamed } from '../operations';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** A node as the tool of an agent: n8n gives it a type of its own. */
const service = serviceForTests({ duplicates: 'keep' });

/** What the model says of the phone; `$fromAI` itself reads the first item alone, as n8n hands over one at a time. */
const PHONE = "={{ /* $fromAI('phone') */ $json.phone }}";

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
		['as it did', '0501112233'],
		['in another spelling of the phone', '+972 50-111-2233'],
	])(
		'send once when it makes the same call again, %s, and give it no old result',
		async (_how, phone) => {
			const { outputs } = await call([{ phone: '0501112233' }, { phone }]);
			expect(sent()).toEqual([['0501112233', 1]]);
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
		const { outputs } = await call([{ phone: '0501112233' }, { phone: '0501112234' }]);
		expect(sent()).toHaveLength(2);
		expect(outputs.every(({ note }) => note === undefined)).toBe(true);
	});

	it('are answered in words, with the fix, when nothing could be sent', async () => {
		const { outputs, error } = await call([{ phone: 'nobody' }]);
		expect(error).toBeUndefined();
		expect(outputs).toEqual([{ error: expect.stringMatching(/no digits[^]*\./) }]);
		expect(sent()).toEqual([]);
	});
});

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
		const { outputs, error } = await callByAgent([{ phone: '050-111-2233' }]);
		expect(error).toBeUndefined();
		expect(outputs).toEqual([expect.objectContaining({ taskId: expect.any(String) as string })]);
		expect(sent()).toEqual([['0501112233', 1]]);
	});

	it('are answered in words, with the fix, when nothing could be sent', async () => {
		const { outputs, error } = await callByAgent([{ phone: 'nobody' }]);
		expect(error).toBeUndefined();
		expect(outputs).toEqual([{ error: expect.stringMatching(/no digits[^]*\./) as string }]);
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
		const { outputs, error } = await callByAgent([{ phone: '0501112233' }]);
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
		const { outputs, error } = await callByAgent([{ phone: '0501112233' }], tries);
		expect(error?.message).toContain(description);
		expect(outputs).toEqual([]);
		expect(sent()).toEqual([]);
	});

	it('are tried again with "Retry On Fail", so that a failure of a moment is none', async () => {
		service.control.addFaults([{ kind: 'plainError', endpoint: 'scheduleSms', nth: 1 }]);
		const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { outputs, error } = await callByAgent([{ phone: '0501112233' }], retry);
		expect(error).toBeUndefined();
		expect(outputs).toEqual([expect.objectContaining({ taskId: expect.any(String) as string })]);
		expect(sent()).toEqual([['0501112233', 1]]);
	});
});
