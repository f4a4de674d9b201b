import { createHash } from 'crypto';
import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import type { Effect } from '../service/endpoints';
import { isUnknownOutcome, operationError, requestError } from '../service/nodeErrors';
import type { RunState } from './runState';

/** What is kept of one request: its result, or that its outcome is unknown. */
type Remembered = (
	{ result: unknown } | { unknown: { message: string; description: string }; mayRepeat?: boolean }
) & {
	/** A hash of what was asked, where that counts. */
	asked?: string;
	/** The model's call that made it. */
	callId?: string;
};

const MEMORY_KEY = 'extApiRequests';

/** A request that is made at most once per run of a node. */
export interface OnceRequest<T> {
	/** Names it within the run. */
	key: string;
	/**
	 * What is asked for, as {@link hashOf} makes it: what is remembered answers no other request. Left out
	 * where nothing may be asked a second time, whatever is asked.
	 */
	asked?: string;
	/** The call of a model that asks for it: its result is for no other call. */
	call?: { id?: string; mayBeMadeAgain: boolean };
	/** True when a request of unknown outcome may be made again. */
	mayRepeat: boolean;
	/**
	 * Makes the request; its result must be plain data, since n8n saves it.
	 *
	 * @param isRepeat true when an earlier request may have been carried out unseen
	 */
	send(isRepeat: boolean): Promise<T>;
}

/**
 * Sends a request at most once per run of a node, however often n8n tries that run again.
 *
 * What the service accepted is answered from memory; what is still under way is waited for; what
 * ended in an unknown outcome fails again in the same words, without a request. Only what was
 * certainly not accepted is sent again.
 *
 * "Retry On Fail" of n8n (1.123, 2.0 and 2.41, `workflow-execute`) runs the whole node again,
 * accepted items included. Delete this when n8n retries single items.
 *
 * @returns the result of `send`, or the remembered one
 * @throws what `send` throws; NodeOperationError for a call of a model that was made before and may
 *   not be made again
 */
export async function sendOnce<T>(run: RunState, node: INode, request: OnceRequest<T>): Promise<T> {
	const { key, asked, call, mayRepeat } = request;
	for (let underWay; (underWay = run.inFlight.get(key)) !== undefined;) {
		if (call === undefined) return (await underWay) as T;
		// What it comes to decides over this call; that it fails is told of its own.
		await underWay.catch(() => undefined);
	}

	const remembered = rememberedRequests(run);
	const known = remembered[key]?.asked === asked ? remembered[key] : undefined;
	const isKnown = known !== undefined && 'result' in known;
	if (isKnown && (call === undefined || isSameCall(known, call))) return known.result as T;
	if (isKnown && !call?.mayBeMadeAgain) throw repeatedCallError(node);
	const open = known === undefined || 'result' in known ? undefined : known;
	if (open !== undefined && !mayRepeat) throw unknownAgain(node, open.unknown);

	const of = { ...(asked && { asked }), ...(call?.id && { callId: call.id }) };
	const sending = request.send(open !== undefined).then(
		(result) => {
			remembered[key] = { result, ...of };
			return result;
		},
		(error: unknown) => {
			if (isUnknownOutcome(error)) {
				remembered[key] = {
					unknown: { message: error.message, description: String(error.description ?? '') },
					...{ mayRepeat, ...of },
				};
			} else if (open !== undefined) {
				// That the repeat was refused says nothing of the first request.
				return Promise.reject(unknownAgain(node, open.unknown));
			}
			return Promise.reject(error as Error);
		},
	);
	run.inFlight.set(key, sending);
	try {
		return await sending;
	} finally {
		run.inFlight.delete(key);
	}
}

/** n8n runs a call again that failed, under the same ID. */
function isSameCall({ callId }: Remembered, { id }: { id?: string }): boolean {
	return id !== undefined && callId === id;
}

/** A model may call a tool with the same arguments to do the same again: it reads no old result as a new one. */
function repeatedCallError(node: INode): NodeOperationError {
	return operationError(node, {
		message: 'Not done: the same call was made before, and the service accepted it',
		description:
			'What the first call returned still holds. The person has to ask for the same again in a new message.',
	});
}

/** A short hash of what a request asks for. */
export function hashOf(asked: unknown): string {
	return createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 12);
}

/**
 * Tells whether an item's request of an earlier try stands: it was accepted, or its outcome is unknown
 * and it must not be made again.
 */
export function isSettled(run: RunState, key: string, isSentAgain: () => boolean): boolean {
	const known = rememberedRequests(run)[key];
	if (known === undefined || 'result' in known) return known !== undefined;
	return !known.mayRepeat && !isSentAgain();
}

/** Tells whether an item's request was accepted in an earlier try, or may have been. */
export function isRemembered(run: RunState, key: string): boolean {
	return rememberedRequests(run)[key] !== undefined;
}

/** The option for a person who knows better than the node what became of a request. */
export function sendsUnknownAgain(context: IExecuteFunctions, item: number): boolean {
	try {
		return context.getNodeParameter('options.unknownOutcome', item, 'stop') === 'sendAgain';
	} catch {
		// An expression that fails is told of when the item is read; nothing is sent again because of it.
		return false;
	}
}

/** Whether the option Campaign Key is added: recipients who were sent to are left out by it. */
export function hasCampaignKey({ parameters }: INode): boolean {
	return (parameters.options as IDataObject | undefined)?.campaignKey !== undefined;
}

/**
 * What came of a request in an earlier try: its result, or an unknown outcome.
 *
 * @param asked what is asked for now, where only the result of the same counts
 */
export function rememberedOutcome<T>(
	run: RunState,
	key: string,
	node: INode,
	asked?: string,
): { result: T } | { unknown: NodeApiError } | undefined {
	const known = rememberedRequests(run)[key];
	if (known === undefined) return undefined;
	if ('result' in known) return known.asked === asked ? { result: known.result as T } : undefined;
	return { unknown: unknownAgain(node, known.unknown) };
}

/**
 * The key of one item's request: an item makes one of each operation, so its text may differ from try to
 * try. Of requests that change something only the last one counts, whatever operation made it.
 */
export function itemKey(run: RunState, itemIndex: number, effect: Effect = 'once'): string {
	return `${run.runIndex}:${effect === 'once' ? run.operation : effect}:${itemIndex}`;
}

function rememberedRequests(run: RunState): Record<string, Remembered> {
	run.memory[MEMORY_KEY] ??= {};
	return run.memory[MEMORY_KEY] as unknown as Record<string, Remembered>;
}

function unknownAgain(
	node: INode,
	{ message, description }: { message: string; description: string },
) {
	return requestError(node, { message, description, outcome: 'unknown' });
}
