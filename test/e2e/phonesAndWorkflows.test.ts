// If this fails, people cannot see on the emulator's phones what their workflow sent.
import type { Browser } from 'playwright-core';

import { runCampaign } from '../../demo/runCampaign';
import { startFilled, type Demo } from '../../demo/startDemo';
import { chain, START, type Step } from '../../n8n/chain';
import { startBrowser } from '../../n8n/editor/browser';
import { itemsOf, runWorkflow, waitForExecution } from '../../n8n/executions';
import { PhonePage } from './support/phonePage';

/** Workflows of a real n8n and the phones beside it, each in the browser. */

const dana = '0570001001';
let demo: Demo;
let browser: Browser;

beforeAll(async () => {
	demo = await startFilled();
	browser = await startBrowser();
});
afterAll(async () => {
	await browser?.close();
	await demo?.stop();
});
beforeEach(() => demo.emulator.control.reset());
afterEach(async () => {
	for (const context of browser.contexts()) await context.close();
});

const sms = (message: string, settings?: Step['settings']): Step => ({
	name: 'Send SMS',
	type: 'n8n-nodes-extapi.extApiSms',
	parameters: {
		resource: 'message',
		operation: 'send',
		phoneNumbers: dana,
		message,
		sender: 'MyShop',
	},
	settings,
});

const create = async (...of: Parameters<typeof chain>) =>
	await demo.client.createWorkflow(chain(...of), [demo.credential]);

it('the campaign of the demo appears live, on the phones and among the campaigns', async () => {
	demo.emulator.control.changeSettings({ chunkSize: 100, campaignStepMs: 200 });
	const phones = await PhonePage.open(browser, demo.emulatorUrl);
	const campaigns = await PhonePage.open(browser, demo.emulatorUrl);
	await campaigns.show('campaigns');
	await phones.page.getByText('Nothing has been sent yet.').waitFor();
	const running = runCampaign(demo);
	await campaigns.page.getByText('Running', { exact: true }).waitFor();
	await campaigns.page.getByText('Done', { exact: true }).waitFor();
	await phones.page.getByText('958 phones').waitFor();
	await campaigns.page.locator('[data-row="0"] a').click();
	await campaigns.page.getByRole('cell', { name: 'START' }).waitFor();
	await campaigns.page.getByText('958 of 958 recipients, 958 sent').waitFor();
	await running;
	await phones.page.locator('[data-row="0"] a').click();
	await phones.messages.getByText('get 10% off until Sunday').waitFor();
	await phones.screenshot('demo-phones');
	await campaigns.screenshot('demo-campaign');
});

it('a reply opens the window, and a workflow answers it', async () => {
	const webhookId = '5f0c3a52-1f1e-4f0e-9d55-1f0b8b7d2c11';
	const reply: Step = {
		name: 'Send reply',
		type: 'n8n-nodes-extapi.extApiChat',
		parameters: {
			resource: 'message',
			operation: 'sendReply',
			to: '={{ $json.body.from }}',
			text: '=You wrote “{{ $json.body.text }}”. We are open until 20:00.',
		},
	};
	const incoming: Step = {
		name: 'Chat message',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		parameters: { httpMethod: 'POST', path: 'chat', responseMode: 'onReceived', options: {} },
		settings: { webhookId },
	};
	const workflow = await create('Answer', [reply], incoming);
	await demo.client.activate(workflow);
	await demo.client.waitForWebhook('chat', 'POST');

	const phone = await PhonePage.open(browser, demo.emulatorUrl);
	await phone.show(`phones/${dana}`);
	await phone.page.getByText('Closed', { exact: true }).waitFor();
	const address = phone.page.getByLabel('Post what recipients write to');
	await address.fill(`${demo.n8n.url}/webhook/chat`);
	await address.blur();
	await phone.page.getByLabel('Write a chat message as the recipient').fill('Open today?');
	await phone.page.getByRole('button', { name: 'Send', exact: true }).click();
	await phone.page.getByText('Open', { exact: true }).waitFor();
	await phone.page.getByText(/\/webhook\/chat: answered 200$/).waitFor();
	await phone.messages.getByText('You wrote “Open today?”. We are open until 20:00.').waitFor();
	await phone.screenshot('demo-reply');
	await demo.client.deactivate(workflow);
});

it('a link in an SMS approves a workflow', async () => {
	const wait: Step = {
		name: 'Wait for approval',
		type: 'n8n-nodes-base.wait',
		typeVersion: 1.1,
		parameters: { resume: 'webhook', options: {} },
		settings: { webhookId: '0d6a1c4e-52fb-4a4c-8f0b-7f1e2c9b3a10' },
	};
	const approved: Step = {
		name: 'Approved',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: {
			assignments: { assignments: [{ id: '1', name: 'approved', value: true, type: 'boolean' }] },
		},
	};
	const ask = sms('=Approve order A-1001? {{ $execution.resumeUrl }}');
	const workflow = await create('Approval', [ask, wait, approved]);
	const id = await runWorkflow(demo.client, workflow, START);

	const phone = await PhonePage.open(browser, demo.emulatorUrl);
	await phone.show(`phones/${dana}`);
	await phone.links.waitFor();
	await phone.screenshot('demo-approval');
	const [answer] = await Promise.all([
		phone.page.context().waitForEvent('page'),
		phone.links.click(),
	]);
	await answer.getByText('Workflow was started').waitFor();
	const execution = await waitForExecution(demo.client, id);
	expect(execution.status).toBe('success');
	expect(itemsOf(execution, 'Approved')).toMatchObject([{ json: { approved: true } }]);
});

it("a fault is chosen, and the workflow's error output shows it", async () => {
	const page = await PhonePage.open(browser, demo.emulatorUrl);
	await page.show('faults');
	await page.page.getByLabel('Fault').selectOption('Plain error');
	await page.page.getByLabel('Endpoint').selectOption('scheduleSms');
	await page.page.getByLabel('Error text').fill('sender id not approved');
	await page.page.getByRole('button', { name: 'Set the fault' }).click();
	await page.page.getByText('1 request', { exact: true }).waitFor();

	const send = sms('Hello', { onError: 'continueErrorOutput' });
	const workflow = await create('Faulty', [send]);
	const run = async () =>
		await waitForExecution(demo.client, await runWorkflow(demo.client, workflow, START));
	const faulty = await run();
	expect(itemsOf(faulty, 'Send SMS')).toEqual([]);
	expect(itemsOf(faulty, 'Send SMS', 1)).toMatchObject([
		{ json: { error: expect.stringMatching(/sender/i) as string } },
	]);
	await page.page.getByText('Used up').waitFor();
	await page.show('requests');
	await page.page.getByText('Fault plainError').waitFor();
	const second = await run();
	expect(itemsOf(second, 'Send SMS')).toHaveLength(1);
});
