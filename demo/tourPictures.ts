import type { Browser, Locator } from 'playwright-core';

import type { Editor } from '../n8n/editor/editor';
import { nodeNames } from './exampleWorkflows';
import { runWaitedCampaign } from './runWaitedCampaign';
import { stripOf, type Scene } from './sideBySide';
import type { Demo } from './startDemo';

/** Height of a scene, in pixels. */
const sceneHeight = 470;
/** What stands over the edges of an open node: the nodes before and behind it. */
const hidden = '[data-test-id="floating-node"] { visibility: hidden; }';
/** Time for the editor to settle, in milliseconds. */
const settleMs = 1_500;

/**
 * A campaign in three pictures beside each other: the table, the sending node, the report.
 *
 * @returns the picture, PNG
 */
export async function takeTour(browser: Browser, editor: Editor, demo: Demo): Promise<Buffer> {
	const { execution } = await runWaitedCampaign(demo);
	await editor.openExecution(demo.waitedWorkflow.id, execution.id);
	const scene = async (caption: string, node: string, part: Part): Promise<Scene> => {
		const panel = await editor.openNode(node);
		await editor.page.waitForTimeout(settleMs);
		const clip = await part(panel);
		const png = await editor.page.screenshot({ clip, animations: 'disabled', style: hidden });
		await editor.closeNode();
		return { caption, png };
	};
	return await stripOf(browser, [
		await scene('1. A table', nodeNames.customers, outputOf),
		await scene('2. One campaign', nodeNames.sendTemplate, formOf),
		await scene('3. The report', nodeNames.report, outputOf),
	]);
}

interface Clip {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** Which part of an open node is shown. */
type Part = (panel: Locator) => Promise<Clip>;

const outputOf: Part = async (panel) => {
	// As a table, also where the editor shows something else first.
	await panel.getByTestId('output-panel').getByRole('radio', { name: 'Table' }).click();
	return cut(await boxOf(panel.getByTestId('output-panel')));
};

/** The form of the template, between input and output. */
const formOf: Part = async (panel) => {
	const input = await boxOf(panel.getByTestId('ndv-input-panel'));
	const output = await boxOf(panel.getByTestId('output-panel'));
	const form = panel.getByText('Template Parameters', { exact: true });
	await form.evaluate((label) => label.scrollIntoView({ block: 'start' }));
	const { y } = await boxOf(form);
	const x = input.x + input.width;
	return cut({ x, y: y + 1, width: output.x - x, height: sceneHeight });
};

const cut = (box: Clip): Clip => ({ ...box, height: sceneHeight });

async function boxOf(part: Locator): Promise<Clip> {
	const box = await part.boundingBox();
	if (box === null) throw new Error('A part of the picture cannot be seen.');
	return box;
}
