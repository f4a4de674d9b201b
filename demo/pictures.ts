import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';

import { repositoryRoot } from '../n8n/buildPackage';
import { chain, itemsStep } from '../n8n/chain';
import { startBrowser } from '../n8n/editor/browser';
import { Editor } from '../n8n/editor/editor';
import { createProgress } from '../n8n/progress';
import { takeAnimation } from './animation';
import { takeAnswerPages } from './answerPictures';
import { nodeNames, readExample } from './exampleWorkflows';
import { runCampaign, type CampaignRun } from './runCampaign';
import { besidePhone } from './sideBySide';
import { startDemo, type Demo } from './startDemo';
import { demoOwner } from './startStack';

/** Outside of `nodes`, so that no build copies them into the package. */
const folder = path.join(repositoryRoot, 'docs', 'pictures');
/** Time for animations of the canvas, in milliseconds. */
const settleMs = 1_500;
/** Width at which the output beside a panel shows the texts, in pixels. */
const wideWidth = 1_900;
/** Heights at which nothing of a panel, and little beside a form, is shown, in pixels. */
const tallHeight = 1_800;
const formHeight = 420;

/** Makes the pictures of the README and the docs from the running demo. */
export async function main(): Promise<number> {
	const progress = createProgress();
	const demo = await startDemo(progress);
	const browser = await startBrowser();
	try {
		progress.step('Sending a campaign to show');
		const run = await runCampaign(demo);
		const { execution } = run;
		const editor = await Editor.open(browser, demo.n8n.url, demoOwner);
		const picture = async (name: string) => {
			progress.step(`Taking the picture ${name}`);
			await editor.page.waitForTimeout(settleMs);
			await editor.screenshot(name, folder);
		};
		await takeCampaign(editor, demo, execution.id, picture);
		progress.step('Taking the picture phones');
		await takePhones(browser, editor, demo, run);
		progress.step('Recording the animation');
		await writeFile(path.join(folder, 'campaign.gif'), await takeAnimation(browser, editor, demo));
		await takeTemplate(editor, demo, picture);
		await takeTrigger(editor, demo, picture);
		await takeSteps(editor, demo, picture);
		await takeForm(editor, demo, picture);
		await takeExamples(editor, demo, picture);
		progress.step('Taking the pictures of answer pages');
		await takeAnswerPages(demo, browser, folder);
		progress.done(`The pictures are in ${path.relative(repositoryRoot, folder)}`);
		return 0;
	} finally {
		await browser.close();
		await demo.stop();
	}
}

type TakePicture = (name: string) => Promise<void>;

async function takeCampaign(editor: Editor, demo: Demo, execution: string, picture: TakePicture) {
	await editor.openExecution(demo.campaignWorkflow.id, execution);
	await editor.openNode(nodeNames.send);
	await picture('sms-campaign');
	await editor.closeNode();
}

/** The executed workflow, and beside it one of the phones it reached. */
async function takePhones(browser: Browser, editor: Editor, demo: Demo, run: CampaignRun) {
	const shown = run.ledger.entries.find(({ text }) => /^Hello [A-Z]/.test(text));
	const png = await editor.page.screenshot({ animations: 'disabled' });
	const size = editor.page.viewportSize() ?? { width: 0, height: 0 };
	const address = `${demo.emulatorUrl}/#/phones/${shown?.phone}`;
	const both = await besidePhone(browser, { png, ...size }, address);
	await writeFile(path.join(folder, 'phones.png'), both);
}

async function takeTemplate(editor: Editor, demo: Demo, picture: TakePicture) {
	await editor.openWorkflow(demo.waitedWorkflow.id);
	await editor.openNode(nodeNames.sendTemplate);
	await picture('template-campaign');
	await editor.closeNode();
}

async function takeTrigger(editor: Editor, demo: Demo, picture: TakePicture) {
	await editor.openWorkflow(demo.eventsWorkflow.id);
	const panel = await editor.openNode(nodeNames.trigger);
	await panel.getByText('Webhook URLs').click();
	await panel.getByRole('radio', { name: 'Production URL' }).click();
	await picture('trigger');
	await editor.closeNode();
}

/** A preview beside the panel, and all that can be done before sending. */
async function takeSteps(editor: Editor, demo: Demo, picture: TakePicture) {
	const { client, credential } = demo;
	const open = async (name: string, more: Record<string, unknown>) => {
		const send = {
			name: nodeNames.send,
			type: 'n8n-nodes-extapi.extApiSms',
			parameters: {
				...{ resource: 'message', operation: 'sendCampaign', sender: 'MyShop' },
				message: 'Hello {first_name|there}, spring is here',
				...more,
			},
		};
		const workflow = chain(name, [{ ...itemsStep(customers), name: 'Customers' }, send]);
		const { id } = await client.createWorkflow(workflow, [credential]);
		await editor.openWorkflow(id);
		return await editor.openNode(nodeNames.send);
	};
	const { width, height } = editor.page.viewportSize()!;
	await editor.page.setViewportSize({ width: wideWidth, height });
	const panel = await open('Preview', { mode: 'preview' });
	await panel.getByTestId('node-execute-button').click();
	await panel.getByText('Hello there').first().waitFor();
	await picture('preview');
	await editor.closeNode();

	await editor.page.setViewportSize({ width, height: tallHeight });
	await open('Before sending', {
		...{ mode: 'test', testNumbers: '0570990001' },
		options: { replaceCharacters: true, repairNumbers: true },
		beforeSending: { leaveOut: '0570099999', limits: { maxRecipients: { most: 500 } } },
		timing: {
			quietHours: { hours: { from: '21:00', until: '08:00', days: ['saturday'] } },
			spreadOver: 4,
		},
	});
	await picture('before-sending');
	await editor.closeNode();
	await editor.page.setViewportSize({ width, height });
}

/** The form of the example "Preview, test, then send", where the texts are read. */
async function takeForm(editor: Editor, demo: Demo, picture: TakePicture) {
	const { client, credential, n8n } = demo;
	const workflow = await client.createWorkflow(readExample('preview-test-send.json'), [credential]);
	await client.activate(workflow);
	const { page } = editor;
	const { width, height } = page.viewportSize()!;
	await page.setViewportSize({ width, height: formHeight });
	// The form appears a moment after its workflow is published.
	const address = `${n8n.url}/form/spring-campaign`;
	while ((await page.goto(address))?.status() !== 200) await page.waitForTimeout(settleMs);
	await page.getByLabel('Your phone').fill('0570990001');
	await page.getByRole('button', { name: 'Show me' }).click();
	await page.getByLabel('Go on?').waitFor();
	await picture('preview-form');
	await page.setViewportSize({ width, height });
}

const customers = `return [
	{ phone: '0570001001', first_name: 'Dana' },
	{ phone: '0570001002', first_name: 'יוסי' },
	{ phone: '0570021003', first_name: '' },
]`;

/** Examples on the canvas. */
async function takeExamples(editor: Editor, demo: Demo, picture: TakePicture) {
	for (const name of ['refund-after-approval', 'invoice-by-chat', 'speech-as-voice-call']) {
		const { id } = await demo.client.createWorkflow(readExample(`${name}.json`), [demo.credential]);
		await editor.openWorkflow(id);
		await picture(name);
	}
}
