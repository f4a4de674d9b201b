// If this fails, people cannot fill in a template, or something else than they typed is sent.
import type { Locator } from 'playwright-core';

import { chain } from '../../n8n/chain';
import type { Editor } from '../../n8n/editor/editor';
import { sendStep } from '../steps';
import { stackForTests } from './support/stack';

const chatNode = 'Order update';

/** How the form names the parameters of template 2003: by the text around them, or the button. */
const labels = [
	'Header 1 · after "Order"',
	'1 · after "Hello"',
	'2 · after "arrives on"',
	'Button 0 · Track',
];
const stack = stackForTests();
let editor: Editor;
let panel: Locator;

/** The template in plain lines, as its form shows it: no one can change them. */
const lines = [
	'Order {{1}}',
	'Hello {{1}}, your order arrives on {{2}}.',
	'Reply STOP to opt out',
	'Track: https://shop.example.com/track/{{1}}',
	'A-1001 · Dana · Sunday · A-1001',
];
const linesOf = async (form: Locator) => {
	// n8n 2.0 also shows its own list for further fields, with nothing in it.
	const own = 'input:disabled:not([data-test-id="add-fields-select"] input)';
	const inputs = await form.locator(own).all();
	return await Promise.all(inputs.map(async (input) => await input.inputValue()));
};

/** Whether a text ends in an ellipsis because there is no room for it. */
const isCut = async (text: Locator) =>
	await text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);

beforeAll(async () => {
	editor = await stack.editor();
	const chat = sendStep(
		{ operation: 'sendTemplate', phoneNumbers: '0570002233' },
		{ name: chatNode, node: 'extApiChat' },
	);
	const { id } = await stack.store(chain('Template form', [chat]));
	await editor.openWorkflow(id);
	panel = await editor.openNode(chatNode);
});

describe('the form of a template', () => {
	it('offers only templates that can be sent, and finds them by name', async () => {
		await panel.getByTestId('resource-locator-template').getByTestId('rlc-input').click();
		const items = editor.page.getByTestId('rlc-item');
		await items.first().waitFor();
		const names = await items.allInnerTexts();
		expect(names.join('\n')).toMatch(/order_update \(en, utility\)/);
		expect(names.join('\n')).not.toMatch(/APPROVED|PENDING|REJECTED|needs_resync/);
		await editor.screenshot('template-picker');
		await editor.page.getByTestId('rlc-search').fill('order');
		await editor.page.getByTestId('rlc-item').filter({ hasText: 'order_update' }).click();
	});

	it.each(['template-form', 'template-form-again'])(
		"shows the template's text, and one labeled field for each of its parameters: %s",
		async (picture) => {
			const form = panel.getByTestId('resource-mapper-container');
			for (const label of labels) {
				const shown = form.getByText(label, { exact: true });
				await shown.waitFor();
				expect(await isCut(shown)).toBe(false);
			}
			expect(await linesOf(form)).toEqual(lines);
			await editor.screenshot(picture);
			await editor.page.keyboard.press('Escape');
			panel = await editor.openNode(chatNode);
		},
	);

	it('sends exactly what was filled in', async () => {
		const values = ['B-77', 'Noam', 'Monday', 'B-77?x=1'];
		for (const [index, label] of labels.entries()) {
			const input = panel.getByText(label, { exact: true }).locator('xpath=following::input[1]');
			await input.fill(values[index]);
		}
		await editor.screenshot('template-form-filled');
		await panel.getByTestId('node-execute-button').click();
		await panel.getByText('taskId').first().waitFor();
		await editor.screenshot('template-sent');

		const { entries } = stack.control.ledger();
		expect(entries.filter(({ channel }) => channel === 'chat')).toMatchObject([
			{
				phone: '0570002233',
				text: `Hello Noam, your order arrives on Monday.\n${JSON.stringify({
					template: 2003,
					header: { 1: 'B-77' },
					body: { 1: 'Noam', 2: 'Monday' },
					button: { 0: 'B-77?x=1' },
				})}`,
			},
		]);
	});
});
