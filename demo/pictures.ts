import path from 'node:path';

import { repositoryRoot } from '../n8n/buildPackage';
import { startBrowser } from '../n8n/editor/browser';
import { Editor } from '../n8n/editor/editor';
import { createProgress } from '../n8n/progress';
import { nodeNames } from './exampleWorkflows';
import { runCampaign } from './runCampaign';
import { startDemo, type Demo } from './startDemo';
import { demoOwner } from './startStack';

/** Outside of `nodes`, so that no build copies them into the package. */
const folder = path.join(repositoryRoot, 'docs', 'pictures');
/** Time for animations of the canvas, in milliseconds. */
const settleMs = 1_500;

/** Makes the README's pictures from the running demo. */
export async function main(): Promise<number> {
	const progress = createProgress();
	const demo = await startDemo(progress);
	const browser = await startBrowser();
	try {
		progress.step('Sending a campaign to show');
		const { execution } = await runCampaign(demo);
		const editor = await Editor.open(browser, demo.n8n.url, demoOwner);
		const picture = async (name: string) => {
			progress.step(`Taking the picture ${name}`);
			await editor.page.waitForTimeout(settleMs);
			await editor.screenshot(name, folder);
		};
		await takeCampaign(editor, demo, execution.id, picture);
		await takeTemplate(editor, demo, picture);
		await takeTrigger(editor, demo, picture);
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
	await picture('campaign');
	await editor.openNode(nodeNames.send);
	await picture('sms-campaign');
	await editor.closeNode();
}

async function takeTemplate(editor: Editor, demo: Demo, picture: TakePicture) {
	await editor.openWorkflow(demo.waitedWorkflow.id);
	await editor.openNode('Send template campaign');
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
