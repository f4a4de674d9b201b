// If this fails, with several workers a message is sent twice, or an event is lost.
import axios from 'axios';
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { demoToken } from '../../demo/startStack';
import { chain, type Step } from '../../n8n/chain';
import { N8nClient } from '../../n8n/client';
import { itemsOf, listExecutions, readExecution } from '../../n8n/executions';
import type { Execution, StoredWorkflow } from '../../n8n/types';
import { TRIGGER_PATH } from '../../nodes/shared/rules/addresses';
import { notificationKey } from '../../nodes/shared/service/notificationAddress';
import { answerAtOnce } from '../answers';
import { readCompose } from '../composeFile';
import { open, submit } from '../integration/harness/answerPage';
import { sendStep, triggerStep, webhookStep } from '../steps';
import { startCluster, type Cluster } from './support/cluster';
import { missingServices } from './support/services';

/** The processes of `docker-compose.yml`: main, two workers and a webhook processor with Redis and PostgreSQL. */
jest.setTimeout(1_200_000);

const executionCount = 200;
/** Each of them is a whole execution; what could lose one is that so many come at once. */
const eventCount = 400;
const atOnce = 20;
const threeTries = { retryOnFail: true, maxTries: 3 };
const texts = ['a', 'b', 'c', 'd'];

/** n8n sees in half a minute that the worker of an execution is gone; without these it takes up to one and a half. */
const environment = {
	QUEUE_WORKER_LOCK_DURATION: '30000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '5000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

let cluster: Cluster;

beforeAll(async () => {
	const missing = await missingServices();
	if (missing.length > 0) throw new Error(`Queue mode cannot be tested. ${missing.join('. ')}`);
	cluster = await startCluster({ environment });
}, 600_000);
afterAll(async () => await cluster?.stop());
beforeEach(() => cluster.emulator.control.reset());

const report = (text: string) => process.stdout.write(`Queue mode: ${text}\n`);

async function activate(path: string, method: string, first: Step, ...steps: Step[]) {
	const { client, credential } = cluster;
	const workflow = await client.createWorkflow(chain(path, steps, first), [credential]);
	await client.activate(workflow);
	// The webhook processor knows a path a moment after the main process has stored it.
	await new N8nClient(cluster.webhookUrl).waitForWebhook(path, method);
	return workflow;
}

const post = async (path: string, body: object = {}) =>
	await axios.post(`${cluster.webhookUrl}/webhook/${path}`, body);

/** The link in each message. */
const sentLinks = () =>
	cluster.emulator.control.ledger().entries.map(({ text }) => /https?:\/\/\S+/.exec(text)![0]);

/** Calls a function for the numbers below a count, some at once. */
async function forEach(count: number, call: (index: number) => Promise<unknown>): Promise<void> {
	let next = 0;
	const run = async () => {
		while (next < count) await call(next++);
	};
	await Promise.all(Array.from({ length: atOnce }, run));
}

/** However busy the machine is. */
const patienceMs = 300_000;

/** Counts of a workflow's executions by status, once as many have ended, or none has for some minutes. */
async function untilAllEnded(workflow: StoredWorkflow, count: number) {
	const pauseMs = 250;
	let ended = -1;
	for (let idleMs = 0; ended < count && idleMs < patienceMs; idleMs += pauseMs) {
		const before = ended;
		ended = await countOf(workflow, ['success', 'error', 'crashed', 'canceled']);
		if (ended > before) idleMs = 0;
		await sleep(pauseMs);
	}
	return {
		success: await countOf(workflow, ['success']),
		all: await countOf(workflow, undefined),
	};
}

/** The one execution of a workflow, once it has succeeded. */
async function success(workflow: StoredWorkflow): Promise<Execution> {
	expect((await untilAllEnded(workflow, 1)).success).toBe(1);
	const [{ id }] = await listExecutions(cluster.client, workflow.id);
	return await readExecution(cluster.client, id);
}

async function countOf(workflow: StoredWorkflow, status: string[] | undefined): Promise<number> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow.id, status }));
	const { count } = await cluster.client.request<{ count: number }>(
		'GET',
		`/executions?filter=${filter}&limit=1`,
	);
	return count;
}

const splitStep: Step = {
	name: 'Split',
	type: 'n8n-nodes-base.splitOut',
	parameters: { fieldToSplitOut: 'body.rows', options: {} },
};
const campaignOfTexts = {
	operation: 'sendCampaign',
	mode: 'send',
	recipient: 'phone',
	message: '{text}',
};

/**
 * Starts a workflow with rows, and kills the worker that runs it in the middle: two of its requests were accepted, and
 * the service takes its time over the third, which it accepts when no one waits for the answer any more.
 */
