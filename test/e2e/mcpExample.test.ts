// If this fails, an MCP client cannot use the example, or it sends what no person approved.
import { createRequire } from 'node:module';
import path from 'node:path';

import { nodeOf, readExample } from '../../demo/exampleWorkflows';
import { listExecutions } from '../../n8n/executions';
import { ensureN8n } from '../../n8n/install';
import type { StoredWorkflow } from '../../n8n/types';
import { linkTo } from './support/phone';
import { stackForTests } from './support/stack';
import { until } from './support/until';
import { version } from './support/version';

/** The official SDK's client, from n8n's own installation, against the example's MCP server. */

interface Tool {
	name: string;
	inputSchema: { properties: Record<string, { type: string; description: string }> };
}
interface Client {
	connect(transport: object): Promise<void>;
	listTools(): Promise<{ tools: Tool[] }>;
	callTool(call: {
		name: string;
		arguments: object;
	}): Promise<{ content: Array<{ text: string }> }>;
	close(): Promise<void>;
}
interface Sdk {
	Client: new (about: object) => Client;
	StreamableHTTPClientTransport: new (url: URL, options: object) => object;
}

const APPROVER = '0570004567';
const CUSTOMER = '0570001001';
const secret = { name: 'Authorization', value: 'Bearer a-long-random-value' };
const stack = stackForTests();
let connect: (value: string) => Promise<Client>;
let client: Client;
let workflow: StoredWorkflow;

beforeAll(async () => {
	const { directory } = await ensureN8n(version);
	const load = createRequire(path.join(directory, 'node_modules', 'n8n', 'package.json'));
	const sdk = {
		...(load('@modelcontextprotocol/sdk/client/index.js') as Sdk),
		...(load('@modelcontextprotocol/sdk/client/streamableHttp.js') as Sdk),
	};
	const header = await stack.client.createCredential('MCP', 'httpHeaderAuth', secret);
	const example = readExample('mcp-server.json');
	const url = `${stack.n8n.url}/webhook/send-request`;
	nodeOf(example, 'Ask to send an SMS').parameters.url = url;
	workflow = await stack.publish(example, ['send-request'], 'POST', header);
	connect = async (value) => {
		const found = new sdk.Client({ name: 'test', version: '1.0.0' });
		const requestInit = { headers: { [secret.name]: value } };
		const server = new URL(`${stack.n8n.url}/mcp/messages`);
		await found.connect(new sdk.StreamableHTTPClientTransport(server, { requestInit }));
		return found;
	};
	client = await connect(secret.value);
});
afterAll(async () => await client?.close());

const call = async (name: string, values: object) =>
	(await client.callTool({ name, arguments: values })).content.map(({ text }) => text).join();
const sent = () => stack.control.ledger().entries.filter(({ phone }) => phone !== APPROVER);

it('lists its tools with what they ask for, and only to who has the header', async () => {
	const { tools } = await client.listTools();
	const asked = tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties)]);
	expect(Object.fromEntries(asked)).toEqual({
		Ask_to_send_an_SMS: ['phone', 'text'],
		Look_up_a_campaign: ['campaign_code'],
		Check_a_contact: ['phone'],
	});
	expect(tools[0].inputSchema.properties.phone).toMatchObject({ type: 'string' });
	await expect(connect('Bearer wrong')).rejects.toThrow();
});

it('looks up a campaign and checks a contact', async () => {
	expect(await call('Look_up_a_campaign', { campaign_code: '99999' })).toContain('"status":"na"');
	expect(await call('Check_a_contact', { phone: '0570011023' })).toContain('BLOCKED');
});

it('asks a person before it sends, and sends a repeated call once', async () => {
	const request = { phone: CUSTOMER, text: 'Your order is ready.' };
	const repeated = { ...request, phone: '+972 57-000-1001' };
	const answers = { Decline: 0, Approve: 1, 'Approve again': 1 };
	for (const [answer, count] of Object.entries(answers)) {
		const before = sent().length;
		expect(
			await call('Ask_to_send_an_SMS', answer.endsWith('again') ? repeated : request),
		).toContain('A person was asked');
		const id = await until(async () => {
			const executions = await listExecutions(stack.client, workflow.id);
			return executions.find(({ status }) => status === 'waiting')?.id;
		});
		const page = await (await stack.phone()).open(linkTo(stack, APPROVER));
		expect(sent()).toHaveLength(before);
		await page.getByRole('button', { name: answer.replace(' again', '') }).click();
		await page.getByText('Your answer was received').waitFor();
		await stack.success(id);
		expect(sent()).toMatchObject(Array(count).fill({ ...request, count: 1 }));
	}
});
