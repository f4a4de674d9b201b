// If this fails, an AI agent cannot use an operation, or its model reads the wrong result.
import type { Locator } from 'playwright-core';

import { nodeOf } from '../../demo/exampleWorkflows';
import { demoToken } from '../../demo/startStack';
import type { Editor } from '../../n8n/editor/editor';
import type { StoredWorkflow } from '../../n8n/types';
import { argumentName, isByModel } from '../operations/byModel';
import {
	agentWorkflow,
	converse,
	toolName,
	type Conversation,
	type Script,
	type Tool,
} from './support/agent';
import type { ToolCall } from './support/fakeModel';
import {
	AGENT_3,
	agents,
	cells,
	operationOf,
	task,
	toolOf,
	type Arguments,
	type Cell,
} from './support/toolCells';
import { stackForTests } from './support/stack';
import { until } from './support/until';

/**
 * Every operation as a tool of a real n8n's AI Agent: what a model reads, what its call sends, and
 * what it gets back. The model is a fake one that makes the calls that a test names.
 */

const stack = stackForTests({ emulator: { campaignStepMs: 600_000 } });
const totals = { conversations: 0, tokens: 0 };

afterAll(() => {
	process.stdout.write(`AI tools: ${cells.length} cells, ${JSON.stringify(totals)}\n`);
});

async function talk(script: Script): Promise<Conversation> {
	const conversation = await converse(stack, script);
	totals.conversations++;
	if (conversation.seen.includes(demoToken)) totals.tokens++;
	expect(conversation.execution).toMatchObject({ status: 'success', error: undefined });
	const calls = script.answers.flat().filter((answer) => typeof answer === 'object');
	expect(conversation.replies).toHaveLength(calls.length);
	return conversation;
}

/** The agent's model calls the tool of a cell once. */
async function callOnce(cell: Cell, changes: Arguments = {}, agentVersion = AGENT_3) {
	const tool = toolOf(cell);
	const call = { tool: toolName(tool.name), arguments: { ...cell.call, ...changes } };
	const conversation = await talk({ tools: [tool], answers: [call], agentVersion });
	return { ...conversation, reply: conversation.replies[0] };
}

async function prepare(cell: Cell): Promise<void> {
	stack.control.reset();
	await operationOf(cell).prepare?.(stack.emulator);
}

/** The requests an operation made, without those for templates it looks up. */
function requestsOf(cell: Cell) {
	const { endpoint } = operationOf(cell);
	return stack.control.requests().filter((request) => request.endpoint === endpoint);
}

describe.each(agents)('tools of AI Agent $agentVersion', ({ agentVersion, tools }) => {
	it.each(tools)('$label', async (cell) => {
		await prepare(cell);
		const { offered, reply } = await callOnce(cell, {}, agentVersion);

		expect(offered).toMatchObject([{ name: toolName(cell.says), description: cell.says }]);
		const [{ parameters }] = offered;
		expect(Object.keys(parameters.properties).sort()).toEqual(Object.keys(cell.call).sort());
		expect([...(parameters.required ?? [])].sort()).toEqual(Object.keys(cell.call).sort());

		const bodies = requestsOf(cell).map((request) => request.parameters);
		expect(bodies).toEqual([{ ...cell.body, token: demoToken }]);
		expect(JSON.parse(reply)).toMatchObject(cell.output);
		expect(JSON.parse(reply)).toHaveLength(cell.output.length);
	});
});

/** How a refusal comes back is n8n's; what each operation says to a model is in the integration tests. */
describe.each(agents)(
	'a model of AI Agent $agentVersion that calls wrongly',
	({ agentVersion }) => {
		it("reads the service's words and the fix", async () => {
			const [cell] = cells;
			await prepare(cell);
			const { reply } = await callOnce(cell, { Sender: 'Nobody' }, agentVersion);
			const [{ error }] = JSON.parse(reply) as Array<{ error: string }>;
			expect(error).toContain('sender id not approved');
			expect(error).toContain('Use a sender ID approved in the account');
			expect(requestsOf(cell).map((request) => request.accepted)).toEqual([false]);
		});
	},
);

// AI Agent 2 ends itself when arguments are missing, before the tool is asked.
describe('a model of AI Agent 3', () => {
	it('reads what it left out', async () => {
		const [cell] = cells;
		await prepare(cell);
		const { reply } = await callOnce(cell, { Phone_Numbers: undefined });
		expect(reply).toContain('Phone Numbers is empty or missing');
		expect(requestsOf(cell)).toEqual([]);
	});
});