async function killWorkerDuring(workflow: StoredWorkflow, path: string, rows: object[]) {
	const { workers, emulator } = cluster;
	const before = workers.map(({ process }) => process.log().length);
	const accepted = () => emulator.control.requests().filter((request) => request.accepted).length;
	emulator.control.addFaults([{ kind: 'delay', nth: 3, ms: 30_000, endpoint: 'scheduleSms' }]);
	await post(path, { rows });
	while (emulator.control.requests().length < 3) await sleep(20);
	expect(accepted()).toBe(2);
	const victim = workers.findIndex(({ process }, index) =>
		process.log().slice(before[index]).includes('Worker started execution'),
	);
	process.kill(workers[victim].process.pid, 'SIGKILL');
	workers.splice(victim, 1);
	while (accepted() < 3) await sleep(100);
	await untilAllEnded(workflow, 1);
}

describe('queue mode', () => {
	it('is healthy by the check in docker-compose.yml', async () => {
		const [, , ...check] = readCompose().services.main.healthcheck!.test;
		const here = check.map((word) => word.replace('http://127.0.0.1:5678', cluster.main.url));
		expect(here).not.toEqual(check);
		await promisify(execFile)(process.execPath, here);
	});

	it(`sends once in each of ${executionCount} executions`, async () => {
		const send = sendStep(
			{ operation: 'send', phoneNumbers: '={{ $json.body.phone }}', message: 'Hello' },
			{ settings: threeTries },
		);
		const workflow = await activate('send', 'POST', webhookStep('send'), send);
		await forEach(executionCount, async (index) => {
			const phone = `05${30_000_001 + index}`;
			await post('send', { phone });
		});
		const { success, all } = await untilAllEnded(workflow, executionCount);
		const { total, duplicates } = cluster.emulator.control.ledger();
		report(
			`${all} executions, ${success} succeeded; ${total} messages, ${duplicates.length} duplicates`,
		);
		expect({ success, all, total, duplicates }).toEqual({
			success: executionCount,
			all: executionCount,
			total: executionCount,
			duplicates: [],
		});
		const started = cluster.workers.map(
			({ process }) => process.log().split('Worker started execution').length - 1,
		);
		expect(started.every((count) => count > 0)).toBe(true);
	});

	it(`starts one workflow for each of ${eventCount} notifications`, async () => {
		const webhookId = 'c0000000-0000-4000-8000-000000000001';
		const path = `${webhookId}/${TRIGGER_PATH}`;
		const key = notificationKey(demoToken, 'trigger', webhookId, 'sms');
		const workflow = await activate(path, 'GET', triggerStep(webhookId));
		const refused: number[] = [];
		await forEach(eventCount, async (index) => {
			const query = `key=${key}&via=extapi&get=1&msg=END&info=10&tid=${1_000_000 + index}`;
			const { status } = await axios.get(`${cluster.webhookUrl}/webhook/${path}?${query}`, {
				validateStatus: () => true,
			});
			if (status !== 200) refused.push(status);
		});
		const { success, all } = await untilAllEnded(workflow, eventCount);
		report(`${eventCount} notifications, ${all} executions, ${success} succeeded`);
		expect({ success, all, refused }).toEqual({
			success: eventCount,
			all: eventCount,
			refused: [],
		});
	});

	it('resumes a waiting campaign through the webhook processor', async () => {
		cluster.emulator.control.changeSettings({ campaignStepMs: 1_500 });
		const send = sendStep({
			...{
				operation: 'sendCampaign',
				mode: 'send',
				sendTo: 'lists',
				listCodes: '1002',
				message: 'Hello',
			},
			notifications: { waitForCompletion: true },
		});
		const workflow = await activate('wait', 'POST', webhookStep('wait'), send);
		await post('wait');
		const [{ json }] = itemsOf(await success(workflow), 'Send');
		expect(json).toMatchObject({ endedBy: 'END' });
		// Where a look at the status is faster than the notification, no one has told a count.
		expect([5, undefined]).toContain(json.sentCount);
	});

	it('asks a person, and goes on with one of two answers that come at the same moment', async () => {
		const phoneNumbers = '0570002233,0570002234';
		const ask = sendStep({ operation: 'sendAndWait', phoneNumbers, message: 'Refund?' });
		const workflow = await activate('ask', 'POST', webhookStep('ask'), ask);
		await post('ask');
		while ((await countOf(workflow, ['waiting'])) < 1) await sleep(100);
		const links = sentLinks();
		expect(links).toHaveLength(2);
		const said = await answerAtOnce([...links, ...links]);
		expect(said.filter((page) => page.includes('Thank you'))).toHaveLength(1);
		const [{ json }] = itemsOf(await success(workflow), 'Send');
		expect(json.answeredBy).toBe(json.approved ? '0570002233' : '0570002234');
	});

	it('counts an opt-out from the link of a worker, and another after a restart', async () => {
		const webhookId = 'd0000000-0000-4000-8000-000000000008';
		const path = `${webhookId}/${TRIGGER_PATH}`;
		const listening = triggerStep(webhookId, { events: ['OPTED_OUT', 'OPTED_IN'] });
		const trigger = await activate(path, 'GET', listening);
		const optOutUrl = `${cluster.webhookUrl}/webhook/${path}`;
		const send = sendStep({
			...{ ...campaignOfTexts, message: 'Spring sale. Stop: {optOut}' },
			options: { optOutUrl },
		});
		const campaign = await activate('opt-out', 'POST', webhookStep('opt-out'), splitStep, send);
		await post('opt-out', { rows: [{ phone: '0570003301' }, { phone: '0570003302' }] });
		await success(campaign);
		const links = sentLinks();
		expect(links.map((link) => link.startsWith(optOutUrl))).toEqual([true, true]);

		const stop = { decision: 'stop' };
		const optedOut = async (count: number) => {
			expect(await untilAllEnded(trigger, count)).toEqual({ success: count, all: count });
			const executions = await listExecutions(cluster.client, trigger.id);
			const read = await Promise.all(
				executions.map(async ({ id }) => await readExecution(cluster.client, id)),
			);
			return read
				.map((execution) => itemsOf(execution, listening.name)[0].json)
				.map(({ event, phone }) => `${String(event)} ${String(phone)}`)
				.sort();
		};
		const page = await open(links[0]);
		expect((await submit(links[0], page, stop)).html).toContain('Messages stopped');
		expect(await optedOut(1)).toEqual(['OPTED_OUT 0570003301']);

		const opened = await open(links[1]);
		await cluster.restartWebhooks();
		expect((await submit(links[1], opened, stop)).html).toContain('Messages stopped');
		expect(await optedOut(2)).toEqual(['OPTED_OUT 0570003301', 'OPTED_OUT 0570003302']);
	});

	it('leaves no one with two texts when a worker is killed in the middle of a campaign', async () => {
		const phones = Array.from({ length: 50 }, (_, index) => `05${40_000_001 + index}`);
		const send = sendStep(campaignOfTexts, { settings: threeTries });
		const workflow = await activate('campaign', 'POST', webhookStep('campaign'), splitStep, send);
		const rows = texts.flatMap((text) => phones.map((phone) => ({ phone, text })));
		await killWorkerDuring(workflow, 'campaign', rows);
		const [{ id, status }] = await listExecutions(cluster.client, workflow.id);
		const { error } = await readExecution(cluster.client, id);
		const { total, duplicates } = cluster.emulator.control.ledger();
		report(
			`worker killed: execution ${status} ("${error?.message}"), ${total} messages, ${duplicates.length} duplicates`,
		);
		expect(duplicates).toEqual([]);
		expect(total).toBe(3 * phones.length);
		expect(['crashed', 'error']).toContain(status);
		expect(error?.message).toMatch(/\w/);
	});

	it('sends to everyone exactly once when a campaign with a key is run again after that', async () => {
		// A request for each text, by its description.
		const rows = texts.flatMap((text, nth) =>
			Array.from({ length: 50 }, (_, index) => ({
				phone: `05${60_000_001 + 50 * nth + index}`,
				text,
			})),
		);
		const send = sendStep({
			...{ ...campaignOfTexts, beforeSending: { campaignKey: 'spring' } },
			options: { description: '={{ $json.text }}' },
		});
		const workflow = await activate('key', 'POST', webhookStep('key'), splitStep, send);
		await cluster.startWorker();
		await killWorkerDuring(workflow, 'key', rows);
		const { total: broken } = cluster.emulator.control.ledger();
		expect(broken).toBe(3 * 50);

		await post('key', { rows });
		await untilAllEnded(workflow, 2);
		const [{ id, status }] = await listExecutions(cluster.client, workflow.id);
		const { total, duplicates } = cluster.emulator.control.ledger();
		const leftOut = itemsOf(await readExecution(cluster.client, id), 'Send').filter(
			({ json }) => json.outcome !== 'accepted',
		);
		report(
			`worker killed at ${broken} of ${rows.length} messages, run again with the same key: ${total} messages, ${duplicates.length} duplicates`,
		);
		expect({ status, total, duplicates }).toEqual({
			...{ status: 'success', total: rows.length, duplicates: [] },
		});
		expect(leftOut.reduce((sum, { json }) => sum + Number(json.items), 0)).toBe(broken);
		// Of the request that was under way no one in n8n knows what became of it.
		expect(leftOut.map(({ json }) => json.outcome).sort()).toEqual(['alreadySent', 'unknown']);
	});
});
