import axios from 'axios';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { demoToken, type Stack } from '../demo/startStack';
import { chain, itemsStep, START, type Step } from '../n8n/chain';
import { itemsOf, runWorkflow, waitForExecution, waitForPause } from '../n8n/executions';
import type { Execution, StoredCredential, StoredWorkflow } from '../n8n/types';
import { TRIGGER_PATH } from '../nodes/shared/rules/addresses';
import { notificationKey } from '../nodes/shared/service/notificationAddress';
import { itemsCode, type Case, type Invalid } from './cases';
import { authHeader } from './peers';
import type { Span } from './readProbe';

/** One run of one way to do a job. */
export interface Measurement extends Span {
	/** Requests the service received, without the one that lists the templates. */
	requests: number;
}

const executionTimeoutMs = 300_000;
const pollEveryMs = 500;
const callsAtOnce = 20;
const APPROVER = '0570009999';
const ownWebhookId = 'b0000000-0000-4000-8000-000000000001';

/** Where measurements take place. */
export interface Place extends Stack {
	/** Of this package's nodes and of n8n's own. */
	credentials: StoredCredential[];
}

/** Measures one way to do the job of a case. */
export async function measure(place: Place, step: Step, each: Case): Promise<Measurement> {
	if (each.kind !== 'node') return await measureTrigger(place, step, each);
	if (each.approval === 'page' || (each.approval && step === each.node))
		return await measureApproval(place, step, each);
	return await measureNode(place, step, each);
}

/** Previews a campaign, has a person open the page and approve it, and sends what was approved; or asks a plain question. */
async function measureApproval(place: Place, step: Step, each: Case): Promise<Measurement> {
	const { client, credentials, emulator } = place;
	emulator.control.reset();
	const { type } = step;
	const isPlain = step !== each.node;
	const ask = {
		...{ resource: 'message', operation: 'sendAndWait' },
		responseType: isPlain ? 'approval' : 'campaignApproval',
		...{ phoneNumbers: APPROVER, message: 'Please approve it.', sender: 'MyShop' },
	};
	const send = { resource: 'message', operation: 'sendCampaign', mode: 'sendApproved' };
	const steps = [
		itemsStep(itemsCode(each.items)),
		{ type, name: 'Preview', parameters: { ...step.parameters, mode: 'preview' } },
		{ type, name: 'Ask', parameters: ask, settings: { executeOnce: isPlain } },
		{ type, name: step.name, parameters: send },
	];
	const workflow = await client.createWorkflow(chain('Bench approval', steps), credentials);
	const id = await runWorkflow(client, workflow, START);
	await waitForPause(client, id);
	const link = /https?:\/\/\S+/.exec(emulator.control.ledger().entries.at(-1)?.text ?? '');
	if (link === null) throw new Error('No one was asked to approve the campaign.');
	const opened = Date.now();
	await axios.get<string>(link[0], { httpAgent: new Agent() });
	const shown = { from: opened, to: Date.now() };
	if (isPlain) {
		await client.request('POST', '/executions/delete', { ids: [id] });
		return { ...shown, requests: 0 };
	}
	const form = new FormData();
	form.append('decision', 'approve');
	await axios.post(link[0], form, { httpAgent: new Agent() });
	const execution = await waitForExecution(client, id, executionTimeoutMs, pollEveryMs);
	await client.request('POST', '/executions/delete', { ids: [id] });
	const run = execution.runData[step.name]?.[0];
	if (execution.error || !run?.startTime) {
		throw new Error(`The campaign was not sent: ${execution.error?.message ?? execution.status}`);
	}
	const sent = { from: run.startTime, to: run.startTime + (run.executionTime ?? 0) };
	return {
		...(each.approval === 'page' ? shown : sent),
		requests: emulator.control.requests().length,
	};
}

/**
 * Runs a node over many items inside n8n and takes the time n8n itself notes for the node.
 *
 * @throws Error when the execution failed, since a failure is no measurement, unless it is what is measured
 */
