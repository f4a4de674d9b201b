// If this fails, an example that people paste into the editor lacks a node, or n8n drops what it has set.
import { readdirSync, readFileSync } from 'node:fs';

import { examplePath, readExample } from '../../demo/exampleWorkflows';
import type { WorkflowJson } from '../../n8n/types';
import { Newcomer } from './support/newcomer';
import { knownParameters, readNodeTypes } from './support/nodeTypes';
import { stackForTests } from './support/stack';
import { until } from './support/until';

/** The examples with nodes of other systems, pasted one after the other into one editor, as a person does. */

const stack = stackForTests();
/** n8n takes no second paste within a second. */
const betweenPastesMs = 1_100;
const files = readdirSync(examplePath()).filter(
	(file) => file === 'mcp-server.json' || (file.endsWith('.json') && readExample(file).pinData),
);

/** What of a workflow survives its way through the editor, which copies pinned items without their `json`. */
const partsOf = ({ nodes, connections, pinData = {} }: WorkflowJson) => ({
	nodes: nodes.map(({ name, type, typeVersion }) => `${name}: ${type} ${typeVersion}`).sort(),
	connections,
	pinned: Object.fromEntries(
		Object.entries(pinData).map(([name, items]) => [name, items.map((item) => item.json ?? item)]),
	),
});

it('n8n takes every node and setting of each example that is pasted', async () => {
	const types = await readNodeTypes(stack);
	const { page } = await stack.editor();
	const person = new Newcomer(page);
	await page.goto(`${stack.n8n.url}/workflow/new`);
	await page.getByTestId('canvas-plus-button').first().waitFor();
	const nodes = page.getByTestId('canvas-node');
	const found: object[] = [];
	for (const file of files) {
		const { nodes: given } = readExample(file);
		await person.paste(readFileSync(examplePath(file), 'utf8'));
		await nodes.first().waitFor();
		const pasted = await until(async () => {
			await page.keyboard.press('ControlOrMeta+a');
			await page.keyboard.press('ControlOrMeta+c');
			const copied = await page.evaluate<string>('navigator.clipboard.readText()');
			const workflow = JSON.parse(copied) as WorkflowJson;
			return workflow.nodes.length === given.length ? workflow : undefined;
		});
		// What n8n does not know has a letter or a question mark in place of its icon.
		const unknown = await page.locator('[class*="nodeIconPlaceholder"]').count();
		const errors = await page
			.locator('.el-notification:has(.el-notification--error)')
			.allInnerTexts();

		found.push({ file, unknown, errors, ...partsOf(pasted) });
		for (const node of given) {
			const known = knownParameters(types, node);
			expect(known).toMatchObject(node.parameters);
			const now = pasted.nodes.find(({ name }) => name === node.name)!;
			expect({ file, ...knownParameters(types, now) }).toEqual({ file, ...known });
		}
		await page.keyboard.press('Delete');
		await nodes.first().waitFor({ state: 'detached' });
		await page.waitForTimeout(betweenPastesMs);
	}
	expect(found).toEqual(
		files.map((file) => ({ file, unknown: 0, errors: [], ...partsOf(readExample(file)) })),
	);
	await page.context().close();
});
