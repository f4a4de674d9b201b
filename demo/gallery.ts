import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

import { build } from 'esbuild';

import { repositoryRoot } from '../n8n/buildPackage';
import { chain, itemsStep, START, type Step } from '../n8n/chain';
import { startBrowser } from '../n8n/editor/browser';
import { Editor, type Theme } from '../n8n/editor/editor';
import { runWorkflow, waitForPause } from '../n8n/executions';
import type { Progress } from '../n8n/progress';
import type { StoredWorkflow } from '../n8n/types';
import type * as Operations from '../test/operations';
import type { Operation } from '../test/operations';
import { withValue } from '../test/operations/withValue';
import { startStack, type Stack } from './startStack';

/** Not committed: a person looks at it once for each release. */
const folder = path.join(repositoryRoot, 'screenshots', 'gallery');
const themes: Theme[] = ['light', 'dark'];
/** A window in which a panel is seen whole, in pixels. */
const size = { width: 1_700, height: 1_300 };
/** Time for animations of the editor, in milliseconds. */
const settleMs = 1_000;

/** What is shown of an operation: as it is added, filled in and executed, and with a value that it refuses. */
const kinds = ['panel', 'output', 'error'] as const;
type Kind = (typeof kinds)[number];

/** A panel to show. */
interface Shown {
	name: string;
	kind: Kind;
	step: Step;
	/** What n8n's items are, and the state of the service. */
	operation?: Operation;
}

/**
 * Makes a picture of each operation's panel, of an output and of an error, in light and in dark, and a page that
 * shows them side by side.
 *
 * @param words of the operations to show, such as `sms`; all without any
 */
export async function takeGallery(progress: Progress, words: string[]): Promise<number> {
	await mkdir(folder, { recursive: true });
	const isWanted = ({ name }: Shown) =>
		words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase()));
	const shown = (await everyPanel()).filter(isWanted);
	if (shown.length === 0) throw new Error(`No operation is named ${words.join(', ')}.`);
	const stack = await startStack({ progress });
	const browser = await startBrowser();
	try {
		const editors: Editor[] = [];
		for (const theme of themes) {
			const editor = await Editor.open(browser, stack.client, theme);
			await editor.page.setViewportSize(size);
			editors.push(editor);
		}
		for (const [index, each] of shown.entries()) {
			progress.step(`${index + 1} of ${shown.length}: ${each.name}, ${each.kind}`);
			await take(stack, editors, each);
		}
		await writeFile(path.join(folder, 'index.html'), pageOf(shown));
		progress.done(`Open ${path.relative(repositoryRoot, path.join(folder, 'index.html'))}`);
		return 0;
	} finally {
		await browser.close();
		await stack.stop();
	}
}

async function take(stack: Stack, editors: Editor[], shown: Shown): Promise<void> {
	const { name, kind, step, operation } = shown;
	const items = itemsStep(`return ${JSON.stringify(operation?.usualItems ?? [])}`);
	const steps = operation === undefined ? [] : [items, step];
	const workflow = await stack.client.createWorkflow(
		operation === undefined ? chain(name, [], step) : chain(`${name}, ${kind}`, steps),
		[stack.credential],
	);
	const execution = kind === 'panel' ? undefined : await execute(stack, workflow, operation);
	for (const [index, editor] of editors.entries()) {
		if (execution === undefined) await editor.openWorkflow(workflow.id);
		else await editor.openExecution(workflow.id, execution);
		await editor.openNode(step.name);
		await editor.page.waitForTimeout(settleMs);
		await editor.screenshot(fileOf(shown, themes[index]), folder);
		await editor.closeNode();
	}
}

async function execute(
	{ client, emulator }: Stack,
	workflow: StoredWorkflow,
	operation?: Operation,
): Promise<string> {
	emulator.control.reset();
	await operation?.prepare?.(emulator);
	const id = await runWorkflow(client, workflow, START);
	await waitForPause(client, id);
	return id;
}

/**
 * The rows of the tests, as one file: Node would take a node's codex, `ExtApiSms.node.json`, for what is imported as
 * `ExtApiSms.node`.
 */
async function loadOperations(): Promise<typeof Operations> {
	const outfile = path.join(folder, 'operations.cjs');
	await build({
		...{ entryPoints: [path.join(repositoryRoot, 'test', 'operations', 'index.ts')], outfile },
		...{ bundle: true, platform: 'node', packages: 'external', logLevel: 'warning' },
		resolveExtensions: ['.ts', '.js', '.json'],
	});
	return createRequire(__filename)(outfile) as typeof Operations;
}

/** The trigger, and what each operation's row of the tests fills in and is refused. */
async function everyPanel(): Promise<Shown[]> {
	// The rows say by Jest's matchers what comes back, which is not compared here.
	const matchers = new Proxy({}, { get: () => () => undefined });
	Object.assign(globalThis, { expect: matchers });
	const { everyOperation } = await loadOperations();
	const trigger = {
		name: 'ExtApi Trigger',
		type: 'n8n-nodes-extapi.extApiTrigger',
		typeVersion: 1.1,
		parameters: {},
	};
	return [
		{ name: trigger.name, kind: 'panel', step: trigger },
		...everyOperation.flatMap((operation) => {
			const { name, type, parameters, resource, operation: value, refuses, node } = operation;
			const choice = { resource, operation: value };
			const step = (filled: object): Step => ({
				name: node().description.displayName,
				type: `n8n-nodes-extapi.${type}`,
				parameters: { ...filled, ...choice },
			});
			const filled: Record<Kind, object | undefined> = {
				panel: {},
				output: parameters,
				error: refuses.length === 0 ? undefined : withValue(usualMistake(refuses), operation),
			};
			return kinds.flatMap((kind) =>
				filled[kind] === undefined ? [] : [{ name, kind, step: step(filled[kind]), operation }],
			);
		}),
	];
}

/** What a person mistypes, where there is such a case: a choice is refused only as an expression gives it. */
function usualMistake(refuses: Operation['refuses']): Operation['refuses'][number] {
	const isTyped = ({ field, value }: (typeof refuses)[number]) =>
		typeof value === 'string' && !value.startsWith('=') && field !== 'mode';
	return refuses.find(isTyped) ?? refuses[0];
}

/** Name of a picture, without its ending. */
function fileOf({ name, kind }: Shown, theme: Theme): string {
	return `${name.toLowerCase().replace(/[^a-z]+/g, '-')}-${kind}-${theme}`;
}

function pageOf(shown: Shown[]): string {
	const rows = shown.map((each) => {
		const pictures = themes.map((theme) => `<img src="${fileOf(each, theme)}.png" loading="lazy">`);
		return `<h2>${each.name}: ${each.kind}</h2><div>${pictures.join('')}</div>`;
	});
	return `<!DOCTYPE html>
<meta charset="utf-8"><title>Gallery</title>
<style>body { font-family: sans-serif } div { display: flex; gap: 8px } img { width: 50% }</style>
${rows.join('\n')}
`;
}
