// If this fails, people do not see an option of a campaign, or the page of its preview.
import type { Locator } from 'playwright-core';

import { chain, itemsStep } from '../../n8n/chain';
import { sendStep } from '../steps';
import { stackForTests } from './support/stack';

/** What a campaign's panel and past execution show; how a newcomer gets there is in newcomer.test.ts. */

const stack = stackForTests();

const send = (parameters: Record<string, unknown>) =>
	sendStep({
		...{
			operation: 'sendCampaign',
			mode: 'send',
			recipient: 'phone',
			message: 'Hi {first_name|there}',
		},
		...parameters,
	});

it('shows all steps and timing in the panel', async () => {
	const { id } = await stack.store(
		chain('Panel', [
			send({
				...{ mode: 'test', testNumbers: '0570990001', testRows: 2 },
				options: { replaceCharacters: true },
				beforeSending: { campaignKey: 'spring-sale', repairNumbers: true },
				timing: {
					quietHours: { hours: { from: '21:00', until: '08:00', days: ['saturday'] } },
					spreadOver: 4,
				},
			}),
		]),
	);
	const editor = await stack.editor();
	await editor.page.setViewportSize({ width: 1440, height: 1900 });
	await editor.openWorkflow(id);
	const panel = await editor.openNode('Send');
	const labels = ['Campaign Key', 'Repair Numbers', 'Replace Special Characters', 'Test Numbers'];
	labels.push('Test Rows', 'Quiet Hours', 'Quiet Days', 'Spread Over (Hours)');
	for (const label of labels) {
		const shown = panel.getByText(label, { exact: true }).first();
		await shown.waitFor();
		expect(await isWhole(shown)).toBe(true);
	}
	await editor.screenshot('before-sending');
});

it('shows the page of a preview in a past execution', async () => {
	const items = itemsStep(`return [{ phone: '0570002204', first_name: 'יעל' }];`);
	const workflow = await stack.store(
		chain('Page', [items, send({ mode: 'preview', previewPage: true })]),
	);
	const { id } = await stack.succeed(workflow);
	const editor = await stack.editor();
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
