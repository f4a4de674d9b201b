import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';

import { repositoryRoot } from '../n8n/buildPackage';
import { chain, itemsStep } from '../n8n/chain';
import { startBrowser } from '../n8n/editor/browser';
import { Editor } from '../n8n/editor/editor';
import { createProgress } from '../n8n/progress';
import { showTable, takeAnimation } from './animation';
import { answerPictures, takeAnswerPages } from './answerPictures';
import { nodeNames, readExample } from './exampleWorkflows';
import { takeGallery } from './gallery';
import { runCampaign } from './runCampaign';
import { besidePhone } from './sideBySide';
import { startDemo, type Demo } from './startDemo';

/** Outside of `nodes`, so that no build copies them into the package. */
const folder = path.join(repositoryRoot, 'docs', 'pictures');
/** Time for animations of the canvas, in milliseconds. */
const settleMs = 1_500;
/** Width at which the output beside a panel shows the texts, in pixels. */
const wideWidth = 1_900;
/** Heights at which a panel, the form of a template, and a form with little beside it are shown whole, in pixels. */
const tallHeight = 2_190;
const templateHeight = 1_070;
const formHeight = 420;

/** Examples that a page of the docs shows. */
const examplesShown = [
	...['refund-after-approval', 'invoice-by-chat', 'speech-as-voice-call'],
	...['million-rows', 'not-again-within-a-week', 'messages-per-day', 'hubspot-new-lead'],
];

/** What a picture is taken with. */
interface Shooting {
	browser: Browser;
	demo: Demo;
	editor: Editor;
	/** Takes what is on the screen. */
	picture(name: string): Promise<void>;
}

/** The pictures that are taken in one go, by their names, and how. */
const shootings: { names: string[]; take(shooting: Shooting): Promise<void> }[] = [
	{ names: ['sms-campaign', 'phones'], take: takeCampaign },
	{ names: ['campaign'], take: takeMoving },
	{ names: ['template-campaign'], take: takeTemplate },
	{ names: ['trigger'], take: takeTrigger },
	{ names: ['preview', 'before-sending'], take: takeSteps },
	{ names: ['campaign-key'], take: takeCampaignKey },
	{ names: ['credential'], take: takeCredential },
	{ names: ['node-panel'], take: takeNodePanel },
	{ names: ['preview-form'], take: takeForm },
	{ names: examplesShown, take: takeExamples },
	{ names: answerPictures, take: takeAnswers },
];

/**
 * Makes the pictures of the README and the docs from the running demo; with `--gallery` those of every panel.
 *
 * @param args names of pictures, or of operations for the gallery, where not all are to be taken
 */
export async function main(args: string[]): Promise<number> {
	const { values, positionals } = parseArgs({
		args,
		options: { gallery: { type: 'boolean' } },
		allowPositionals: true,
	});
	const progress = createProgress();
	if (values.gallery) return await takeGallery(progress, positionals);
	const isWanted = ({ names }: { names: string[] }) =>
		positionals.length === 0 || names.some((name) => positionals.includes(name));
	const wanted = shootings.filter(isWanted);
	if (wanted.length === 0) throw new Error(`No picture is named ${positionals.join(', ')}.`);
	const demo = await startDemo(progress);
	const browser = await startBrowser();
	try {
		const editor = await Editor.open(browser, demo.client);
		const picture = async (name: string) => {
			await editor.page.waitForTimeout(settleMs);
			await editor.screenshot(name, folder);
		};
		for (const { names, take } of wanted) {
			progress.step(`Taking ${names.join(', ')}`);
			await take({ browser, demo, editor, picture });
		}
		progress.done(`The pictures are in ${path.relative(repositoryRoot, folder)}`);
		return 0;
	} finally {
		await browser.close();
		await demo.stop();
	}
}

/** A campaign that was sent, and beside it one of the phones it reached. */
async function takeCampaign({ browser, editor, demo, picture }: Shooting) {
	const run = await runCampaign(demo);
	await editor.openExecution(demo.campaignWorkflow.id, run.execution.id);
	await editor.openNode(nodeNames.send);
	await atSize(editor, { width: wideWidth }, async () => await picture('sms-campaign'));
	await editor.closeNode();
	// Away from the node, which shows its buttons under the mouse.
	await editor.page.mouse.move(0, 0);

	const shown = run.ledger.entries.find(({ text }) => /^Hello [A-Z]/.test(text));
	const png = await editor.page.screenshot({ animations: 'disabled' });
	const size = editor.page.viewportSize() ?? { width: 0, height: 0 };
	const address = `${demo.emulatorUrl}/#/phones/${shown?.phone}`;
	const both = await besidePhone(browser, { png, ...size }, address);
	await writeFile(path.join(folder, 'phones.png'), both);
}

async function takeMoving({ browser, editor, demo }: Shooting) {
	await writeFile(path.join(folder, 'campaign.gif'), await takeAnimation(browser, editor, demo));
}

async function takeAnswers({ browser, demo }: Shooting) {
	await takeAnswerPages(demo, browser, folder);
}

async function takeTemplate({ editor, demo, picture }: Shooting) {
	await editor.openWorkflow(demo.waitedWorkflow.id);
	await editor.openNode(nodeNames.sendTemplate);
	await atSize(editor, { height: templateHeight }, async () => await picture('template-campaign'));
	await editor.closeNode();
}

