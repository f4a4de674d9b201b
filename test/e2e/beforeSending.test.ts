// If this fails, a newcomer cannot preview and test a campaign, or sends it by mistake.
import type { Browser, Locator } from 'playwright-core';

import { demoOwner, startStack, type Stack } from '../../demo/startStack';
import { chain, itemsStep, START } from '../../n8n/chain';
import { startBrowser } from '../../n8n/editor/browser';
import { Editor, type Theme } from '../../n8n/editor/editor';
import { runWorkflow, waitForExecution } from '../../n8n/executions';
import { Newcomer } from './support/newcomer';

/** Someone who has read nothing looks at a campaign, tries it on the own phone, and only then sends it. */

const mostClicks = { preview: 9, test: 5, send: 3 };

const ownPhone = '0570990001';
const customers = [
	{ phone: '0570002201', first_name: 'Dana' },
	{ phone: '0570002202', first_name: 'Noam' },
	{ phone: '0570002203', first_name: '' },
	{ phone: '0570002204', first_name: 'יעל' },
	{ phone: '0570002205', first_name: 'Maya' },
];
const texts = ['Hi Dana', 'Hi Noam', 'Hi there', 'Hi יעל', 'Hi Maya'];

let stack: Stack;
let browser: Browser;

beforeAll(async () => {
	stack = await startStack();
	browser = await startBrowser();
});
afterAll(async () => {
	await browser?.close();
	await stack?.stop();
});

const ledger = () => stack.emulator.control.ledger().entries;
const report = (what: string, person: Newcomer) =>
	process.stdout.write(`Newcomer: ${what} in ${person.effort}\n`);

describe('a newcomer with a table of customers', () => {
	let editor: Editor;
	let panel: Locator;
	let execute: Locator;

	beforeAll(async () => {
		const table = { ...itemsStep(`return ${JSON.stringify(customers)}`), name: 'Customers' };
		const workflow = await stack.client.createWorkflow(chain('Newcomer', [table]));
		editor = await Editor.open(browser, stack.n8n.url, demoOwner);
		await editor.openWorkflow(workflow.id);
		panel = editor.page.getByTestId('ndv');
		execute = panel.getByTestId('node-execute-button');
	});

	it('reads what everyone would get, and nothing leaves', async () => {
		const { page } = editor;
		const person = new Newcomer(page);
		await person.click(editor.node('Customers').getByTestId('canvas-handle-plus').first());
		await person.addAction('send sms', 'Send SMS campaign');
		await person.write(person.field('Message'), 'Hi {first_name|there}');
		await person.write(person.field('Sender'), 'MyShop');
		await person.choose('Mode', 'Preview');
		await person.click(execute);
		for (const text of texts) await panel.getByText(text, { exact: true }).first().waitFor();
		await panel.getByText('Nothing was sent: 5 recipients, 5 messages').first().waitFor();
		await editor.screenshot('newcomer-preview');
		report('a preview', person);
		expect(ledger()).toEqual([]);
		expect(person.clicks).toBeLessThanOrEqual(mostClicks.preview);
	});

	it('gets it on the own phone, and no one else gets anything', async () => {
		const person = new Newcomer(editor.page);
		await person.choose('Mode', 'Test');
		await person.write(person.field('Test Numbers'), ownPhone);
		await person.click(execute);
		await panel
			.getByText(`Test: only ${ownPhone} received the message of item 0`)
			.first()
			.waitFor();
		await editor.screenshot('newcomer-test');
		report('a test', person);
		expect(ledger()).toMatchObject([{ phone: ownPhone, text: 'Hi Dana', count: 1 }]);
		expect(person.clicks).toBeLessThanOrEqual(mostClicks.test);
	});

	it('sends it to everyone, once', async () => {
		stack.emulator.control.reset();
		const person = new Newcomer(editor.page);
		await person.choose('Mode', 'Send');
		await person.click(execute);
		await panel.getByText('sentTo').first().waitFor({ state: 'hidden' });
		await panel.getByText('taskId').first().waitFor();
		await editor.screenshot('newcomer-campaign');
		report('the campaign', person);
		expect(ledger()).toMatchObject(
			customers.map(({ phone }, index) => ({ phone, text: texts[index], count: 1 })),
		);
		expect(person.clicks).toBeLessThanOrEqual(mostClicks.send);
	});
});

it.each<Theme>(['light', 'dark'])('shows all steps and timing in the %s panel', async (theme) => {
	const send = {
		name: 'Send',
		type: 'n8n-nodes-extapi.extApiSms',
		parameters: {
			resource: 'message',
			operation: 'sendCampaign',
			message: 'Hi {first_name|there}',
			...{ mode: 'test', testNumbers: ownPhone, testRows: 2 },
			options: { replaceCharacters: true },
			beforeSending: { campaignKey: 'spring-sale', repairNumbers: true },
			timing: {
				quietHours: { hours: { from: '21:00', until: '08:00', days: ['saturday'] } },
				spreadOver: 4,
			},
		},
	};
	const workflow = await stack.client.createWorkflow(chain(`Panel ${theme}`, [send]), [
		stack.credential,
	]);
	const editor = await Editor.open(browser, stack.n8n.url, demoOwner, theme);
	await editor.page.setViewportSize({ width: 1440, height: 1900 });
	await editor.openWorkflow(workflow.id);
	const panel = await editor.openNode('Send');
	const labels = ['Campaign Key', 'Repair Numbers', 'Replace Special Characters', 'Test Numbers'];
	labels.push('Test Rows', 'Quiet Hours', 'Quiet Days', 'Time Zone', 'Spread Over (Hours)');
	for (const label of labels) {
		const shown = panel.getByText(label, { exact: true }).first();
		await shown.waitFor();
		expect(await isWhole(shown)).toBe(true);
	}
	await editor.screenshot(`before-sending-${theme}`);
});

it('shows the page of a preview in a past execution', async () => {
	const send = {
		name: 'Send',
		type: 'n8n-nodes-extapi.extApiSms',
		parameters: {
			...{ resource: 'message', operation: 'sendCampaign', recipient: 'phone', sender: 'MyShop' },
			...{ message: 'Hi {first_name|there}', mode: 'preview', previewPage: true },
		},
	};
	const table = itemsStep(`return ${JSON.stringify(customers)}`);
	const workflow = await stack.client.createWorkflow(chain('Page', [table, send]), [
		stack.credential,
	]);
	const id = await runWorkflow(stack.client, workflow, START);
	expect(await waitForExecution(stack.client, id)).toMatchObject({ status: 'success' });
	const editor = await Editor.open(browser, stack.n8n.url, demoOwner);
	await editor.openExecution(workflow.id, id);
	const panel = await editor.openNode('Send');
	await panel.getByTestId('ndv-view-binary-data').click();
	const page = editor.page.locator('iframe[srcdoc]').contentFrame();
	await page.getByText('Hi יעל').waitFor();
	// n8n takes out what it does not know, such as pictures: the bar and the colors of its key have to stay.
	for (const part of ['.bar', '.key']) await page.locator(`${part} .one`).first().waitFor();
	await editor.screenshot('preview-page');
});

/** Whether the whole of a label can be read. */
async function isWhole(label: Locator): Promise<boolean> {
	return await label.evaluate((element) => {
		const { scrollWidth, clientWidth } = element as unknown as Record<string, number>;
		return clientWidth === 0 || scrollWidth <= clientWidth;
	});
}
