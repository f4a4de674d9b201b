import type { Browser, Locator } from 'playwright-core';
import sharp from 'sharp';

import { chain, itemsStep } from '../n8n/chain';
import type { Editor } from '../n8n/editor/editor';
import { nodeNames } from './exampleWorkflows';
import { besidePhone, captioned } from './sideBySide';
import type { Demo } from './startDemo';

/** Width of the animation, in pixels, and how long a frame is shown, in milliseconds. */
const width = 1_100;
const frameMs = 3_500;
/** Time for the editor to settle, in milliseconds. */
const settleMs = 1_500;

const ownPhone = '0570990001';
const customers = [
	{ phone: '0570001001', first_name: 'Dana' },
	{ phone: '0570001002', first_name: 'Yossi' },
	{ phone: '0570021003', first_name: '' },
];

/** What a person does one after the other: the caption, the mode, a word of the outcome, and whose phone shows it. */
const scenes: { caption: string; mode: string; outcome: string; phone?: string }[] = [
	{
		...{ caption: 'Preview: every text, and nothing is sent', mode: 'preview' },
		outcome: 'Hello there',
	},
	{
		...{ caption: 'Test: the first message, on your own phone', mode: 'test' },
		...{ outcome: 'sentTo', phone: ownPhone },
	},
	{
		...{ caption: 'Send: one campaign, one request', mode: 'send' },
		...{ outcome: 'taskId', phone: customers[0].phone },
	},
];

/** Shows the rows of a preview: n8n shows its page first. */
export async function showTable(panel: Locator): Promise<void> {
	const output = panel.getByTestId('output-panel');
	await output.getByText('preview.html').waitFor();
	await output.getByText('Table', { exact: true }).click();
}

/**
 * A campaign from the preview to the phone, in the real editor.
 *
 * @returns an animated GIF of a frame for each step
 */
export async function takeAnimation(browser: Browser, editor: Editor, demo: Demo): Promise<Buffer> {
	const frames: Buffer[] = [];
	for (const { caption, mode, outcome, phone } of scenes) {
		const send = {
			...{ name: nodeNames.send, type: 'n8n-nodes-extapi.extApiSms' },
			parameters: {
				...{ resource: 'message', operation: 'sendCampaign', mode, sender: 'MyShop' },
				...(mode === 'test' && { testNumbers: ownPhone }),
				message: 'Hello {first_name|there}, spring is here',
			},
		};
		const table = { ...itemsStep(`return ${JSON.stringify(customers)}`), name: 'Customers' };
		const workflow = chain(caption, [table, send]);
		const { id } = await demo.client.createWorkflow(workflow, [demo.credential]);
		await editor.openWorkflow(id);
		const panel = await editor.openNode(nodeNames.send);
		await panel.getByTestId('node-execute-button').click();
		if (mode === 'preview') await showTable(panel);
		await panel.getByTestId('output-panel').getByText(outcome).first().waitFor();
		await editor.page.waitForTimeout(settleMs);
		let png = await editor.page.screenshot({ animations: 'disabled' });
		if (phone !== undefined) {
			const size = editor.page.viewportSize()!;
			png = await besidePhone(browser, { png, ...size }, `${demo.emulatorUrl}/#/phones/${phone}`);
		}
		frames.push(await captioned(browser, { caption, png }, width));
		await editor.closeNode();
	}
	return await sharp(frames, { join: { animated: true } })
		.gif({ delay: scenes.map(() => frameMs), loop: 0 })
		.toBuffer();
}
