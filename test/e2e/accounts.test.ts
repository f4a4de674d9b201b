// If this fails, a message is sent and billed by someone else's account.
import { startStack, type Stack } from '../../demo/startStack';
import { chain, itemsStep, START, type Step } from '../../n8n/chain';
import { itemsOf, runWorkflow, waitForExecution } from '../../n8n/executions';

/**
 * A credential whose token is an expression: every item is sent by its own account, also where only one in the middle
 * has another. What n8n says of the expression differs from version to version.
 */
const SEND = 'Send';
const [MINE, OTHER] = ['demo-token-full', 'demo-token-sms'];
let stack: Stack;

beforeAll(async () => {
	stack = await startStack();
});
afterAll(async () => await stack?.stop());
beforeEach(() => stack.emulator.control.reset());

const rows = itemsStep(
	`return ['0570002233', '0570002234', '0570002235'].map((phone) => ({ json: { phone } }));`,
);

async function tokensOf(token: string, parameters: Record<string, unknown>) {
	const { client, emulator } = stack;
	const data = { baseUrl: emulator.url, token };
	const credential = await client.createCredential('Of each item', 'extApi', data);
	const send: Step = {
		name: SEND,
		type: 'n8n-nodes-extapi.extApiSms',
		parameters: { resource: 'message', sender: 'MyShop', message: 'Hello', ...parameters },
	};
	const stored = await client.createWorkflow(chain('Accounts', [rows, send]), [credential]);
	const execution = await waitForExecution(client, await runWorkflow(client, stored, START));
	expect(execution.status).toBe('success');
	expect(itemsOf(execution, SEND).length).toBeGreaterThan(0);
	return Object.fromEntries(
		emulator.control.requests().flatMap(({ parameters: sent }) => {
			const { list, token: own } = sent as { list?: string; token: string };
			return (list ?? '').split(',').map((phone) => [phone, own] as const);
		}),
	);
}

const middle = `={{ $itemIndex === 1 ? '${OTHER}' : '${MINE}' }}`;

it.each([
	['Send', { operation: 'send', phoneNumbers: '={{ $json.phone }}' }],
	['Send Campaign', { operation: 'sendCampaign', recipient: 'phone' }],
])('%s sends each item by its own account', async (_name, parameters) => {
	expect(await tokensOf(middle, parameters)).toEqual({
		'0570002233': MINE,
		'0570002234': OTHER,
		'0570002235': MINE,
	});
	stack.emulator.control.reset();
	expect(await tokensOf(MINE, parameters)).toEqual({
		'0570002233': MINE,
		'0570002234': MINE,
		'0570002235': MINE,
	});
});
