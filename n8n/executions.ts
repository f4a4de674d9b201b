import { setTimeout as sleep } from 'node:timers/promises';
import type { N8nClient } from './client';
import { parseFlatted } from './flatted';
import type { Execution, ExecutionItem, StoredWorkflow } from './types';

type StoredExecution = Omit<Execution, 'runData' | 'error'> & { data: string };
type Summary = Pick<Execution, 'id' | 'workflowId' | 'status' | 'mode' | 'startedAt' | 'stoppedAt'>;

const pollEveryMs = 200;
const unfinished = new Set(['new', 'running', 'waiting']);

/**
 * Starts a workflow from one of its triggers, as the editor's button does.
 *
 * @param trigger name of the trigger node
 * @returns the execution's id
 */
export async function runWorkflow(
	client: N8nClient,
	workflow: StoredWorkflow,
	trigger: string,
): Promise<string> {
	// Versions before 2.0 want the workflow in the request; later ones ignore it.
	const body = { workflowData: workflow, triggerToStartFrom: { name: trigger } };
	const started = await client.request<{ executionId?: string }>(
		'POST',
		`/workflows/${workflow.id}/run`,
		body,
	);
	if (started.executionId) return started.executionId;
	throw new Error(`"${trigger}" waits for an outside event, so "${workflow.name}" did not start`);
}

/**
 * Waits for the end of an execution, successful or not.
 *
 * @param timeoutMs how long to wait, in milliseconds
 * @param everyMs time between two looks, in milliseconds
 * @throws Error when it takes longer
 */
export async function waitForExecution(
	client: N8nClient,
	id: string,
	timeoutMs = 600_000,
	everyMs = pollEveryMs,
): Promise<Execution> {
	return await waitUntil(client, id, ({ status }) => !unfinished.has(status), timeoutMs, everyMs);
}

/** Waits until an execution has ended or was put to wait; n8n wakes it only once a minute. */
export async function waitForPause(client: N8nClient, id: string): Promise<Execution> {
	return await waitUntil(
		client,
		id,
		({ status }) => status === 'waiting' || !unfinished.has(status),
	);
}

async function waitUntil(
	client: N8nClient,
	id: string,
	isReached: (execution: Execution) => boolean,
	timeoutMs = 120_000,
	everyMs = pollEveryMs,
): Promise<Execution> {
	const until = Date.now() + timeoutMs;
	for (;;) {
		const execution = await readExecution(client, id);
		if (isReached(execution)) return execution;
		if (Date.now() > until) {
			throw new Error(`Execution ${id} is still ${execution.status} after ${timeoutMs / 1000} s`);
		}
		await sleep(everyMs);
	}
}

/** Reads an execution with the items every node output. */
export async function readExecution(client: N8nClient, id: string): Promise<Execution> {
	const { data, ...stored } = await client.request<StoredExecution>('GET', `/executions/${id}`);
	// Empty until the execution has stored something for the first time.
	const content = parseFlatted(data) as
		{ resultData?: Pick<Execution, 'runData' | 'error'> } | undefined;
	const { runData = {}, error } = content?.resultData ?? {};
	return { ...stored, runData, error };
}

/** The newest executions of a workflow, newest first, without their data. */
export async function listExecutions(
	client: N8nClient,
	workflowId: string,
	limit = 100,
): Promise<Summary[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const { results } = await client.request<{ results: Summary[] }>(
		'GET',
		`/executions?filter=${filter}&limit=${limit}`,
	);
	// n8n asks for the running ones and for the ended ones side by side: one that ends just then is in both.
	return [...new Map(results.map((one) => [one.id, one])).values()];
}

/**
 * The items a node output, over all its runs.
 *
 * @param output index of the node's output
 */
export function itemsOf(execution: Execution, node: string, output = 0): ExecutionItem[] {
	const runs = execution.runData[node] ?? [];
	return runs.flatMap((run) => run.data?.main?.[output] ?? []);
}
