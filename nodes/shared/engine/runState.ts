import type { IContextObject, IDataObject, INode, NodeOperationError } from 'n8n-workflow';

import type { Effect } from '../transport/endpoints';
import { operationError } from '../transport/nodeErrors';
import type { SendingContext } from '../transport/postRequest';
import type { ItemsOfTry } from './itemsOfTry';

/** Most requests one run of a node has under way at once, unless its options say otherwise. */
export const DEFAULT_REQUESTS_AT_ONCE = 20;

/**
 * What the requests of one run of a node share: how many may be under way, and which are.
 *
 * It lives as long as the run's execution data, across the tries of "Retry On Fail", and nowhere
 * else: the node keeps no state between runs.
 *
 * In n8n (1.123, 2.0 and 2.41) the requests of a run share only its execution data, and the tries
 * only `getContext('node')`. Delete this when n8n gives hooks a place for a run, and bounds its
 * requests.
 */
export interface RunState {
	runIndex: number;
	/** What n8n saves with the execution; survives the tries and a wait. */
	memory: IContextObject;
	inFlight: Map<string, Promise<unknown>>;
	/** The request each item made last, for those who read its reply. */
	asked: Map<number, Asked>;
	/** The items of the try under way; none where n8n runs its engine without us (tools of older agents). */
	items?: ItemsOfTry;
	/** Runs a request when fewer than the allowed number are under way. */
	inTurn<T>(request: () => Promise<T>): Promise<T>;
}

/** A request under way. */
export interface Asked {
	url: string;
	/** Its parameters by wire name, as it left, without the token. */
	body: IDataObject;
	/** What its output says beside the service's answer. */
	says: IDataObject;
	effect: Effect;
	/** True once a reply came: whatever goes wrong then, it has left. */
	isAnswered?: boolean;
}

/** By execution data and node: up to version 2 of the AI Agent, its tools all run on the agent's data. */
const runs = new WeakMap<object, Map<string, RunState>>();

/** By the context of an item: n8n 2.41 copies the whole node to tell its name. */
const ofContexts = new WeakMap<object, RunState>();

/** The shared state of the run the context belongs to, made at the first call. */
export function runState(context: SendingContext): RunState {
	let run = ofContexts.get(context);
	if (run === undefined) {
		run = stateOf(context);
		ofContexts.set(context, run);
	}
	return run;
}

function stateOf(context: SendingContext): RunState {
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

/** The error of a run that somebody cancelled. */
export function cancelledError(node: INode): NodeOperationError {
	return operationError(node, {
		message: 'The execution was cancelled',
		description: 'Requests that had not left by then were not made.',
	});
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
				throw cancelledError(context.getNode());
			}
			return await request();
		} finally {
			const next = waiting.shift();
			if (next === undefined) underWay--;
			else next();
		}
	};
}
