import axios from 'axios';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Stack } from '../demo/startStack';
import { demoToken } from '../demo/startStack';
import { chain, itemsStep, START, type Step } from '../n8n/chain';
import { itemsOf, runWorkflow, waitForExecution } from '../n8n/executions';
import type { StoredWorkflow } from '../n8n/types';
import { notificationKey, TRIGGER_PATH } from '../nodes/shared/notifications/notificationAddress';
import { itemsCode } from './cases';
import type { Span } from './readProbe';

/** One run of one way to do a job. */
export interface Measurement extends Span {
	/** Requests the service received, without the one that lists the templates. */
	requests: number;
}

const executionTimeoutMs = 300_000;
const pollEveryMs = 500;
const eventsAtOnce = 20;
const webhookIds = { own: 'b0000000-0000-4000-8000-000000000001', baseline: 'bench' };

/**
 * Runs a node over many items inside n8n and takes the time n8n itself notes for the node.
 *
 * @throws Error when the execution failed, since a failure is no measurement
 */
export async function measureNode(
	{ client, credential, emulator }: Stack,
	step: Step,
	items: number,
): Promise<Measurement> {
	const workflow = await client.createWorkflow(
		chain(`Bench ${step.type}`, [itemsStep(itemsCode(items)), step]),
		[credential],
	);
	emulator.control.reset();
	const id = await runWorkflow(client, workflow, START);
	const execution = await waitForExecution(client, id, executionTimeoutMs, pollEveryMs);
	const run = execution.runData[step.name]?.[0];
	const failed = execution.error ?? itemsOf(execution, step.name).find(({ error }) => error)?.error;
	if (failed || !run?.startTime) {
		throw new Error(`${step.type} failed: ${failed?.message ?? execution.status}`);
	}
	await client.request('POST', '/executions/delete', { ids: [id] });
	return {
		from: run.startTime,
		to: run.startTime + (run.executionTime ?? 0),
		requests: emulator.control.requests().filter(({ endpoint }) => endpoint !== 'waTemplates')
			.length,
	};
}

/** Sends many notifications to a trigger and takes the time until the last workflow has ended. */
export async function measureTrigger(
	{ client, credential, n8n }: Stack,
	step: Step,
	events: number,
): Promise<Measurement> {
	const isOwn = step.type.startsWith('n8n-nodes-extapi.');
	const webhookId = isOwn ? webhookIds.own : webhookIds.baseline;
	const trigger = { ...step, settings: { webhookId } };
	const noOp = { name: 'Nothing', type: 'n8n-nodes-base.noOp', parameters: {} };
	const workflow = await client.createWorkflow(chain(`Bench ${step.type}`, [noOp], trigger), [
		credential,
	]);
	await client.activate(workflow);
	const path = isOwn ? `${webhookId}/${TRIGGER_PATH}` : 'bench';
	await client.waitForWebhook(path, 'GET');

	const from = Date.now();
	const key = isOwn ? notificationKey(demoToken, webhookId, 'sms') : '';
	const address = `${n8n.url}/webhook/${path}?key=${key}&via=extapi&get=1&msg=END&info=10&tid=`;
	let next = 0;
	const send = async () => {
		while (next < events) await axios.get(`${address}${1_000_000 + next++}`);
	};
	await Promise.all(Array.from({ length: eventsAtOnce }, send));
	await untilFinished(client.request.bind(client), workflow, events);
	const to = Date.now();
	await client.deactivate(workflow);
	return { from, to, requests: events };
}

async function untilFinished(
	request: Stack['client']['request'],
	workflow: StoredWorkflow,
	events: number,
): Promise<void> {
	const until = Date.now() + executionTimeoutMs;
	const filter = encodeURIComponent(
		JSON.stringify({ workflowId: workflow.id, status: ['success'] }),
	);
	for (;;) {
		const path = `/executions?filter=${filter}&limit=1`;
		const { count } = await request<{ count: number }>('GET', path);
		if (count >= events) return;
		if (Date.now() > until) throw new Error(`Only ${count} of ${events} events were handled`);
		await sleep(100);
	}
}