describe.each(agents)('a model of AI Agent $agentVersion that calls twice', ({ agentVersion }) => {
	const [cell] = cells;
	const tool = toolOf(cell);
	const call = (text: string, name = tool.name) => ({
		tool: toolName(name),
		arguments: { ...cell.call, Message: text },
	});
	const sent = () => stack.control.ledger().total;

	beforeEach(() => stack.control.reset());

	/** The model calls in one answer, or looks at the first reply before it calls again. */
	const orders: Array<[string, (calls: ToolCall[]) => Script['answers']]> = [
		['one after the other', (calls) => calls],
		['at once', (calls) => [calls]],
	];

	it.each(orders)(
		'%s: sends the same message once, and gives the repeat no old result',
		async (_order, answers) => {
			const calls = [call('one'), call('one')];
			const { replies } = await talk({ tools: [tool], answers: answers(calls), agentVersion });
			expect(sent()).toBe(1);
			// Calls made at once may be answered in any order.
			expect(replies.flatMap((reply) => JSON.parse(reply) as object[])).toEqual(
				expect.arrayContaining([
					expect.objectContaining({ taskId: task }),
					{
						outcome: 'refused',
						error: expect.stringContaining('the same call was made before') as string,
					},
				]),
			);
		},
	);

	it('sends the same message once, whichever of two tools it calls', async () => {
		const secret = { baseUrl: stack.emulator.url, token: 'demo-token-sms' };
		const credential = await stack.client.createCredential('Another', 'extApi', secret);
		const other: Tool = { ...tool, name: 'Another account', credential };
		await talk({
			tools: [tool, other],
			answers: [call('one'), call('one', other.name)],
			agentVersion,
		});
		expect(sent()).toBe(1);
	});
});

describe('the editor', () => {
	const [, { tools: shown }] = agents;
	let editor: Editor;
	let workflow: StoredWorkflow;

	/** What remains of a value when each of its texts is replaced; `undefined` drops a text. */
	const withTexts = <T>(value: T, replace: (text: string) => string | undefined): T =>
		JSON.parse(
			JSON.stringify(value, (_key, part: unknown) =>
				typeof part === 'string' ? replace(part) : part,
			),
		) as T;
	/** The cell's tool before the model got anything to define. */
	const unfilled = (cell: Cell): Tool => ({
		...withTexts(toolOf(cell), (text) => (isByModel(text) ? '' : text)),
		name: nodeNameOf(cell),
	});
	const filled = (cell: Cell) =>
		withTexts(cell.parameters, (text) => (isByModel(text) ? text : undefined));
	const nodeNameOf = (cell: Cell) => `Tool ${shown.findIndex((each) => each === cell)}`;
	/** Clicks the button "Let the model define this parameter" of the field an argument is for. */
	async function letModelDefine(panel: Locator, argument: string): Promise<void> {
		const fields = panel.getByTestId('input-label');
		// Fields of a list have their place before their label.
		const isField = (text: string) =>
			`_${argument}`.endsWith(`_${argumentName(text.split('\n')[0].trim())}`);
		const index = await until(async () => {
			const found = (await fields.allInnerTexts()).findIndex(isField);
			return found < 0 ? undefined : found;
		});
		const buttons = fields.nth(index).getByTestId('from-ai-override-button');
		await buttons.filter({ visible: true }).click();
	}

	beforeAll(async () => {
		const tools = shown.map(unfilled);
		workflow = await stack.client.createWorkflow(
			agentWorkflow(tools, AGENT_3, { extApi: stack.credential }),
		);
		editor = await stack.editor();
	});
	beforeEach(async () => await editor.openWorkflow(workflow.id));

	it('lets the model define what it may', async () => {
		for (const cell of shown.filter(({ parameters }) => isByModel(parameters))) {
			const panel = await editor.openNode(nodeNameOf(cell));
			for (const argument of Object.keys(cell.call)) await letModelDefine(panel, argument);
			await editor.page.keyboard.press('Escape');
			await panel.waitFor({ state: 'hidden' });
		}
		await editor.page.keyboard.press('Control+s');
		const last = shown.at(-1)!;
		const definedByModel = (parameters: unknown) =>
			JSON.stringify(parameters).split('$fromAI(').length - 1;
		// n8n also saves by itself, in between.
		const stored = await until(async () => {
			const found = await stack.client.request<StoredWorkflow>('GET', `/workflows/${workflow.id}`);
			const { parameters } = nodeOf(found, nodeNameOf(last));
			return definedByModel(parameters) === definedByModel(filled(last)) ? found : undefined;
		});
		for (const cell of shown) {
			expect(nodeOf(stored, nodeNameOf(cell)).parameters).toMatchObject(filled(cell));
		}
	});
});

it('no model ever saw the token', () => {
	expect(totals.conversations).toBeGreaterThan(agents.flatMap(({ tools }) => tools).length);
	expect(totals.tokens).toBe(0);
});
