// If this fails, links of old messages are dead after a restart of n8n, and no one can opt out.
import axios from 'axios';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';

import { demoOwner, startStack, type Stack } from '../../demo/startStack';
import { chain, itemsStep, START } from '../../n8n/chain';
import { startBrowser } from '../../n8n/editor/browser';
import { Phone } from '../../n8n/editor/phone';
import {
	itemsOf,
	listExecutions,
	readExecution,
	runWorkflow,
	waitForExecution,
} from '../../n8n/executions';
import { ensureN8n } from '../../n8n/install';
import { startN8n } from '../../n8n/start';
import { TRIGGER_PATH } from '../../nodes/shared/service/notificationAddress';
import { linkTo } from './support/phone';
import { until } from './support/until';
import { version } from './support/version';

const RECIPIENT = '0570002233';
const webhookId = 'd0000000-0000-4000-8000-000000000007';
const TRIGGER = 'Opted out or in';

let stack: Stack;
let browser: Browser;

beforeAll(async () => {
	const userFolder = await mkdtemp(path.join(tmpdir(), 'extapi-n8n-'));
	stack = await startStack({ n8n: { userFolder } });
	browser = await startBrowser();
});
afterAll(async () => {
	await browser?.close();
	// Another process than the stack began with, after the restart.
	await stack?.n8n.stop();
	await stack?.stop();
	await rm(stack.n8n.userFolder, { recursive: true, force: true });
});

async function listen() {
	const trigger = {
		name: TRIGGER,
		type: 'n8n-nodes-extapi.extApiTrigger',
		typeVersion: 1.1,
		parameters: { events: ['OPTED_OUT', 'OPTED_IN'], checkKey: true },
		settings: { webhookId },
	};
	const stored = await stack.client.createWorkflow(chain(TRIGGER, [], trigger), [stack.credential]);
	await stack.client.activate(stored);
	await stack.client.waitForWebhook(`${webhookId}/${TRIGGER_PATH}`, 'GET');
	return stored;
}

async function sendCampaign(): Promise<void> {
	const campaign = {
		name: 'Campaign',
		type: 'n8n-nodes-extapi.extApiSms',
		parameters: {
			...{ resource: 'message', operation: 'sendCampaign', sender: 'MyShop', recipient: 'phone' },
			message: 'Spring sale. Stop: {optOut}',
			options: { optOutUrl: `${stack.n8n.url}/webhook/${webhookId}/${TRIGGER_PATH}` },
		},
	};
	const items = itemsStep(`return [{ json: { phone: '${RECIPIENT}' } }];`);
	const workflow = await stack.client.createWorkflow(chain('Campaign', [items, campaign]), [
		stack.credential,
	]);
	const id = await runWorkflow(stack.client, workflow, START);
	expect(await waitForExecution(stack.client, id)).toMatchObject({ status: 'success' });
}

async function restart(): Promise<void> {
	const { userFolder, url } = stack.n8n;
	await stack.n8n.stop();
	const installation = await ensureN8n(version);
	stack.n8n = await startN8n({
		...{ installation, userFolder },
		preferredPort: Number(new URL(url).port),
	});
	expect(stack.n8n.url).toBe(url);
	await stack.client.logIn(demoOwner);
	await stack.client.waitForWebhook(`${webhookId}/${TRIGGER_PATH}`, 'GET');
}

it('a link works over a restart of n8n, and so does its page that was open', async () => {
	const trigger = await listen();
	await sendCampaign();
	const phone = await Phone.of(browser);
	const page = await phone.open(linkTo(stack, RECIPIENT));
	await page.getByRole('button', { name: 'Stop messages' }).waitFor();
	await restart();

	const decide = async (button: string, answer: string, event: string) => {
		await page.getByRole('button', { name: button }).click();
		await page.getByText(answer).waitFor();
		return await until(async () => {
			for (const { id } of await listExecutions(stack.client, trigger.id)) {
				const [{ json }] = itemsOf(await readExecution(stack.client, id), TRIGGER);
				if (json.event === event) return json;
			}
			return undefined;
		});
	};
	expect(await decide('Stop messages', 'Messages stopped', 'OPTED_OUT')).toMatchObject({
		...{ phone: RECIPIENT, campaign: null },
	});
	expect(await decide('Get messages again', 'Messages will come again', 'OPTED_IN')).toMatchObject({
		phone: RECIPIENT,
	});
	// A link that is opened anew, as years later, asks again.
	const { status, data } = await axios.get<string>(linkTo(stack, RECIPIENT));
	expect(status).toBe(200);
	expect(data).toContain('Stop messages');
	await phone.close();
});