async function takeTrigger({ editor, demo, picture }: Shooting) {
	await editor.openWorkflow(demo.eventsWorkflow.id);
	const panel = await editor.openNode(nodeNames.trigger);
	await panel.getByText('Webhook URLs').click();
	await panel.getByRole('radio', { name: 'Production URL' }).click();
	await picture('trigger');
	await editor.closeNode();
}

/** Opens a campaign to a small table. */
async function openCampaign({ editor, demo }: Shooting, name: string, more: object) {
	const send = {
		name: nodeNames.send,
		type: 'n8n-nodes-extapi.extApiSms',
		parameters: {
			...{ resource: 'message', operation: 'sendCampaign', mode: 'send', sender: 'MyShop' },
			message: 'Hello {first_name|there}, spring is here',
			...more,
		},
	};
	const workflow = chain(name, [{ ...itemsStep(customers), name: 'Customers' }, send]);
	const { id } = await demo.client.createWorkflow(workflow, [demo.credential]);
	await editor.openWorkflow(id);
	return await editor.openNode(nodeNames.send);
}

/** A preview beside the panel, and all that can be done before sending. */
async function takeSteps(shooting: Shooting) {
	const { editor, picture } = shooting;
	const panel = await openCampaign(shooting, 'Preview', { mode: 'preview' });
	await atSize(editor, { width: wideWidth }, async () => {
		await panel.getByTestId('node-execute-button').click();
		await showTable(panel);
		await panel.getByText('Hello there').first().waitFor();
		await newsGone(editor);
		await picture('preview');
	});
	await editor.closeNode();

	await openCampaign(shooting, 'Before sending', {
		...{ mode: 'test', testNumbers: '0570990001' },
		options: { replaceCharacters: true },
		beforeSending: {
			repairNumbers: true,
			leaveOut: '0570099999',
			maxRecipients: 500,
		},
		timing: {
			quietHours: { hours: { from: '21:00', until: '08:00', days: ['saturday'] } },
			spreadOver: 4,
		},
	});
	await atSize(editor, { height: tallHeight }, async () => await picture('before-sending'));
	await editor.closeNode();
}

/** A campaign with a key that runs a second time: everyone has it already. */
async function takeCampaignKey(shooting: Shooting) {
	const { editor, picture } = shooting;
	const panel = await openCampaign(shooting, 'Campaign Key', {
		...{ options: { output: 'recipient' }, beforeSending: { campaignKey: 'spring-sale' } },
	});
	const output = panel.getByTestId('output-panel');
	await atSize(editor, { width: wideWidth }, async () => {
		for (const outcome of ['accepted', 'alreadySent']) {
			await panel.getByTestId('node-execute-button').click();
			await output.getByText(outcome, { exact: true }).first().waitFor();
		}
		await panel.getByText('Campaign Key', { exact: true }).scrollIntoViewIfNeeded();
		await newsGone(editor);
		await picture('campaign-key');
	});
	await editor.closeNode();
}

/** Takes a picture on a screen of another size. */
async function atSize(
	{ page }: Editor,
	size: Partial<{ width: number; height: number }>,
	take: () => Promise<void>,
) {
	const usual = page.viewportSize()!;
	await page.setViewportSize({ ...usual, ...size });
	await take();
	await page.setViewportSize(usual);
}

/** Once the news of a run no longer covers a part of the panel. */
async function newsGone({ page }: Editor) {
	const news = page.getByText('Node executed successfully');
	while ((await news.count()) > 0) await page.waitForTimeout(settleMs);
}

/** The credential, saved and tested. */
async function takeCredential({ editor, demo, picture }: Shooting) {
	const { page } = editor;
	await page.goto(`${demo.n8n.url}/home/credentials/${demo.credential.id}`);
	const form = page.getByTestId('editCredential-modal');
	await form.getByText('Connection tested successfully').waitFor();
	await picture('credential');
}

/** What a person finds in the node panel once the package is installed. */
async function takeNodePanel({ editor, demo, picture }: Shooting) {
	await editor.openWorkflow(demo.eventsWorkflow.id);
	await editor.searchNodes('extapi');
	await editor.page.getByText('ExtApi Voice').first().waitFor();
	await picture('node-panel');
}

/** The form of the example "Preview, test, then send", where the texts are read. */
async function takeForm({ editor, demo, picture }: Shooting) {
	const { client, credential, n8n } = demo;
	const workflow = await client.createWorkflow(readExample('preview-test-send.json'), [credential]);
	await client.activate(workflow);
	const { page } = editor;
	// The form appears a moment after its workflow is published.
	const address = `${n8n.url}/form/spring-campaign`;
	while ((await page.goto(address))?.status() !== 200) await page.waitForTimeout(settleMs);
	await page.getByLabel('Your phone').fill('0570990001');
	await page.getByRole('button', { name: 'Show me' }).click();
	await page.getByLabel('Continue?').waitFor();
	await atSize(editor, { height: formHeight }, async () => await picture('preview-form'));
}

const customers = `return [
	{ phone: '0570001001', first_name: 'Dana' },
	{ phone: '0570001002', first_name: 'יוסי' },
	{ phone: '0570021003', first_name: '' },
]`;

/** Examples on the canvas. */
async function takeExamples({ editor, demo, picture }: Shooting) {
	for (const name of examplesShown) {
		const { id } = await demo.client.createWorkflow(readExample(`${name}.json`), [demo.credential]);
		await editor.openWorkflow(id);
		await picture(name);
	}
}
