// If this fails, people type what they want to do and do not find the node.
import type { Page } from 'playwright-core';

import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { Newcomer } from './support/newcomer';
import { stackForTests } from './support/stack';
/**
 * Each node, and the words that should lead to it: people look for one by what they want to do. The panel lists a
 * trigger by its node's name without the last word.
 */
import wordsOfNodes from './nodeSearch.json';

/** Others may be as right, such as n8n's own node for WhatsApp; no one looks far down. */
const lastPlace = 2;
const fadesWithinMs = 2_000;
/** Looks at the panel before a place counts as too low: a busy browser fades slowly. */
const looks = 10;

const stack = stackForTests();

async function openPanel(): Promise<Page> {
	const { page } = await stack.editor();
	await page.goto(`${stack.n8n.url}/workflow/new`);
	await page.getByTestId('canvas-plus-button').first().click();
	return page;
}

// n8n makes the list of each node in the same way.
it('lists what a node can do', async () => {
	const { description, operations } = new ExtApiSms();
	const page = await openPanel();
	const panel = page.getByTestId('node-creator');
	const names = page.getByTestId('node-creator-item-name');
	const node = names.getByText(description.displayName, { exact: true }).first();
	await new Newcomer(page).search(description.displayName, node);
	await node.click();
	for (const { action } of operations) {
		await panel.getByText(action, { exact: true }).first().waitFor();
	}
	await page.context().close();
});

it('finds the nodes by the words people use', async () => {
	const page = await openPanel();
	const search = page.getByTestId('node-creator-search-bar');
	const found: Array<{ word: string; node: string; place: number }> = [];
	const words = Object.entries(wordsOfNodes).flatMap(([node, all]) =>
		all.map((word) => [word, node] as const),
	);
	for (const [word, node] of words) {
		await search.fill(word);
		const names = page.getByTestId('node-creator-item-name');
		await names.getByText(node, { exact: true }).first().waitFor();
		// What the search before found fades out, sooner or later.
		let place = 0;
		for (let look = 0; look < looks && (place < 1 || place > lastPlace); look++) {
			await page.waitForTimeout(fadesWithinMs);
			const listed = (await names.allInnerTexts()).map((name) => name.trim());
			place = listed.indexOf(node) + 1;
		}
		found.push({ word, node, place });
	}
	const lines = found.map(({ word, node, place }) => `  ${place}. for "${word}": ${node}`);
	process.stdout.write(`Place in n8n's node panel\n${lines.join('\n')}\n`);
	expect(found.filter(({ place }) => place < 1 || place > lastPlace)).toEqual([]);
});
