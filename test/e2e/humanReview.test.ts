// If this fails, an agent's tool runs although the person who was asked did not approve.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import axios from 'axios';
import type { Browser } from 'playwright-core';

import { nodeOf, readExample } from '../../demo/exampleWorkflows';
import { demoToken, startStack, type Stack } from '../../demo/startStack';
import { startBrowser } from '../../n8n/editor/browser';
import { Phone } from '../../n8n/editor/phone';
import { listExecutions, readExecution, waitForExecution } from '../../n8n/executions';
import type { Execution, StoredWorkflow, WorkflowJson } from '../../n8n/types';
import { onlyWhere } from '../onlyWhere';
import { startFakeModel, type Answer, type FakeModel, type ToolCall } from './support/fakeModel';
import { linkTo } from './support/phone';
import { until } from './support/until';
import { isOld } from './support/version';

/**
 * The example: an agent whose tool runs only after a person has approved by SMS. n8n makes the step of
 * human review out of the operation by itself; 2.0 and 1.123 know no such steps.
 */

const hasHumanReview = !isOld;
const where = onlyWhere(hasHumanReview, 'reviews of tool calls, which this version does not have');
const elsewhere = onlyWhere(!hasHumanReview, 'that older versions offer no reviews');
const MANAGER = '0570002233';
const ASK = 'Ask the manager';
const AGENT = 'Look after the order';

let stack: Stack;
let browser: Browser;
let phone: Phone;
/** The shop the tool refunds in. */
let shop: Server;
const refunds: unknown[] = [];

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
	stack = await startStack({ emulator: { campaignStepMs: 60_000 } });
	browser = await startBrowser();
	phone = await Phone.of(browser);
});
afterAll(async () => {
	await browser?.close();
	await stack?.stop();
	shop.close();
});
beforeEach(() => {
	stack.emulator.control.reset();
	refunds.splice(0);
});

let models = 0;

/** A model's call of the reviewed tool, which may say more than it was asked for. */
const refundOf = (order: string, amount: number, more: object = {}): ToolCall => ({
	tool: 'Refund',
	arguments: { toolParameters: { order, amount }, hitlParameters: {}, ...more },
});

/** Imports the example for a version of the agent, with a model that asks for a refund. */
async function publish(
	agentVersion: number,
	change: (example: WorkflowJson) => void = () => {},
	calls: Answer = refundOf('A-17', 120),
	before: Answer[] = [],
) {
	const model = await startFakeModel({ calls: [...before, calls, 'Done.', 'Done.'] });
	const openAi = await stack.client.createCredential(`Model ${++models}`, 'openAiApi', {
		...{ apiKey: 'any', url: model.url, header: false },
	});
	const example = readExample('refund-after-approval.json');
	Object.assign(nodeOf(example, AGENT), { typeVersion: agentVersion });
	const { port } = shop.address() as AddressInfo;
	nodeOf(example, 'Refund').parameters.url = `http://127.0.0.1:${port}/refunds`;
	const path = `refund-${models}`;
	nodeOf(example, 'Customer message').parameters.path = path;
	change(example);
	const workflow = await stack.client.createWorkflow(example, [stack.credential, openAi]);
	await stack.client.activate(workflow);
	await stack.client.waitForWebhook(path, 'POST');
	return { workflow, model, path };
}

/** The customer writes; the execution waits for the manager. */
async function startRefund(workflow: StoredWorkflow, path: string): Promise<string> {
	await axios.post(`${stack.n8n.url}/webhook/${path}`, { text: 'Please refund order A-17' });
	return await until(async () => {
		const [execution] = await listExecutions(stack.client, workflow.id);
		if (execution === undefined || ['new', 'running'].includes(execution.status)) return undefined;
		const { status, error } = await readExecution(stack.client, execution.id);
		expect({ status, error }).toEqual({ status: 'waiting', error: undefined });
		return execution.id;
	});
}

async function ended(id: string): Promise<Execution> {
	const execution = await waitForExecution(stack.client, id);
	expect(execution.error).toBeUndefined();
	expect(execution.status).toBe('success');
	return execution;
}

/** What the model read as the tool's answer. */
const toolAnswers = ({ requests }: FakeModel) =>
	(requests.at(-1)?.body.messages ?? [])
		.filter(({ role }) => role === 'tool')
		.map(({ content }) => String(content));

const agentVersions = [3, 3.1];

