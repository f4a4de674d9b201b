// If this fails, two calls of a model count as one, or one as two.
import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import type { RunState } from '../../../nodes/shared/ledger/runState';
import { toolCall } from '../../../nodes/shared/pipeline/toolCall';

const agent = { previousNode: 'AI Agent', previousNodeRun: 2 };
const body = { list: '0570004567', msg: 'Hi' };

/** How the fields of the node may ask a model for their values. */
const [asked, askedWithBlanks] = ['$fromAI(', '$fromAI (\n'].map((call) => ({
	phoneNumbers: `={{ ${call}'phone', \`\`, 'string') }}`,
	message: `={{ ${call}"text") }}`,
}));

/** What n8n keeps with the agent that waits for its tools: its items, and the call made for one of them. */
function stackOf(items: IDataObject[], itemIndex: number, runIndex: number, agentRun = 0) {
	const action = { input: {}, metadata: { itemIndex } };
	const actions = [{ action, nodeName: 'SMS', runIndex }];
	const main = [items.map((json) => ({ json }))];
	return [
		{ data: { main: [[]] } },
		{
			...{ node: { name: 'AI Agent' }, runIndex: agentRun, data: { main } },
			metadata: { subNodeExecutionData: { actions } },
		},
	];
}

/** The key of a call whose input item and caller are given. */
function keyOf(
	json: IDataObject,
	caller: object | undefined,
	runIndex = 0,
	sent: IDataObject = body,
	{ parameters = asked, nodeExecutionStack = [] as object[] } = {},
) {
	const context = {
		getExecuteData: () => ({ node: { name: 'Agent' }, source: caller && { main: [caller] } }),
		getNode: () => ({ name: 'SMS' }),
		getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
		runExecutionData: { executionData: { nodeExecutionStack } },
	} as unknown as IExecuteFunctions;
	const node = { parameters };
	const item = { context, json, node: node as unknown as INode };
	const { keys } = toolCall(
		item,
		{ runIndex } as RunState,
		{ endpoint: '/extApi/scheduleSms.php', effect: 'once' },
		sent,
	);
	return keys.length === 1 ? keys[0] : [...keys].sort().join();
}

describe('a call of a model', () => {
	it('is the same call again in the same run of its agent, whatever the order of its arguments', () => {
		const first = keyOf({ toolCallId: '1', phone: '050', text: 'Hi' }, agent);
		expect(keyOf({ text: 'Hi', toolCallId: '2', phone: '050' }, agent, 1)).toBe(first);
	});

	it('is the same call again whatever else the model writes, and another one for another item', () => {
		const items = [{ order: 7 }, { order: 8 }];
		const written = { order: 7, toolCallId: '1', phone: '050', text: 'Hi' };
		const of = (more: IDataObject, item = 0) =>
			keyOf({ ...written, ...more }, agent, 1, body, {
				nodeExecutionStack: stackOf(items, item, 1),
			});
		expect(of({ priority: 'high' })).toBe(of({}));
		expect(of({ order: 8 })).toBe(of({}));
		expect(of({}, 1)).not.toBe(of({}));
	});

	it('is the same call again whichever review it was approved by, and a new one in the next run', () => {
		const of = (previousNodeRun: number, agentRun = 0) =>
			keyOf({ toolCallId: '1' }, { previousNode: 'Review', previousNodeRun }, 1, body, {
				nodeExecutionStack: stackOf([{}], 0, 1, agentRun),
			});
		expect(of(1)).toBe(of(0));
		expect(of(0, 1)).not.toBe(of(0));
	});

	it('is the same call again when its fields ask for the arguments with blanks and line breaks', () => {
		const of = (json: IDataObject) =>
			keyOf({ toolCallId: '1', ...json }, agent, 0, body, { parameters: askedWithBlanks });
		expect(of({ phone: '057-0004567', text: 'Hi ' })).toBe(of({ phone: '0570004567', text: 'Hi' }));
	});

	it.each([
		['other content', keyOf({ toolCallId: '1' }, agent, 0, { ...body, msg: 'Bye' })],
		['another run of the agent', keyOf({ toolCallId: '1' }, { ...agent, previousNodeRun: 3 })],
		['another agent', keyOf({ toolCallId: '1' }, { ...agent, previousNode: 'Other' })],
		['another item', keyOf({ toolCallId: '1', order: 7 }, agent)],
	])('is a new one with %s: its message is sent', (_what, key) => {
		expect(key).not.toBe(keyOf({ toolCallId: '1' }, agent));
	});

	it("counts a caller's first run as 0, as n8n leaves it out", () => {
		const first = keyOf({ toolCallId: '1' }, { previousNode: 'AI Agent' });
		expect(first).toBe(keyOf({ toolCallId: '1' }, { ...agent, previousNodeRun: 0 }));
		expect(first).toMatch(/^AI Agent:0:[0-9a-f]{24}$/);
	});

	it('that no node made belongs to the run of the node', () => {
		expect(keyOf({ toolCallId: '1' }, undefined, 4)).toMatch(/^4:/);
	});

	it('of an older agent belongs to the run in which the agent made it, whatever its own number', () => {
		const first = keyOf({}, { previousNode: 'Chat' }, 4);
		expect(first).toMatch(/^Agent after Chat:0:/);
		expect(keyOf({}, { previousNode: 'Chat' }, 5)).toBe(first);
		expect(keyOf({}, { previousNode: 'Chat', previousNodeRun: 1 }, 5)).not.toBe(first);
	});

	it.each<[string, IDataObject, IDataObject]>([
		['of one phone', { list: '972570004567', msg: 'Hi' }, { phone: '+972 57-000-4567' }],
		['of several phones', { list: '0501234568,0570004567', msg: 'Hi' }, {}],
	])('is the same however it spells its phones: %s', (what, sent, args) => {
		const both = what === 'of one phone' ? body : { ...body, list: '0570004567,972501234568' };
		const first = keyOf({ toolCallId: '1', ...args, phone: '057-0004567' }, agent, 0, both);
		expect(keyOf({ toolCallId: '2', ...args }, agent, 0, sent)).toBe(first);
	});
});
