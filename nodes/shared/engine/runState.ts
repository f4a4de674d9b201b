import { NodeOperationError, type IContextObject, type IDataObject } from 'n8n-workflow';

import type { SendingContext } from '../transport/postRequest';
import type { ItemsOfTry } from './itemsOfTry';

/** Most requests one run of a node has under way at once, unless its options say otherwise. */
export const DEFAULT_REQUESTS_AT_ONCE = 20;

/**
 * What the requests of one run of a node share: how many may be under way, and which are.
 *
 * It lives as long as the run's execution data, across the tries of "Retry On Fail", and nowhere
 * else: the node keeps no state between runs.
 */
export interface RunState {
	runIndex: number;
	/** What n8n saves with the execution; survives the tries and a wait. */
	memory: IContextObject;
	inFlight: Map<string, Promise<unknown>>;
	/** The request each item made last, for those who read its reply. */
	asked: Map<number, { url: string; body: IDataObject; isAnswered: boolean }>;
	/** The items of the try under way; none where n8n runs its engine without us (tools of older agents). */
	items?: ItemsOfTry;
	/** Runs a request when fewer than the allowed number are under way. */
	inTurn<T>(request: () => Promise<T>): Promise<T>;
}

/** By execution data and node: up to version 2 of the AI Agent, its tools all run on the agent's data. */
const runs = new WeakMap<object, Map<string, RunState>>();

/** The shared state of the run the context belongs to, made at the first call. */
export function runState(context: SendingContext): RunState {
	const executeData = context.getExecuteData();
	const byNode = runs.get(executeData) ?? new Map<string, RunState>();
	runs.set(executeData, byNode);
	const { name } = context.getNode();
	let run = byNode.get(name);
	if (run === undefined) {
		run = {
			runIndex: Number(context.getWorkflowDataProxy(0).$runIndex ?? 0),
			memory: context.getContext('node'),
			inFlight: new Map(),
			asked: new Map(),
			inTurn: takeTurns(requestsAtOnce(context), context),
		};
		byNode.set(name, run);
	}
	return run;
}

function requestsAtOnce(context: SendingContext): number {
	const name = 'options.requestsAtOnce';
	try {
		const value =
			'getItemIndex' in context
				? context.getNodeParameter(name, DEFAULT_REQUESTS_AT_ONCE)
				: context.getNodeParameter(name, 0, DEFAULT_REQUESTS_AT_ONCE);
		return Math.max(1, Math.floor(Number(value)) || DEFAULT_REQUESTS_AT_ONCE);
	} catch {
		// An expression that fails is reported for its item; it need not fail here for all.
		return DEFAULT_REQUESTS_AT_ONCE;
	}
}

function takeTurns(limit: number, context: SendingContext): RunState['inTurn'] {
	const waiting: Array<() => void> = [];
	let underWay = 0;
	return async (request) => {
		if (underWay >= limit) await new Promise<void>((start) => waiting.push(start));
		else underWay++;
		try {
			if (context.getExecutionCancelSignal()?.aborted) {
				throw new NodeOperationError(context.getNode(), 'The execution was cancelled', {
					description: 'Requests that had not left by then were not sent.',
				});
			}
			return await request();
		} finally {
			const next = waiting.shift();
			if (next === undefined) underWay--;
			else next();
		}
	};
}
