// If this fails, the first thing people try, the demo, does not work.
import { readFileSync } from 'node:fs';
import { accountFor } from '../../demo/accounting';
import { checkRun } from '../../demo/checks';
import { makeContacts } from '../../demo/contacts';
import { examplePath, nodeNames } from '../../demo/exampleWorkflows';
import { runCampaign, type CampaignRun } from '../../demo/runCampaign';
import { startFilled, type Demo } from '../../demo/startDemo';
import { Editor, isLoaded } from '../../n8n/editor/editor';
import { PhonePage } from './support/phonePage';
import { browserForTests } from './support/stack';

const contacts = makeContacts();
let demo: Demo;
let run: CampaignRun;

const browser = browserForTests();

beforeAll(async () => {
	demo = await startFilled();
});

afterAll(async () => {
	await demo?.stop();
});

it('the campaign appears live, on the phones and among the campaigns', async () => {
	demo.emulator.control.changeSettings({ chunkSize: 100, campaignStepMs: 120 });
	const phones = await PhonePage.open(await browser(), demo.emulatorUrl);
	const campaigns = await PhonePage.open(await browser(), demo.emulatorUrl);
	await campaigns.show('campaigns');
	await phones.page.getByText('Nothing has been sent yet.').waitFor();
	const running = runCampaign(demo);
	await campaigns.page.getByText('Running', { exact: true }).waitFor();
	await campaigns.page.getByText('Done', { exact: true }).waitFor();
	await phones.page.getByText('958 phones').waitFor();
	await campaigns.page.locator('[data-row="0"] a').click();
	await campaigns.page.getByRole('cell', { name: 'START' }).waitFor();
	await campaigns.page.getByText('958 of 958 recipients, 958 sent').waitFor();
	run = await running;
	await phones.page.locator('[data-row="0"] a').click();
	await phones.messages.getByText('get 10% off until Sunday').waitFor();
	await phones.screenshot('demo-phones');
	await campaigns.screenshot('demo-campaign');
});

it('CRM rows to SMS campaign: does what the demo promises', () => {
	const file = readFileSync(examplePath('data', 'crm-contacts.csv'), 'utf8');
	const checks = checkRun(demo, run, contacts, file);
	expect(checks.filter(({ problem }) => problem !== undefined)).toEqual([]);
	const { accepted, duplicates, refused } = accountFor(run, contacts);
	expect([accepted.length, duplicates.length, refused.length]).toEqual([958, 9, 33]);
});

describe('the editor', () => {
	let editor: Editor;

	beforeAll(async () => {
		editor = await Editor.open(await browser(), demo.client);
	});

	it('shows the icons of the nodes on the canvas', async () => {
		await editor.openWorkflow(demo.campaignWorkflow.id);
		for (const name of [nodeNames.send, nodeNames.status]) {
			expect(await isLoaded(editor.node(name).locator('img').first())).toBe(true);
		}
		await editor.screenshot('campaign-workflow');
	});

	it('offers the fields of an output before the first run', async () => {
		await editor.openWorkflow(demo.campaignWorkflow.id);
		const panel = await editor.openNode('Wait a little');
		for (const field of ['taskId', 'recipientCount', 'messages']) {
			await panel.getByText(field, { exact: true }).first().waitFor();
		}
		await editor.screenshot('output-preview');
	});
});
