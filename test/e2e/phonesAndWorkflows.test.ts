// If this fails, people cannot see on the emulator's phones what their workflow sent.
import { runCampaign } from '../../demo/runCampaign';
import { startFilled, type Demo } from '../../demo/startDemo';
import { chain, START, type Step } from '../../n8n/chain';
import { itemsOf, runWorkflow, waitForExecution } from '../../n8n/executions';
import { sendStep, webhookStep } from '../steps';
import { PhonePage } from './support/phonePage';
import { browserForTests } from './support/stack';

/** Workflows of a real n8n and the phones beside it, each in the browser. */

const dana = '0570001001';
const browser = browserForTests();
let demo: Demo;

beforeAll(async () => {
	demo = await startFilled();
});
afterAll(async () => await demo?.stop());
beforeEach(() => demo.emulator.control.reset());
afterEach(async () => {
	for (const context of (await browser()).contexts()) await context.close();
});

/** Opens the emulator's page. */
async function open(view: string): Promise<PhonePage> {
	const page = await PhonePage.open(await browser(), demo.emulatorUrl);
	await page.show(view);
	return page;
}

const sms = (message: string, settings?: Step['settings']): Step =>
	sendStep({ operation: 'send', phoneNumbers: dana, message }, { settings });

const create = async (...of: Parameters<typeof chain>) =>
	await demo.client.createWorkflow(chain(...of), [demo.credential]);

it('the campaign of the demo appears live, on the phones and among the campaigns', async () => {
	demo.emulator.control.changeSettings({ chunkSize: 100, campaignStepMs: 200 });
	const phones = await open('phones');
	const campaigns = await open('campaigns');
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
	const reply = sendStep(
		{
			...{ operation: 'sendReply', to: '={{ $json.body.from }}' },
			text: '=You wrote “{{ $json.body.text }}”. We are open until 20:00.',
		},
		{ node: 'extApiChat' },
	);
	const workflow = await create('Answer', [reply], webhookStep('chat'));
	await demo.client.activate(workflow);
	await demo.client.waitForWebhook('chat', 'POST');

	const phone = await open(`phones/${dana}`);
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

it("a fault is chosen, and the workflow's error output shows it", async () => {
	const page = await open('faults');
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
	expect(itemsOf(faulty, 'Send')).toEqual([]);
	expect(itemsOf(faulty, 'Send', 1)).toMatchObject([
		{ json: { error: expect.stringMatching(/sender/i) as string } },
	]);
	await page.page.getByText('Used up').waitFor();
	await page.show('requests');
	await page.page.getByText('Fault plainError').waitFor();
	const second = await run();
	expect(itemsOf(second, 'Send')).toHaveLength(1);
});
