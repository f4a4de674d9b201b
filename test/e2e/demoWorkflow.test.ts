// If this fails, the first thing people try, the demo, does not work.
import { readFileSync } from 'node:fs';
import { accountFor } from '../../demo/accounting';
import { checkRun } from '../../demo/checks';
import { makeContacts } from '../../demo/contacts';
import { examplePath, nodeNames } from '../../demo/exampleWorkflows';
import { runCampaign, type CampaignRun } from '../../demo/runCampaign';
import { startFilled, type Demo } from '../../demo/startDemo';
import { demoOwner } from '../../demo/startStack';
import { Editor, isLoaded } from '../../n8n/editor/editor';
import { browserForTests } from './support/stack';

const contacts = makeContacts();
let demo: Demo;
let run: CampaignRun;

beforeAll(async () => {
	demo = await startFilled();
	run = await runCampaign(demo);
});

afterAll(async () => {
	await demo?.stop();
});

it('CRM rows to SMS campaign: does what the demo promises', () => {
	const file = readFileSync(examplePath('data', 'crm-contacts.csv'), 'utf8');
	const checks = checkRun(demo, run, contacts, file);
	expect(checks.filter(({ problem }) => problem !== undefined)).toEqual([]);
	const { accepted, duplicates, refused } = accountFor(run, contacts);
	expect([accepted.length, duplicates.length, refused.length]).toEqual([958, 9, 33]);
});

describe('the editor', () => {
	const browser = browserForTests();
	let editor: Editor;

	beforeAll(async () => {
		editor = await Editor.open(await browser(), demo.n8n.url, demoOwner);
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
