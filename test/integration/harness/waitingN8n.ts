import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deserialize, serialize } from 'node:v8';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebhookContext } from 'n8n-core';
import type {
	INodeExecutionData,
	IRun,
	IRunExecutionData,
	IWebhookData,
	IWebhookFunctions,
	IWebhookResponseData,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';

import { patience } from '../../../nodes/shared/waiting/watchWait';
import { exchangeOf, type End } from './n8nRequests';
import { additionalData, execute, NODE, runNode, type NodeRunOptions } from './runNode';

// What a test notifies of comes at once, and so does what it has the status say.
Object.assign(patience, { firstLookMs: 50, pauses: [0.05, 0.1], onItsWayMs: 1_000 });

/** How long n8n takes to save an execution that begins to wait, and what reaches it meanwhile. */
export interface WaitingOptions extends NodeRunOptions {
	saveMs?: number;
	/** Tells whether a notification of the service's own gets through; all do when left out. */
	letsPass?: (query: URLSearchParams) => boolean;
}

/** An execution that waits, and how it ends. */
export interface WaitingExecution {
	id: string;
	/** When n8n goes on by itself, in milliseconds since 1970. */
	waitTill?: number;
	/** What is shown at the node while it waits. */
	hints: string[];
	/** HTTP statuses with which calls of the resume address were answered, in order. */
	answers: Array<{ query: URLSearchParams; status: number }>;
	/** How often the execution was resumed. */
	resumed: number;
	/** Resolves when it is saved, so that calls reach it. */
	saved: Promise<void>;
	/** What the node outputs in the end: first output, error output; of reviews those of each call. */
	end: Promise<INodeExecutionData[][]>;
	/** Calls the resume address as the service does, and tells the status; `letsPass` does not hold for it. */
	notify(query: Record<string, string>, address: string): Promise<number>;
}

interface Stored extends Omit<WaitingExecution, 'notify' | 'saved'> {
	status: 'running' | 'waiting' | 'finished';
	data?: Buffer;
	workflow: Workflow;
	options: WaitingOptions;
	finish(items: INodeExecutionData[][]): void;
}

/** A longer timer would go off at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * The part of n8n that keeps waiting executions, in its order of things (2.41.1, `waiting-webhooks`,
 * `webhook-helpers`, `wait-tracker`): a call is refused until the execution is saved and after it was
 * resumed; the node's own webhook decides in n8n-core's context; what is resumed runs in n8n-core.
 */
export function waitingN8n() {
	const executions = new Map<string, Stored>();
	const timers = new Set<NodeJS.Timeout>();
	let count = 0;
	let url = '';
	// A server that closes idle connections can close one on which a busy test just sends the next call.
	const staysOpen = { keepAliveTimeout: 0 };
	const server = createServer(staysOpen, (request, response) => void answer(request, response));

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { pathname, searchParams } = new URL(request.url!, url);
		const stored = executions.get(pathname.split('/')[1]);
		const isOwn = request.headers['x-test'] !== undefined || searchParams.has('look');
		if (stored && !isOwn && stored.options.letsPass?.(searchParams) === false) {
			response.writeHead(200).end();
			return;
		}
		const end: End = (status, body) => {
			stored?.answers.push({ query: searchParams, status });
			if (response.headersSent) return;
			if (!response.hasHeader('Content-Type')) {
				response.setHeader('Content-Type', 'application/json');
			}
			response.writeHead(status);
			response.end(typeof body === 'string' ? body : JSON.stringify(body));
		};
		if (stored === undefined) return end(404, { message: 'does not exist' });
		if (stored.status !== 'waiting') {
			return end(409, {
				message: `The execution "${stored.id}" ${stored.status === 'running' ? 'is running already' : 'has finished already'}.`,
			});
		}
		await callWebhook(stored, request, response, end);
	}

	async function callWebhook(
		stored: Stored,
		request: IncomingMessage,
		response: ServerResponse,
		end: End,
	): Promise<void> {
		const exchange = await exchangeOf(request, response, end);
		const data = deserialize(stored.data!) as IRunExecutionData;
		const entry = data.executionData!.nodeExecutionStack[0];
		entry.node.disabled = true;
		data.waitTill = undefined;
		const context = new WebhookContext(
			stored.workflow,
			stored.workflow.getNode(NODE)!,
			{ ...n8nData(stored), ...exchange } as IWorkflowExecuteAdditionalData,
			'manual',
			{} as IWebhookData,
			[],
			data,
		);
		const webhook = stored.options.node.webhook!;
		let result: IWebhookResponseData;
		try {
			result = await webhook.call(context as unknown as IWebhookFunctions);
		} catch {
			// n8n ends the wait with the error.
			stored.status = 'finished';
			stored.finish([]);
			return end(500, {});
		}
		const { workflowData, webhookResponse, noWebhookResponse } = result;
		const isLate = stored.status !== 'waiting';
		if (workflowData !== undefined && isLate) return end(500, { message: 'is resuming already' });
		// What resumes is answered by the description first.
		const { webhooks = [] } = stored.options.node.description;
		const isDescribed = webhooks.some(({ responseData }) => responseData !== '');
		const said = workflowData && isDescribed ? 'firstEntryJson' : webhookResponse;
		if (noWebhookResponse !== true) end(200, said as object | string);
		if (workflowData === undefined) return;
		stored.status = 'running';
		entry.data.main = workflowData;
		entry.metadata = { ...entry.metadata, forwardAllOutputs: true } as typeof entry.metadata;
		await goOn(stored, data, true);
	}

	async function goOn(stored: Stored, data: IRunExecutionData, isAnswered: boolean): Promise<void> {
		stored.resumed++;
		stored.status = 'running';
		data.executionData!.nodeExecutionStack[0].node.disabled = true;
		const runs = data.resultData.runData[NODE];
		const { source, inputOverride } = runs.pop()!;
		// Of the run of a review that comes last; n8n forgets it at the limit (2.41, `preserveInputOverride`).
		if (isAnswered && inputOverride !== undefined) {
			runs.push({
				...{ startTime: 0, executionTime: 0, executionIndex: 0 },
				source,
				inputOverride,
			});
		}
		const { id, options, workflow } = stored;
		const run = await execute({ ...options, n8n: own(id), mode: 'manual' }, workflow, data);
		// A review of the agent's next call.
		if (run.waitTill) await saveWhenRun(stored, run);
		else finish(stored, run);
	}

	function finish(stored: Stored, run: IRun): void {
		stored.status = 'finished';
		const runs = run.data.resultData.runData[NODE] ?? [];
		const outputs = runs.at(-1)?.data?.main ?? runs.flatMap(({ data }) => data?.ai_tool ?? []);
		stored.finish(outputs.map((items) => items ?? []));
	}

	const n8nData = ({ id, options }: Pick<Stored, 'id' | 'options'>) => ({
		...additionalData(options.credential),
		...own(id),
	});
	const own = (executionId: string) => ({
		executionId,
		webhookWaitingBaseUrl: url.replace(/\/$/, ''),
	});
	async function saveWhenRun(stored: Stored, run: IRun): Promise<void> {
		const { saveMs = 0 } = stored.options;
		// As n8n saves it, parts that are shared are shared afterward.
		const saved = serialize({ ...run.data, waitTill: undefined });
		await sleep(saveMs);
		stored.data = saved;
		stored.status = 'waiting';
		const left = run.waitTill!.getTime() - Date.now();
		const timer = setTimeout(
			() => {
				if (stored.status === 'waiting')
					void goOn(stored, deserialize(saved) as IRunExecutionData, false);
			},
			Math.min(Math.max(0, left), LONGEST_TIMER_MS),
		);
		timers.add(timer);
	}

	return {
		async start() {
			await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
			url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
		},
		async stop() {
			for (const timer of timers) clearTimeout(timer);
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
		/** Runs a node; its execution goes on when its webhook says so, or at the limit. */
		async run(options: WaitingOptions): Promise<WaitingExecution> {
			const id = String(++count);
			let resolveEnd!: Stored['finish'];
			const end = new Promise<INodeExecutionData[][]>((resolve) => (resolveEnd = resolve));
			const stored = { id, answers: [], resumed: 0, end, status: 'running', options };
			Object.assign(stored, { finish: resolveEnd });
			executions.set(id, stored as unknown as Stored);
			const { run, workflow } = await runNode({ ...options, n8n: own(id) });
			const waiting = Object.assign(stored, {
				workflow,
				saved: Promise.resolve(),
				waitTill: run.waitTill?.getTime(),
				hints: (run.data.resultData.runData[NODE]?.at(-1)?.hints ?? []).map((hint) => hint.message),
				notify: async (query: Record<string, string>, address: string) => {
					const asked = new URL(address);
					for (const [name, value] of Object.entries(query)) asked.searchParams.set(name, value);
					const response = await fetch(asked, { headers: { 'x-test': '1' } });
					await response.text();
					return response.status;
				},
			}) as unknown as Stored & WaitingExecution;
			if (run.waitTill === undefined || run.waitTill === null) {
				finish(waiting, run);
			} else {
				waiting.saved = saveWhenRun(waiting, run);
			}
			return waiting;
		},
	};
}
