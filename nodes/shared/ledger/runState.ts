// What the tries of a run share, how fast it works, and when n8n gets its turn.
import {
	type IContextObject,
	type IExecuteFunctions,
	type INode,
	type IWebhookFunctions,
	type NodeOperationError,
	sleep,
} from 'n8n-workflow';

import { optionPath, savedOption } from '../fields/field';
import { campaignKeyOption, requestsAtOnceOption } from '../fields/sendingOptions';
import { operationError } from '../service/nodeErrors';

/** Most requests that a run makes at once by default. */
const DEFAULT_REQUESTS_AT_ONCE = 20;

/** What a run's requests share while its execution data lives; a retry keeps only the memory. */
export interface RunState {
	runIndex: number;
	/** The resource and operation, for example `message:send`. */
	operation: string;
	/** The node's saved parameters. */
	parameters: INode['parameters'];
	/** Saved with the execution; survives tries and waits. Used by {@link keptWithExecution}. */
	memory: IContextObject;
	/** The same for all nodes of the workflow: an agent's tools may send the same. */
	sharedMemory: IContextObject;
	requestsAtOnce: number;
	/** Runs a request once fewer than `requestsAtOnce` are running. */
	inTurn<T>(request: () => Promise<T>): Promise<T>;
}

/** The key of a name of {@link keptWithExecution} in the node's context. */
function executionKey(name: string): string {
	return `extApi ${name}`;
}

/** What a node keeps with its execution under a name, for all its runs; empty at first. */
export function keptWithExecution<Value>(
	{ memory }: Pick<RunState, 'memory'>,
	name: string,
): Record<string, Value> {
	const key = executionKey(name);
	memory[key] ??= {};
	return memory[key] as unknown as Record<string, Value>;
}

/**
 * The same for a webhook of a waiting execution. Read-only: n8n discards what such a call changes.
 */
export function keptInWait<Value>(
	context: IWebhookFunctions,
	name: string,
): Partial<Record<string, Value>> {
	const node = literal(context.getNode().name);
	const saved = context.evaluateExpression(
		`{{ JSON.stringify($node[${node}].context[${literal(executionKey(name))}] ?? {}) }}`,
	) as unknown as string;
	return JSON.parse(saved) as Partial<Record<string, Value>>;
}

/** A string for an expression, which would end at a double brace, even in a string. */
function literal(text: string): string {
	return JSON.stringify(text).replaceAll('{', '\\u007b').replaceAll('}', '\\u007d');
}

/** By execution data and node: up to version 2, an AI Agent's tools all run on the agent's data. */
const runs = new WeakMap<object, Map<string, RunState>>();

/** By context: n8n 2.41 copies the whole node to get its name. */
const ofContexts = new WeakMap<object, RunState>();

/** The state of the context's run, made at the first call. */
export function runState(context: IExecuteFunctions): RunState {
	let run = ofContexts.get(context);
	if (run === undefined) {
		run = stateOf(context);
		ofContexts.set(context, run);
	}
	return run;
}

function stateOf(context: IExecuteFunctions): RunState {
	const executeData = context.getExecuteData();
	const byNode = runs.get(executeData) ?? new Map<string, RunState>();
	runs.set(executeData, byNode);
	const { name, parameters } = context.getNode();
	let run = byNode.get(name);
	if (run === undefined) {
		const atOnce = requestsAtOnce(context);
		run = {
			runIndex: Number(context.getWorkflowDataProxy(0).$runIndex),
			operation: `${String(parameters.resource)}:${String(parameters.operation)}`,
			parameters,
			memory: context.getContext('node'),
			sharedMemory: context.getContext('flow'),
			requestsAtOnce: atOnce,
			inTurn: takeTurns(atOnce, context),
		};
		byNode.set(name, run);
	}
	return run;
}

/** The error of a canceled run. */
export function cancelledError(node: INode): NodeOperationError {
	return operationError(node, {
		message: 'The execution was canceled',
		description: 'Requests that had not been sent by then were not made.',
	});
}

function requestsAtOnce(context: IExecuteFunctions): number {
	const name = optionPath(requestsAtOnceOption);
	try {
		const value = context.getNodeParameter(name, 0, DEFAULT_REQUESTS_AT_ONCE);
		return Math.max(1, Math.floor(Number(value)) || DEFAULT_REQUESTS_AT_ONCE);
	} catch {
		// A failing expression is reported for its item, and should not fail all of them.
		return DEFAULT_REQUESTS_AT_ONCE;
	}
}

/**
 * Every third request begins in a new turn. n8n connects and writes only between turns: if 20 began
 * together, all would leave late and be answered together, and n8n would be idle until then.
 */
const BEGUN_TOGETHER = 3;

function takeTurns(limit: number, context: IExecuteFunctions): RunState['inTurn'] {
	const waiting: Array<() => void> = [];
	const isCancelled = () => context.getExecutionCancelSignal()?.aborted === true;
	let underWay = 0;
	let begun = 0;
	let turn = Promise.resolve();
	return async (request) => {
		if (underWay >= limit) await new Promise<void>((start) => waiting.push(start));
		else underWay++;
		if (++begun % BEGUN_TOGETHER === 0) turn = turn.then(async () => await sleep(0));
		await turn;
		try {
			if (isCancelled()) throw cancelledError(context.getNode());
			return await request();
		} finally {
			const next = waiting.shift();
			if (next === undefined) underWay--;
			else next();
		}
	};
}

/** Milliseconds of work before n8n gets its turn. */
const WORK_MS = 25;

/**
 * Gives n8n its turn when it is due. Loops that run at once share one instance, because n8n does
 * nothing between the ends of separate pauses.
 */
class Turns {
	private since = Date.now();
	private pausing?: Promise<void>;

	/** The pause that is due, or under way. */
	due(): Promise<void> | undefined {
		if (Date.now() - this.since < WORK_MS) return this.pausing;
		return (this.pausing ??= this.pause());
	}

	private async pause(): Promise<void> {
		await sleep(0);
		this.since = Date.now();
		this.pausing = undefined;
	}
}

/**
 * Does something with each value, and lets n8n do other work in between, even if `work` also does.
 *
 * @param work awaited only if it returns a promise, because waiting adds up over 100,000 items
 * @returns the results, in order
 */
export async function eachGivingWay<Value, Made>(
	values: Iterable<Value>,
	work: (value: Value, index: number) => Made | Promise<Made>,
	turns = new Turns(),
): Promise<Made[]> {
	const made: Made[] = [];
	for (const value of values) {
		const pausing = turns.due();
		if (pausing !== undefined) await pausing;
		const result = work(value, made.length);
		made.push(result instanceof Promise ? await result : result);
	}
	return made;
}

/** The same for work that waits: at most `most` at once, begun in the order of the values. */
export async function eachAtOnce<Value>(
	values: Value[],
	most: number,
	work: (value: Value) => Promise<void>,
): Promise<void> {
	const left = values.values();
	const turns = new Turns();
	const some = async () => await eachGivingWay(left, work, turns);
	await Promise.all(Array.from({ length: Math.min(most, values.length) }, some));
}

/** Whether the option Campaign Key is added, which leaves out those who were sent to. */
export function hasCampaignKey(node: INode): boolean {
	return savedOption(node, campaignKeyOption) !== undefined;
}