where.describe.each(agentVersions)('AI Agent %s', (agentVersion) => {
	it('runs its tool after the approval, not before', async () => {
		const { workflow, model, path } = await publish(agentVersion);
		const id = await startRefund(workflow, path);
		expect(refunds).toEqual([]);
		const [{ text }] = stack.emulator.control.ledger().entries;
		expect(text).toMatch(/^Refund 120 for order A-17\?\nhttp/);

		const page = await phone.open(linkTo(stack, MANAGER));
		expect(refunds).toEqual([]);
		await page.getByRole('button', { name: 'Refund it' }).tap();
		await page.getByRole('heading', { name: 'Thank you' }).waitFor();
		await ended(id);
		expect(refunds).toEqual([{ order: 'A-17', amount: 120 }]);
		expect(toolAnswers(model).join()).toContain('refunded');
		expect(JSON.stringify(model.requests)).not.toContain(demoToken);
		await model.stop();
	});

	it('does not run it after "No refund"', async () => {
		const { workflow, model, path } = await publish(agentVersion);
		const id = await startRefund(workflow, path);
		const page = await phone.open(linkTo(stack, MANAGER));
		await page.getByRole('button', { name: 'No refund' }).tap();
		await page.getByRole('heading', { name: 'Thank you' }).waitFor();
		await ended(id);
		expect(refunds).toEqual([]);
		expect(toolAnswers(model).join()).toContain('rejected the tool call');
		await model.stop();
	});

	it('asks for each of two calls in one turn, and runs the one that was approved', async () => {
		const calls = [refundOf('A-17', 120), refundOf('B-18', 999)];
		const { workflow, model, path } = await publish(agentVersion, undefined, calls);
		const id = await startRefund(workflow, path);
		const decide = async (button: string) => {
			const page = await phone.open(linkTo(stack, MANAGER));
			const asked = await page.locator('.message').innerText();
			await page.getByRole('button', { name: button }).tap();
			await page.getByRole('heading', { name: 'Thank you' }).waitFor();
			return asked;
		};
		const first = await decide('Refund it');
		await until(
			async () => stack.emulator.control.ledger().entries.length === 2 || undefined,
			30_000,
		);
		await until(
			async () => (await readExecution(stack.client, id)).status === 'waiting' || undefined,
		);
		expect(refunds).toEqual([]);
		const second = await decide('No refund');
		await ended(id);
		expect([first, second].sort()).toEqual([
			'Refund 120 for order A-17?',
			'Refund 999 for order B-18?',
		]);
		const isFirst = first.includes('A-17');
		expect(refunds).toEqual([
			isFirst ? { order: 'A-17', amount: 120 } : { order: 'B-18', amount: 999 },
		]);
		await model.stop();
	});

	/** The model's call is answered without anyone having been asked. */
	async function refused({ model, workflow, path }: Awaited<ReturnType<typeof publish>>) {
		await axios.post(`${stack.n8n.url}/webhook/${path}`, { text: 'Refund', orders: [1, 2] });
		const id = await until(async () => (await listExecutions(stack.client, workflow.id))[0]?.id);
		await ended(id);
		expect(stack.emulator.control.ledger().entries).toEqual([]);
		expect(refunds).toEqual([]);
		const told = toolAnswers(model).join();
		await model.stop();
		return told;
	}

	it('asks no one and does not run it for an agent with several items, which n8n would run it for twice', async () => {
		const severalItems = (example: WorkflowJson) => {
			const from = 'Customer message';
			example.nodes.push({
				...{ id: 'split', name: 'Orders', type: 'n8n-nodes-base.splitOut', typeVersion: 1 },
				...{ position: [120, 0], parameters: { fieldToSplitOut: 'body.orders', options: {} } },
			});
			const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
			Object.assign(example.connections, { [from]: to('Orders'), Orders: to(AGENT) });
			nodeOf(example, AGENT).parameters.text = 'Refund it';
		};
		const calls = refundOf('B-18', 999, { approved: true });
		const published = await publish(agentVersion, severalItems, calls, [refundOf('A-17', 120)]);
		expect(await refused(published)).toMatch(/This call was not approved.*2 items/);
	});

	it.each<[string, ToolCall['arguments']]>([
		['beside the arguments', { query: { toolParameters: { order: 'A-17', amount: 5 } } }],
		[
			'in the arguments',
			{ toolParameters: { order: 'A-17', amount: 120, query: { amount: 5000 } } },
		],
	])(
		'asks no one and does not run it when the model hides another amount in a query %s',
		async (...[, more]) => {
			const published = await publish(agentVersion, undefined, refundOf('A-17', 120, more));
			expect(await refused(published)).toMatch(/This call was not approved/);
		},
	);

	it('does not run it when the message is refused', async () => {
		const { workflow, model, path } = await publish(agentVersion, (example) => {
			nodeOf(example, ASK).parameters.phoneNumbers = '12';
		});
		await axios.post(`${stack.n8n.url}/webhook/${path}`, { text: 'Please refund order A-17' });
		const id = await until(async () => (await listExecutions(stack.client, workflow.id))[0]?.id);
		await waitForExecution(stack.client, id);
		expect(refunds).toEqual([]);
		await model.stop();
	});
});

// n8n looks once a minute for those no one answered: both wait for the same look.
where.it('runs no tool when no one answers in time', async () => {
	const limit = { limitType: 'afterTimeInterval', resumeAmount: 0.1, resumeUnit: 'minutes' };
	const asked: Array<{ id: string; model: FakeModel }> = [];
	for (const agentVersion of agentVersions) {
		const { workflow, model, path } = await publish(agentVersion, (example) => {
			nodeOf(example, ASK).parameters.options = { limitWaitTime: { values: limit } };
		});
		asked.push({ id: await startRefund(workflow, path), model });
	}
	for (const { id, model } of asked) {
		await ended(id);
		expect(toolAnswers(model).join()).toContain('No one answered in time');
		await model.stop();
	}
	expect(refunds).toEqual([]);
});

elsewhere.it('is not offered by this version of n8n', async () => {
	const find = async (type: string) =>
		await stack.client.request<unknown[]>('POST', '/node-types', {
			nodeInfos: [{ name: `n8n-nodes-extapi.${type}`, version: 1 }],
		});
	expect(await find('extApiSms')).toHaveLength(1);
	await expect(find('extApiSmsHitlTool')).rejects.toThrow('n8n answered');
});
