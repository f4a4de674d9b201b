import { setTimeout as sleep } from 'node:timers/promises';

import { chain, itemsStep, START, type Step } from '../n8n/chain';
import { listExecutions, runWorkflow } from '../n8n/executions';
import { itemsCode } from './cases';
import type { Place } from './measure';
import { readProbe } from './readProbe';

const executionTimeoutMs = 300_000;
const pollEveryMs = 500;

/**
 * How much the memory of a fresh n8n rises while it makes items, runs a node over them and saves the
 * execution. The execution is not read: n8n would need memory for that, too.
 *
 * @returns megabytes
 * @throws Error when the execution fails
 */
export async function measureMemory(
	{ client, credentials }: Place,
	step: Step,
	items: number,
	probeFile: string,
): Promise<number> {
	const workflow = await client.createWorkflow(
		chain(`Memory ${step.type}`, [itemsStep(itemsCode(items)), step]),
		credentials,
	);
	const from = Date.now();
	await runWorkflow(client, workflow, START);
	for (;;) {
		const [execution] = await listExecutions(client, workflow.id, 1);
		if (execution?.status === 'success') break;
		if (execution?.stoppedAt || Date.now() - from > executionTimeoutMs) {
			throw new Error(`${step.type} over ${items} items: ${execution?.status}`);
		}
		await sleep(pollEveryMs);
	}
	const { peakRssMb, firstRssMb } = readProbe(probeFile, { from, to: Date.now() });
	return peakRssMb - firstRssMb;
}
