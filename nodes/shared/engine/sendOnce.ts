import type { IDataObject, IExecuteFunctions, INode, NodeApiError } from 'n8n-workflow';

import { isUnknownOutcome, requestError } from '../transport/nodeErrors';
import type { RunState } from './runState';

/** What is kept of one request: its result, or that its outcome is unknown. */
type Remembered =
	{ result: unknown } | { unknown: { message: string; description: string }; mayRepeat?: boolean };

const MEMORY_KEY = 'extApiRequests';

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
 * @param key names the request within the run
 * @param send makes the request; its result must be plain data, since n8n saves it
 * @param mayRepeat true when a request of unknown outcome may be made again
 * @returns the result of `send`, or the remembered one
 * @throws what `send` throws
 */
export async function sendOnce<T>(
	run: RunState,
	node: INode,
	key: string,
	send: () => Promise<T>,
	mayRepeat = false,
): Promise<T> {
	const remembered = rememberedRequests(run);
	const known = remembered[key];
	if (known !== undefined && 'result' in known) return known.result as T;
	if (known !== undefined && !mayRepeat) throw unknownAgain(node, known.unknown);

	const underWay = run.inFlight.get(key);
	if (underWay !== undefined) return (await underWay) as T;

	const request = send().then(
		(result) => {
			remembered[key] = { result };
			return result;
		},
		(error: unknown) => {
			if (isUnknownOutcome(error)) {
				remembered[key] = {
					unknown: { message: error.message, description: String(error.description ?? '') },
					mayRepeat,
				};
			} else if (known !== undefined) {
				// That the repeat was refused says nothing of the first request.
				return Promise.reject(unknownAgain(node, known.unknown));
			}
			return Promise.reject(error as Error);
		},
	);
	run.inFlight.set(key, request);
	try {
		return await request;
	} finally {
		run.inFlight.delete(key);
	}
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

/** What came of a request in an earlier try: its result, or an unknown outcome. */
export function rememberedOutcome<T>(
	run: RunState,
	key: string,
	node: INode,
): { result: T } | { unknown: NodeApiError } | undefined {
	const known = rememberedRequests(run)[key];
	if (known === undefined || 'result' in known) return known as { result: T } | undefined;
	return { unknown: unknownAgain(node, known.unknown) };
}

/** The key of one item's request: an item makes one, so its text may differ from try to try. */
export function itemKey(run: RunState, itemIndex: number): string {
	return `${run.runIndex}:${itemIndex}`;
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

/** Tells whether an earlier request of this key may have been carried out unseen. */
export function endedUnknown(run: RunState, key: string): boolean {
	const known = rememberedRequests(run)[key];
	return known !== undefined && 'unknown' in known;
}
