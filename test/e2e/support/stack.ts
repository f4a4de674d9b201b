import type { Browser } from 'playwright-core';

import {
	demoOwner,
	startHost,
	startService,
	type Host,
	type Service,
} from '../../../demo/startStack';
import type { EmulatorOptions } from '../../../emulator';
import { START } from '../../../n8n/chain';
import type { N8nClient } from '../../../n8n/client';
import { startBrowser } from '../../../n8n/editor/browser';
import { Editor, type Theme } from '../../../n8n/editor/editor';
import { Phone } from '../../../n8n/editor/phone';
import {
	listExecutions,
	readExecution,
	runWorkflow,
	waitForExecution,
	waitForPause,
} from '../../../n8n/executions';
import { ensureN8n } from '../../../n8n/install';
import { startN8n } from '../../../n8n/start';
import type { Execution, StoredCredential, StoredWorkflow, WorkflowJson } from '../../../n8n/types';
import { sharedHost, type SharedHost } from './sharedHost';
import { until } from './until';
import { version } from './version';

/** What a test does with an n8n that has the package. */
export interface TestStack extends SharedHost, Service {
	/** The emulator's. */
	control: Service['emulator']['control'];
	/** The browser of the file, started when it is first asked for. */
	browser(): Promise<Browser>;
	/** n8n's editor, logged in. */
	editor(theme?: Theme): Promise<Editor>;
	/** The browser of a person's phone. */
	phone(colors?: Theme): Promise<Phone>;
	/** Stores a workflow, whose nodes get the credential of their type. */
	store(json: WorkflowJson, ...more: StoredCredential[]): Promise<StoredWorkflow>;
	/** Stores a workflow and starts listening; `paths` are those of its webhooks. */
	publish(
		json: WorkflowJson,
		paths: string[],
		method?: string,
		...more: StoredCredential[]
	): Promise<StoredWorkflow>;
	/** Runs a workflow to its end, whatever that is. */
	run(workflow: WorkflowJson | StoredWorkflow, trigger?: string): Promise<Execution>;
	/** Runs a workflow to its end, which must be a success. */
	succeed(workflow: WorkflowJson | StoredWorkflow, trigger?: string): Promise<Execution>;
	/** Starts a workflow, and gives its execution once it waits. */
	ask(workflow: WorkflowJson | StoredWorkflow, trigger?: string): Promise<string>;
	/** Once an execution that was started waits, its ID. */
	waiting(id: string): Promise<string>;
	/** The end of an execution, which must be a success. */
	success(id: string): Promise<Execution>;
	statusOf(id: string): Promise<string>;
	/** Executions of a workflow, oldest first, once there are so many and all have ended. */
	executionsOf(workflow: StoredWorkflow, count: number): Promise<Execution[]>;
	/** Ends an n8n of the file's own and starts it again on its data, at the same address. */
	restart(): Promise<void>;
}

/** A browser for one test file, started when it is first asked for. */
export function browserForTests(): () => Promise<Browser> {
	let started: Promise<Browser> | undefined;
	afterAll(async () => await (await started)?.close());
	return async () => await (started ??= startBrowser());
}

/**
 * The n8n of the run with a service for one test file, which is back to its seeds before each test. After the last one
 * no workflow of the file listens any more.
 *
 * @param own an n8n for this file alone, because it restarts it or no one else may have a credential there
 */
export function stackForTests({
	own = false,
	emulator,
}: { own?: boolean; emulator?: EmulatorOptions } = {}): TestStack {
	const browser = browserForTests();
	let ownHost: Host | undefined;
	let stack: SharedHost & Service;
	/** A process that took the place of the first one. */
	let restarted: Host['n8n'] | undefined;
	const stored: StoredWorkflow[] = [];
	beforeAll(async () => {
		if (own) ownHost = await startHost();
		const host = ownHost ?? sharedHost();
		stack = { ...host, ...(await startService(host.client, emulator)) };
	});
	afterAll(async () => {
		await restarted?.process.stop();
		await ownHost?.stop();
		if (!own) await stopListening(stack.client, stored);
		await stack?.emulator.close();
	});
	beforeEach(() => stack.emulator.control.reset());

	const store: TestStack['store'] = async (json, ...more) => {
		const workflow = await stack.client.createWorkflow(json, [stack.credential, ...more]);
		stored.push(workflow);
		return workflow;
	};
	const started = async (workflow: WorkflowJson | StoredWorkflow, trigger: string) => {
		const stored = 'id' in workflow ? (workflow as StoredWorkflow) : await store(workflow);
		return await runWorkflow(stack.client, stored, trigger);
	};
	const run: TestStack['run'] = async (workflow, trigger = START) =>
		await waitForExecution(stack.client, await started(workflow, trigger));
	const success: TestStack['success'] = async (id) =>
		succeeded(await waitForExecution(stack.client, id));
	const waiting: TestStack['waiting'] = async (id) => {
		const { status, error } = await waitForPause(stack.client, id);
		expect({ status, error }).toEqual({ status: 'waiting', error: undefined });
		return id;
	};

	return {
		get n8n() {
			return stack.n8n;
		},
		get client() {
			return stack.client;
		},
		get emulator() {
			return stack.emulator;
		},
		get control() {
			return stack.emulator.control;
		},
		get credential() {
			return stack.credential;
		},
		set credential(credential) {
			stack.credential = credential;
		},
		...{ browser, store, run, success, waiting },
		editor: async (theme) => await Editor.open(await browser(), stack.client, theme),
		phone: async (colors) => await Phone.of(await browser(), colors),
		publish: async (json, paths, method = 'POST', ...more) => {
			const workflow = await store(json, ...more);
			await stack.client.activate(workflow);
			for (const path of paths) await stack.client.waitForWebhook(path, method);
			return workflow;
		},
		succeed: async (workflow, trigger) => succeeded(await run(workflow, trigger)),
		ask: async (workflow, trigger = START) => await waiting(await started(workflow, trigger)),
		statusOf: async (id) => (await readExecution(stack.client, id)).status,
		executionsOf: async ({ id }, count) => {
			const found = await until(async () => {
				const executions = await listExecutions(stack.client, id);
				return executions.length >= count ? executions.reverse() : undefined;
			});
			return await Promise.all(
				found.map(async (execution) => await waitForExecution(stack.client, execution.id)),
			);
		},
		restart: async () => {
			const { url, userFolder } = ownHost!.n8n;
			await (restarted ?? ownHost!.n8n).process.stop();
			restarted = await startN8n({
				...{ installation: await ensureN8n(version), userFolder },
				preferredPort: Number(new URL(url).port),
			});
			expect(restarted.url).toBe(url);
			await stack.client.logIn(demoOwner);
		},
	};
}

async function stopListening(client: N8nClient, workflows: StoredWorkflow[]): Promise<void> {
	const active = new Set(await client.request<string[]>('GET', '/active-workflows'));
	for (const each of workflows) if (active.has(each.id)) await client.deactivate(each);
}

function succeeded(execution: Execution): Execution {
	const { status, error } = execution;
	expect({ status, error }).toEqual({ status: 'success', error: undefined });
	return execution;
}
