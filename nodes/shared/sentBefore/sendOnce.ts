import { createHash } from 'crypto';
import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import type { Effect } from '../service/endpoints';
import {
	isUnknownOutcome,
	operationError,
	requestError,
	textsOf,
	type ErrorTexts,
} from '../service/nodeErrors';
import { keptWithExecution, type RunState } from './runState';

/**
 * What is kept of a request that left: that the service accepted it, or that nobody knows. What was
 * certainly not accepted is not kept.
 */
export type Outcome<Result> = { accepted: Result } | { unknown: ErrorTexts };

/** A request as it is kept. */
type Remembered<Result> = Outcome<Result> & {
	/** Whether one of unknown outcome may be made again. */
	mayRepeat?: boolean;
	/** A hash of what was asked and of whom, where another request may be made instead. */
	asked?: string;
	/** The model's call that made it. */
	callId?: string;
};

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

	const earlier = rememberedRequest<T>(run, key);
	const known = earlier?.asked === asked ? earlier : undefined;
	const isAccepted = known !== undefined && 'accepted' in known;
	if (isAccepted && (call === undefined || isSameCall(known, call))) return known.accepted;
	if (isAccepted && !call?.mayBeMadeAgain) throw repeatedCallError(node);
	const open = known !== undefined && 'unknown' in known ? known : undefined;
	if (open !== undefined && !mayRepeat) throw stillUnknown(node, open);

	const of = { ...(asked && { asked }), ...(call?.id && { callId: call.id }) };
	const sending = request.send(open !== undefined).then(
		(accepted) => {
			remember(run, key, { accepted, ...of });
			return accepted;
		},
		(error: unknown) => {
			if (isUnknownOutcome(error)) {
				remember(run, key, { unknown: textsOf(error), mayRepeat, ...of });
			} else if (open !== undefined) {
				return Promise.reject(stillUnknown(node, open));
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
function isSameCall({ callId }: Remembered<unknown>, { id }: { id?: string }): boolean {
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
	const known = requests(run)[key];
	if (known === undefined || 'accepted' in known) return known !== undefined;
	return !known.mayRepeat && !isSentAgain();
}

/** Tells whether an item's request was accepted in an earlier try, or may have been. */
export function isRemembered(run: RunState, key: string): boolean {
	return requests(run)[key] !== undefined;
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
export function hasCampaignKey({ parameters }: INode, ...collections: string[]): boolean {
	return collections.some(
		(name) => (parameters[name] as IDataObject | undefined)?.campaignKey !== undefined,
	);
}

/** What is known of a request that left in an earlier try. */
export function rememberedRequest<T>(run: RunState, key: string): Remembered<T> | undefined {
	return requests(run)[key] as Remembered<T> | undefined;
}

/** Keeps a request that was accepted, or may have been. */
export function remember(run: RunState, key: string, request: Remembered<unknown>): void {
	requests(run)[key] = request;
}

/**
 * The key of one item's request: an item makes one of each operation, so its text may differ from try to
 * try. Of requests that change something only the last one counts, whatever operation made it.
 */
export function itemKey(run: RunState, itemIndex: number, effect: Effect = 'once'): string {
	return `${run.runIndex}:${effect === 'once' ? run.operation : effect}:${itemIndex}`;
}

/** The error of a request that may have been accepted: that a repeat was refused says nothing of it. */
export function stillUnknown(node: INode, { unknown }: { unknown: ErrorTexts }): NodeApiError {
	return requestError(node, { ...unknown, outcome: 'unknown' });
}

function requests(run: RunState): Record<string, Remembered<unknown>> {
	return keptWithExecution(run, 'requests');
}