async function measureNode(place: Place, step: Step, each: Case): Promise<Measurement> {
	const { items, invalid, faults = [] } = each;
	place.emulator.control.reset();
	place.emulator.control.addFaults(faults);
	const execution = await runOnce(place, step, items, invalid);
	const run = execution.runData[step.name]?.[0];
	const failed = execution.error ?? itemsOf(execution, step.name).find(({ error }) => error)?.error;
	if ((failed && each.beside === undefined) || !run?.startTime) {
		throw new Error(`${step.type} failed: ${failed?.message ?? execution.status}`);
	}
	return {
		from: run.startTime,
		to: run.startTime + (run.executionTime ?? 0),
		requests: place.emulator.control.requests().filter(({ endpoint }) => endpoint !== 'waTemplates')
			.length,
	};
}

/** Runs a node over items in a workflow of its own, and forgets the execution. */
async function runOnce(
	{ client, credentials }: Place,
	step: Step,
	items: number,
	invalid?: Invalid,
): Promise<Execution> {
	const workflow = await client.createWorkflow(
		chain(`Bench ${step.type}`, [itemsStep(itemsCode(items, invalid)), step]),
		credentials,
	);
	const id = await runWorkflow(client, workflow, START);
	const execution = await waitForExecution(client, id, executionTimeoutMs, pollEveryMs);
	await client.request('POST', '/executions/delete', { ids: [id] });
	return execution;
}

/**
 * Calls a trigger many times and takes the time until the last workflow has ended, or until the last
 * forged call was turned away.
 *
 * @throws Error for a call that gets another answer than it should
 */
async function measureTrigger(place: Place, step: Step, each: Case): Promise<Measurement> {
	const { client, n8n, credentials } = place;
	const call = callOf(step, each);
	const noOp = { name: 'Nothing', type: 'n8n-nodes-base.noOp', parameters: {} };
	const trigger = { ...step, settings: { webhookId: ownWebhookId, ...step.settings } };
	const workflow = await client.createWorkflow(
		chain(`Bench ${step.type}`, [noOp], trigger),
		credentials,
	);
	await client.activate(workflow);
	await client.waitForWebhook(call.path, 'GET');

	const from = Date.now();
	const { items, kind } = each;
	let next = 0;
	const send = async () => {
		while (next < items) {
			const { path, query, headers } = call;
			const address = `${n8n.url}/webhook/${path}?${query}${1_000_000 + next++}`;
			const { status } = await axios.get(address, { headers, validateStatus: () => true });
			const expected = kind === 'forgedCalls' ? 403 : 200;
			if (status !== expected) throw new Error(`${step.type} answered ${status} to ${path}`);
		}
	};
	await Promise.all(Array.from({ length: callsAtOnce }, send));
	if (kind === 'events') await untilFinished(client.request.bind(client), workflow, items);
	const to = Date.now();
	await client.deactivate(workflow);
	return { from, to, requests: items };
}

interface Call {
	path: string;
	/** A number is put behind it. */
	query: string;
	headers: Record<string, string>;
}

/** How a trigger is called: ours with a key, n8n's own with a header, either forged. */
function callOf({ type, parameters }: Step, { kind, query }: Case): Call {
	const isForged = kind === 'forgedCalls';
	if (!type.startsWith('n8n-nodes-extapi.')) {
		const headers = isForged ? { 'x-bench-key': 'wrong' } : authHeader;
		return { path: String(parameters.path), query: 'get=1&msg=END&info=10&tid=', headers };
	}
	const key = notificationKey(demoToken, 'trigger', ownWebhookId, 'sms');
	const right = `key=${key}&via=extapi&get=1&msg=END&info=10&tid=`;
	const path = `${ownWebhookId}/${TRIGGER_PATH}`;
	return { path, query: isForged ? `${query}&number=` : right, headers: {} };
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
