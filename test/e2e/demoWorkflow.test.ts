// If this fails, the first thing people try, the demo, does not work.
import { readFileSync } from 'node:fs';
import { accountFor } from '../../demo/accounting';
import { checkRun } from '../../demo/checks';
import { makeContacts, type PlantedProblem } from '../../demo/contacts';
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

describe('CRM rows to SMS campaign', () => {
	it('does what the demo promises', () => {
		const file = readFileSync(examplePath('data', 'crm-contacts.csv'), 'utf8');
		const checks = checkRun(demo, run, contacts, file);
		expect(checks.filter(({ problem }) => problem !== undefined)).toEqual([]);
		const { accepted, duplicates, refused } = accountFor(run, contacts);
		expect([accepted.length, duplicates.length, refused.length]).toEqual([958, 9, 33]);
	});

	it('refuses exactly the bad rows, each for its reason', () => {
		const reasons: Record<PlantedProblem, RegExp> = {
			'too short': /isn't a valid Israeli phone number/,
			letters: /aren't digits/,
			empty: /is empty/,
			'abroad without country code': /isn't a valid Israeli phone number/,
			'lost leading zero': /lost its leading 0/,
		};
		const planted = contacts.flatMap(({ problem }, row) =>
			problem ? [{ row, reason: expect.stringMatching(reasons[problem]) as string }] : [],
		);
		expect([...run.refused].sort((a, b) => a.row - b.row)).toEqual(planted);
	});
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
		await editor.openWorkflow(demo.campaignWorkflow.id);
		await editor.openNode(nodeNames.send);
	});

	it('tests the credential successfully', async () => {
		const { page } = editor;
		await page.getByTestId('credential-edit-button').click();
		const dialog = page.getByTestId('credential-edit-dialog');
		const success = dialog.getByTestId('credentials-config-container-test-success');
		await success.waitFor();
		const tested = page.waitForResponse((response) => response.url().includes('credentials/test'));
		await dialog.getByRole('button', { name: 'Retry' }).click();
		expect(await (await tested).json()).toMatchObject({ data: { status: 'OK' } });
		await success.waitFor();
		await editor.screenshot('credential');
	});

	it("shows the trigger's address", async () => {
		await editor.openWorkflow(demo.eventsWorkflow.id);
		expect(await isLoaded(editor.node(nodeNames.trigger).locator('img').first())).toBe(true);
		const panel = await editor.openNode(nodeNames.trigger);
		await panel.getByText('Webhook URLs').click();
		await panel.getByRole('radio', { name: 'Production URL' }).click();
		await panel.getByText('/campaign-event').waitFor();
		await editor.screenshot('trigger-parameters');
	});
});
