import { createRequire } from 'node:module';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { INodeType } from 'n8n-workflow';

import packageJson from '../package.json';
import type { WorkflowJson } from '../n8n/types';

const root = path.join(__dirname, '..');

type Connections = Record<string, { main?: Array<Array<{ node: string }> | null> }>;

/** What a sentence begins with: the nodes a person has in the workflow before asking for the rest. */
const GIVEN = ['manualTrigger', 'scheduleTrigger', 'webhook', 'code'];

/**
 * Writes what a model that builds workflows sees of this package, and tasks for it: `tasks.md`, `base/` with the
 * starts of the workflows, `desc/` with the description of each node and `schema/` with its outputs. Its answers go
 * into `answer/`; `SENTENCES=<folder>/answer npm run test:e2e -- --testPathPatterns sentences` judges them.
 *
 * @param folder where to
 * @returns the exit code
 */
export async function main([folder]: string[]): Promise<number> {
	if (folder === undefined) {
		console.error('Usage: node tools/runTypeScript.mjs tools/modelView.ts <folder>');
		return 1;
	}
	for (const name of ['base', 'desc', 'schema', 'answer']) {
		await mkdir(path.join(folder, name), { recursive: true });
	}
	for (const compiled of packageJson.n8n.nodes) await writeNode(folder, compiled);
	const sentences = path.join(root, 'test/e2e/sentences');
	await cp(path.join(sentences, 'tasks.md'), path.join(folder, 'tasks.md'));
	for (const file of await readdir(sentences)) {
		if (!file.endsWith('.json')) continue;
		const workflow = JSON.parse(await readFile(path.join(sentences, file), 'utf8')) as WorkflowJson;
		await writeFile(path.join(folder, 'base', file), startOf(workflow));
	}
	return 0;
}

async function writeNode(folder: string, compiled: string): Promise<void> {
	const source = path.join(root, compiled.replace(/^dist\//, '').replace(/\.js$/, ''));
	const module = createRequire(__filename)(`${source}.ts`) as Record<string, new () => INodeType>;
	const NodeClass = module[path.basename(source, '.node')];
	const { description } = new NodeClass();
	// Where values go on the wire is n8n's business, not the model's.
	const text = JSON.stringify(description, (key, value: unknown) =>
		key === 'routing' ? undefined : value,
	);
	await writeFile(path.join(folder, 'desc', `${description.name}.json`), text);
	const schemas = path.join(path.dirname(source), '__schema__');
	await cp(schemas, path.join(folder, 'schema', description.name), { recursive: true });
}

function startOf(workflow: WorkflowJson): string {
	const nodes = workflow.nodes.filter(({ type }) => GIVEN.includes(type.split('.')[1]));
	const isGiven = (name: string) => nodes.some((node) => node.name === name);
	const connections = Object.fromEntries(
		Object.entries(workflow.connections as Connections).flatMap(([from, { main = [] }]) => {
			const kept = main.map((to) => to?.filter(({ node }) => isGiven(node)) ?? []);
			return isGiven(from) && kept.flat().length > 0 ? [[from, { main: kept }]] : [];
		}),
	);
	return JSON.stringify({ ...workflow, nodes, connections }, null, '\t');
}
