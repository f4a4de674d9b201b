// If this fails, the first thing people try, the demo, does not work.
import axios from 'axios';
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { accountFor } from '../../demo/accounting';
import { contactsCsv, makeContacts, type PlantedProblem } from '../../demo/contacts';
import { examplePath, nodeNames, nodeOf } from '../../demo/exampleWorkflows';
import { runCampaign, type CampaignRun } from '../../demo/runCampaign';
import { loadingWarnings, startFilled, type Demo } from '../../demo/startDemo';
import { demoOwner, demoToken } from '../../demo/startStack';
import { itemsOf, listExecutions } from '../../n8n/executions';
import { startBrowser } from '../../n8n/editor/browser';
import { Editor, isLoaded } from '../../n8n/editor/editor';

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

describe('the package in n8n', () => {
	it('is loaded without a warning', () => {
		expect(loadingWarnings(demo)).toEqual([]);
	});

	it("passes n8n's test of its credential", () => {
		expect(demo.credentialTest).toMatchObject({ status: 'OK' });
	});
});

describe('CRM rows to SMS campaign', () => {
	it('runs to its end', () => {
		expect(run.execution.error).toBeUndefined();
		expect(run.execution.status).toBe('success');
	});

	it('reads the contacts the generator makes', () => {
		const file = readFileSync(examplePath('data', 'crm-contacts.csv'), 'utf8');
		expect(file).toBe(contactsCsv(contacts));
		expect(run.rowCount).toBe(1000);
	});

	it('accounts for each of the 1,000 rows', () => {
		const { accepted, duplicates, refused, unaccounted } = accountFor(run, contacts);
		expect(unaccounted).toEqual([]);
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

	it('leads from every refused row back to the contact', () => {
		const rows = itemsOf(run.execution, nodeNames.refused).map(({ json }) => json);
		expect(rows).toEqual(
			run.refused.map(({ row, reason }) => {
				const { first_name, last_name, phone } = contacts[row];
				// The Edit Fields node outputs an empty value as null.
				return { name: `${first_name} ${last_name}`, phone: phone || null, reason };
			}),
		);
	});

	it('gives the service every good contact once, with a text of its own', () => {
		const good = contacts.filter(
			(contact) => !contact.problem && contact.duplicateOf === undefined,
		);
		const expected = good.map(({ canonical, first_name, customer_since, city }) => ({
			channel: 'sms',
			phone: canonical,
			text: `Hello ${first_name}, thank you for being with us since ${customer_since}. Show this message in ${city} and get 10% off until Sunday.`,
			count: 1,
		}));
		const byPhone = (a: { phone: string }, b: { phone: string }) => a.phone.localeCompare(b.phone);
		expect([...run.ledger.entries].sort(byPhone)).toMatchObject(expected.sort(byPhone));
	});

	it('is one campaign, paired to its rows, and done at the end', () => {
		expect(run.campaigns).toHaveLength(1);
		const [{ taskId, recipients, rows }] = run.campaigns;
		const sendable = contacts.flatMap(({ problem }, row) => (problem ? [] : [row]));
		expect(recipients).toBe(958);
		expect([...rows].sort((a, b) => a - b)).toEqual(sendable);
		expect(run.statuses).toEqual({ [taskId]: 'done' });
	});

	it('keeps the token out of addresses, logs and execution data', async () => {
		const { data: requests } = await axios.get<unknown>(`${demo.emulatorUrl}/emulator/requests`);
		const urls = JSON.stringify(requests, (key, value: unknown) =>
			key === 'parameters' ? undefined : value,
		);
		expect(urls).toContain('scheduleSms.php');
		expect(urls).not.toContain(demoToken);
		expect(demo.n8n.process.log()).not.toContain(demoToken);
		expect(JSON.stringify(run.execution)).not.toContain(demoToken);
	});
});

describe('Campaign events', () => {
	it('starts once when the campaign starts and once when it ends', () => {
		const [{ taskId }] = run.campaigns;
		expect(run.events).toMatchObject([
			{ event: 'START', taskId },
			{ event: 'END', taskId, sentCount: 958 },
		]);
	});

	it('does not start for a forged notification', async () => {
		const { webhookId } = nodeOf(demo.eventsWorkflow, nodeNames.trigger);
		const before = await listExecutions(demo.client, demo.eventsWorkflow.id);
		const forged = await axios.get(`${demo.n8n.url}/webhook/${webhookId}/campaign-event`, {
			params: { key: 'guess', get: 1, msg: 'END', tid: run.campaigns[0].taskId, info: 958 },
			validateStatus: () => true,
		});
		expect(forged.status).toBe(403);
		expect(await listExecutions(demo.client, demo.eventsWorkflow.id)).toHaveLength(before.length);
	});
});

describe('the editor', () => {
	let browser: Browser;
	let editor: Editor;

	beforeAll(async () => {
		browser = await startBrowser();
		editor = await Editor.open(browser, demo.n8n.url, demoOwner);
	});

	afterAll(async () => {
		await browser?.close();
	});

	it('shows the icons of the nodes on the canvas', async () => {
		await editor.openWorkflow(demo.campaignWorkflow.id);
		for (const name of [nodeNames.send, nodeNames.status]) {
			expect(await isLoaded(editor.node(name).locator('img').first())).toBe(true);
		}
		await editor.screenshot('campaign-workflow');
	});

	it('finds the nodes in the node panel', async () => {
		await editor.searchNodes('ExtApi');
		// The panel leaves the word "Trigger" out of a trigger's name.
		for (const name of ['ExtApi SMS', 'ExtApi Campaign', 'ExtApi']) {
			await editor.page.getByText(name, { exact: true }).waitFor();
		}
		await editor.screenshot('node-panel');
	});

	it('shows the parameters of the SMS node', async () => {
		await editor.openWorkflow(demo.campaignWorkflow.id);
		const panel = await editor.openNode(nodeNames.send);
		const recipient = panel.getByTestId('parameter-input-recipient').locator('input');
		expect(await recipient.inputValue()).toBe('phone');
		expect(await panel.getByTestId('parameter-input-message').isVisible()).toBe(true);
		await editor.screenshot('sms-parameters');
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

	it('shows the finished campaign with its counts', async () => {
		await editor.openExecution(demo.campaignWorkflow.id, run.execution.id);
		await editor.screenshot('campaign-execution');
	});
});
