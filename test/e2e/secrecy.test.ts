// If this fails, the token of an account leaks.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { demoToken } from '../../demo/startStack';
import type { FaultKind } from '../../emulator';
import { chain, itemsStep, START } from '../../n8n/chain';
import { runWorkflow, waitForExecution, waitForPause } from '../../n8n/executions';
import type { Execution } from '../../n8n/types';
import { everyOperation } from '../operations';
import { twoItems } from '../operations/items';
import { holdsToken } from '../tokenForms';
import { stackForTests } from './support/stack';
import { standingFor } from './support/version';

/** Every operation runs well and badly in a real n8n; then the token is looked for everywhere. */

const everyKind: FaultKind[] = ['http500', 'resetAfter', 'plainError', 'redirect', 'cutJson'];
/** What n8n keeps of an error it made itself, and of one of ours. */
const spoiled = standingFor(everyKind, (kind) => ['http500', 'resetAfter'].includes(kind));
const MEASURED = 'Operation';

/** A question no one answers. */
const soon = { options: { limitWaitTime: 0.05 } };

const stack = stackForTests({ emulator: { campaignStepMs: 600_000 } });
const executions: Execution[] = [];
const urls: string[] = [];

beforeAll(async () => {
	const ids: string[] = [];
	const noteUrls = () => urls.push(...stack.control.requests().map(({ url }) => url));
	for (const operation of everyOperation) {
		const step = {
			name: MEASURED,
			type: `n8n-nodes-extapi.${operation.type}`,
			parameters: { ...operation.parameters, ...(operation.takesOneItem ? soon : {}) },
			settings: { onError: 'continueRegularOutput' },
		};
		const items = itemsStep(
			`return ${JSON.stringify(operation.usualItems)}.map((json) => ({ json }));`,
		);
		const workflow = await stack.store(chain(operation.name, [items, step]));
		for (const kind of [undefined, ...spoiled]) {
			noteUrls();
			stack.control.reset();
			await operation.prepare?.(stack.emulator);
			if (kind) stack.control.addFaults([{ kind }]);
			const id = await runWorkflow(stack.client, workflow, START);
			await waitForPause(stack.client, id);
			ids.push(id);
		}
	}
	// n8n looks once a minute for those whose question no one answered: they end together, while the others run.
	for (const id of ids) executions.push(await waitForExecution(stack.client, id));
	noteUrls();
});

/** Every file n8n keeps, the database among them, as text. */
function filesOf(folder: string): Array<[file: string, content: string]> {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const file = path.join(folder, entry.name);
		if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesOf(file);
		return entry.isFile() ? [[file, readFileSync(file, 'latin1')] as [string, string]] : [];
	});
}

describe('the token', () => {
	it('was used by every operation, well and badly', () => {
		expect(executions).toHaveLength(everyOperation.length * (spoiled.length + 1));
		expect(urls.length).toBeGreaterThan(executions.length);
		const failed = executions.filter(({ runData }) =>
			JSON.stringify(runData[MEASURED] ?? []).includes('error'),
		);
		expect(failed.length).toBeGreaterThan(0.6 * everyOperation.length * spoiled.length);
	});

	it('is in no execution, output, log, database or address', () => {
		const places: Record<string, string[]> = {
			executions: executions.map((execution) => JSON.stringify(execution)),
			addresses: urls,
			'n8n log': [readFileSync(stack.n8n.logFile, 'utf8')],
			'n8n files': filesOf(stack.n8n.userFolder).map(([, content]) => content),
		};
		const hits = Object.entries(places).map(([place, texts]) => [
			place,
			texts.filter((text) => holdsToken(text, demoToken)).length,
		]);
		process.stdout.write(
			`Secrecy: ${executions.length} executions, ${urls.length} requests, token found: ${JSON.stringify(Object.fromEntries(hits))}\n`,
		);
		expect(hits.filter(([, count]) => count !== 0)).toEqual([]);
	});

	it('stands beside no phone and no text in the log', () => {
		const log = readFileSync(stack.n8n.logFile, 'utf8');
		for (const { phone, text } of twoItems) {
			expect(log).not.toContain(String(phone));
			expect(log).not.toContain(`"${String(text)}"`);
		}
	});
});
