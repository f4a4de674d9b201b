// If this fails, an agent's tool runs although the person who was asked did not approve.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import axios from 'axios';

import { nodeOf, readExample } from '../../demo/exampleWorkflows';
import { demoToken } from '../../demo/startStack';
import type { Phone } from '../../n8n/editor/phone';
import { listExecutions, waitForExecution } from '../../n8n/executions';
import type { WorkflowJson } from '../../n8n/types';
import { modelFor } from './support/agent';
import type { Answer, FakeModel, ToolCall } from './support/fakeModel';
import { linkTo } from './support/phone';
import { stackForTests } from './support/stack';
import { until } from './support/until';

/**
 * The example: an agent whose tool runs only after a person has approved by SMS. n8n makes the step of
 * human review out of the operation by itself; 2.0 knows no such steps.
 */

const MANAGER = '0570002233';
const ASK = 'Ask the manager';
const AGENT = 'Look after the order';

const stack = stackForTests({ emulator: { campaignStepMs: 60_000 } });
let phone: Phone;
/** The shop the tool refunds in. */
let shop: Server;
const refunds: unknown[] = [];
const stopped: Array<() => Promise<void>> = [];

beforeAll(async () => {
	shop = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			refunds.push(JSON.parse(Buffer.concat(chunks).toString()));
			response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"refunded":true}');
		});
	});
	await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
	phone = await stack.phone();
});
afterAll(async () => {
	for (const stop of stopped) await stop();
	shop.close();
});
beforeEach(() => void refunds.splice(0));

/** A model's call of the reviewed tool, which may say more than it was asked for. */
const refundOf = (order: string, amount: number, more: object = {}): ToolCall => ({
	tool: 'Refund',
	arguments: { toolParameters: { order, amount }, hitlParameters: {}, ...more },
});

/** Imports the example with a model that asks for refunds, and lets the customer write. */
async function startRefund(change: (example: WorkflowJson) => void = () => {}, ...calls: Answer[]) {
	const answers = calls.length > 0 ? calls : [refundOf('A-17', 120)];
	const { model, openAi } = await modelFor(stack, [...answers, 'Done.', 'Done.']);
	stopped.push(model.stop);
	const example = readExample('refund-after-approval.json');
	const { port } = shop.address() as AddressInfo;
	nodeOf(example, 'Refund').parameters.url = `http://127.0.0.1:${port}/refunds`;
	const path = `refund-${stopped.length}`;
	nodeOf(example, 'Customer message').parameters.path = path;
	change(example);
	const workflow = await stack.publish(example, [path], 'POST', openAi);
	await axios.post(`${stack.n8n.url}/webhook/${path}`, { text: 'Refund A-17', orders: [1, 2] });
	const id = await until(async () => (await listExecutions(stack.client, workflow.id))[0]?.id);
	return { id, model };
}

/** Starts the example and waits until the manager is asked. */
async function ask(...of: Parameters<typeof startRefund>) {
	const { id, model } = await startRefund(...of);
	return { model, id: await stack.waiting(id) };
}

/** The manager reads the question and answers it. */
async function decide(button: string): Promise<string> {
	const page = await phone.open(linkTo(stack, MANAGER));
	const asked = await page.locator('.message').innerText();
	await page.getByRole('button', { name: button }).tap();
	await page.getByRole('heading', { name: 'Thank you' }).waitFor();
	return asked;
}

/** What the model read as the tool's answer. */
const toolAnswers = ({ requests }: FakeModel) =>
	(requests.at(-1)?.messages ?? [])
		.filter(({ role }) => role === 'tool')
		.map(({ content }) => String(content))
		.join();

describe('an agent', () => {
	it('runs its tool after the approval, not before', async () => {
		const { id, model } = await ask();
		const [{ text }] = stack.control.ledger().entries;
		expect(text).toMatch(/^Refund 120 for order A-17\?\nhttp/);
		await phone.open(linkTo(stack, MANAGER));
		expect(refunds).toEqual([]);
		await decide('Approve');
		await stack.success(id);
		expect(refunds).toEqual([{ order: 'A-17', amount: 120 }]);
		expect(toolAnswers(model)).toContain('refunded');
		expect(JSON.stringify(model.requests)).not.toContain(demoToken);
	});

	it('does not run it after a decline', async () => {
		const { id, model } = await ask();
		await decide('Decline');
		await stack.success(id);
		expect(refunds).toEqual([]);
		expect(toolAnswers(model)).toContain('rejected the tool call');
	});

	it('asks for each of two calls in one turn, and runs the one that was approved', async () => {
		const calls = [refundOf('A-17', 120), refundOf('B-18', 999)];
		const { id } = await ask(undefined, calls);
		const first = await decide('Approve');
		await until(async () => stack.control.ledger().entries.length === 2 || undefined);
		await stack.waiting(id);
		expect(refunds).toEqual([]);
		const second = await decide('Decline');
		await stack.success(id);
		const isFirst = first === 'Refund 120 for order A-17?';
		expect([first, second][isFirst ? 1 : 0]).toBe('Refund 999 for order B-18?');
		expect([first, second][isFirst ? 0 : 1]).toBe('Refund 120 for order A-17?');
		expect(refunds).toEqual([
			isFirst ? { order: 'A-17', amount: 120 } : { order: 'B-18', amount: 999 },
		]);
	});

	it('asks no one for an agent with several items, which n8n would run the tool for twice', async () => {
		const calls = [refundOf('A-17', 120), refundOf('B-18', 999, { approved: true })];
		const { id, model } = await startRefund(splitOrders, ...calls);
		await stack.success(id);
		expect(stack.control.ledger().entries).toEqual([]);
		expect(refunds).toEqual([]);
		expect(toolAnswers(model)).toMatch(/This call was not approved.*2 items/);
	});

	it('does not run it when the message is refused', async () => {
		const { id } = await startRefund((example) => {
			nodeOf(example, ASK).parameters.phoneNumbers = '12';
		});
		await waitForExecution(stack.client, id);
		expect(refunds).toEqual([]);
	});
});

/** Lets the agent work on an item for each order. */
function splitOrders(example: WorkflowJson): void {
	const from = 'Customer message';
	example.nodes.push({
		...{ id: 'split', name: 'Orders', type: 'n8n-nodes-base.splitOut', typeVersion: 1 },
		...{ position: [120, 0], parameters: { fieldToSplitOut: 'body.orders', options: {} } },
	});
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	Object.assign(example.connections, { [from]: to('Orders'), Orders: to(AGENT) });
	nodeOf(example, AGENT).parameters.text = 'Refund it';
}
