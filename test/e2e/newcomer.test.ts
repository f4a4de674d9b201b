import axios from 'axios';
import type { Browser } from 'playwright-core';

import { startFilled, type Demo } from '../../demo/startDemo';
import { demoOwner } from '../../demo/startStack';
import { startBrowser } from '../../n8n/editor/browser';
import { Editor } from '../../n8n/editor/editor';
import { Newcomer } from './support/newcomer';

/** The first messages of somebody who opens the editor and has read nothing. */
jest.setTimeout(180_000);

const mostClicks = { sms: 8, template: 9 };

let demo: Demo;
let browser: Browser;
let editor: Editor;

beforeAll(async () => {
	demo = await startFilled();
	browser = await startBrowser();
	editor = await Editor.open(browser, demo.n8n.url, demoOwner);
}, 600_000);
afterAll(async () => {
	await browser?.close();
	await demo?.stop();
});

async function sentTo(phone: string): Promise<string[]> {
	const { data } = await axios.get<{
		entries: Array<{ channel: string; phone: string; text: string }>;
	}>(`${demo.emulatorUrl}/emulator/ledger`);
	return data.entries.filter((entry) => entry.phone === phone).map(({ text }) => text);
}

const report = (what: string, person: Newcomer) =>
	process.stdout.write(`Newcomer: ${what} in ${person.effort}\n`);

describe('a newcomer', () => {
	it('sends an SMS', async () => {
		const { page } = editor;
		const person = new Newcomer(page);
		await page.goto(`${demo.n8n.url}/workflow/new`);
		await person.click(page.getByTestId('canvas-plus-button').first());
		await person.addAction('sms', 'ExtApi SMS', 'Send an SMS');
		const panel = page.getByTestId('ndv');
		const credential = panel.getByTestId('node-credentials-select').locator('input').first();
		expect(await credential.inputValue()).toBe(demo.credential.name);
		await person.write(person.field('Phone Numbers'), '0501112299');
		await person.write(person.field('Message'), 'Hello from a newcomer');
		await person.write(person.field('Sender'), 'MyShop');
		await editor.screenshot('newcomer-sms-filled');
		await person.click(panel.getByTestId('node-execute-button'));
		await panel.getByText('taskId').first().waitFor();
		await editor.screenshot('newcomer-sms-sent');
		report('an SMS', person);
		expect(await sentTo('0501112299')).toEqual(['Hello from a newcomer']);
		expect(person.clicks).toBeLessThanOrEqual(mostClicks.sms);
		await page.keyboard.press('Escape');
	});

	it('sends a template', async () => {
		const { page } = editor;
		const person = new Newcomer(page);
		await page.goto(`${demo.n8n.url}/workflow/new`);
		await person.click(page.getByTestId('canvas-plus-button').first());
		await person.addAction('template', 'ExtApi Chat', 'Send an approved chat template');
		const panel = page.getByTestId('ndv');
		await person.click(panel.getByTestId('resource-locator-template').getByTestId('rlc-input'));
		await person.click(page.getByTestId('rlc-item').filter({ hasText: 'spring_sale' }));
		await person.write(person.field('Phone Numbers'), '0501112298');
		await person.write(person.field('Body {{1}} (e.g. Dana)'), 'Noa');
		await person.write(person.field('Body {{2}} (e.g. SPRING10)'), 'SPRING20');
		await editor.screenshot('newcomer-template-filled');
		await person.click(panel.getByTestId('node-execute-button'));
		await panel.getByText('taskId').first().waitFor();
		await editor.screenshot('newcomer-template-sent');
		report('a template', person);
		expect((await sentTo('0501112298')).join()).toContain('Hello Noa, your coupon is SPRING20.');
		expect(person.clicks).toBeLessThanOrEqual(mostClicks.template);
	});
});
