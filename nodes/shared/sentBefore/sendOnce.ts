import type { IExecuteFunctions, INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Effect } from '../service/endpoints';
import {
	type ErrorTexts,
	isUnknownOutcome,
	operationError,
	requestError,
	textsOf,
	verbsOf,
} from '../service/nodeErrors';
import { keptKey, keptSettings } from './nodeSettings';
import { keptWithExecution, type RunState } from './runState';
import { optionPath, savedOption } from '../fields/field';
import { campaignKeyOption, unknownOutcomeOption } from '../fields/sendingOptions';

/**
 * What is kept of a request that was sent: that the service accepted it, or that this is unknown. What was
 * certainly not accepted is not kept.
 */
export type Outcome<Result> = { accepted: Result } | { unknown: ErrorTexts };

/** A request as it is kept. */
export type Remembered<Result> = Outcome<Result> & {
	/** Whether one of unknown outcome may be made again. */
	mayRepeat?: boolean;
	/** A hash of what was asked and of whom, where another request may be made instead. */
	asked?: string;
	/** With `asked`: what the node was set to, as `keptSettings` keeps it. */
	settings?: string;
	/** The model's call that made it. */
	callId?: string;
	/** The phone of its item, as it was entered then. */
	phone?: string;
	/** Its Campaign Key, as `keptKey` makes it. */
	key?: string;
	/** True for a message that asked a person. */
	isQuestion?: true;
};

/** The call of a model for a tool. */
export interface ModelCall {
	/** None up to version 2.2 of the AI Agent. */
	id?: string;
	mayBeMadeAgain: boolean;
	/** The recipients in the order of the keys, where a message is sent to each; none for anything else. */
	recipients: string[];
}

/** A request that is made at most once per run of a node. */
export interface OnceRequest<T> {
	/**
	 * Name what is done once within the run: for an item its request, for a call of a model what each
	 * recipient gets.
	 */
	keys: string[];
	/**
	 * What is asked for, as `hashOf` makes it: what is remembered answers no other request. Left out
	 * where nothing may be asked a second time, whatever is asked.
	 */
	asked?: string;
	/** The call of a model that asks for it: its result is for no other call. */
	call?: ModelCall;
	/** True when a request of unknown outcome may be made again. */
	mayRepeat: boolean;
	/** By which the item is named in later tries. */
	phone?: string;
	/** The key in whose record it is noted. */
	campaignKey?: string;
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
 * What the service accepted is answered from memory; what is still running is waited for; what ended in an
 * unknown outcome fails again in the same words, without a request. Only what was certainly not accepted is
 * sent again.
 *
 * "Retry On Fail" of n8n (2.0 and 2.41, `workflow-execute`) runs the whole node again, accepted items
 * included. Delete this when n8n retries single items.
 *
 * @throws what `send` throws; NodeOperationError for a call of a model that was made before and may not be
 *   made again
 */
export async function sendOnce<T>(run: RunState, node: INode, request: OnceRequest<T>): Promise<T> {
	const { keys, asked, call, mayRepeat, phone, campaignKey } = request;
	const memory = requests(run, call);
	const underWay = requestsUnderWay(memory);
	for (let other; (other = keys.map((key) => underWay.get(key)).find(isGiven)) !== undefined;) {
		if (call === undefined) return (await other) as T;
		// What it comes to decides over this call; that it fails is said elsewhere.
		await other.catch(() => undefined);
	}

	const known = keys.flatMap((key, index) => {
		const earlier = memory[key] as Remembered<T> | undefined;
		return earlier === undefined || earlier.asked !== asked ? [] : [{ ...earlier, index }];
	});
	const accepted = known.filter((earlier) => 'accepted' in earlier);
	const isAnswered = accepted.length === keys.length;
	const isSame = call === undefined || accepted.every((earlier) => isSameCall(earlier, call));
	if (isAnswered && isSame) return accepted[0].accepted;
	if (accepted.length > 0 && !call?.mayBeMadeAgain) {
		throw repeatedCallError(node, namedOf(request, accepted));
	}
	const open = known.filter((earlier) => 'unknown' in earlier);
	if (open.length > 0 && !mayRepeat) throw stillUnknown(node, open[0], namedOf(request, open));

	const of = {
		...(asked && { asked }),
		...(call?.id && { callId: call.id }),
		...(phone && { phone }),
		...(campaignKey && { key: keptKey(campaignKey) }),
	};
	const keep = (outcome: Remembered<T>) => {
		const kept = call === undefined ? withSettings(run, outcome) : outcome;
		for (const key of keys) memory[key] = kept;
	};
	const sending = request.send(open.length > 0).then(
		(result) => {
			keep({ accepted: result, ...of });
			return result;
		},
		(error: unknown) => {
			if (isUnknownOutcome(error)) {
				keep({ unknown: textsOf(error), mayRepeat, ...of });
			} else if (open.length > 0) {
				return Promise.reject(stillUnknown(node, open[0], namedOf(request, open)));
			}
			return Promise.reject(error as Error);
		},
	);
	for (const key of keys) underWay.set(key, sending);
	try {
		return await sending;
	} finally {
		for (const key of keys) underWay.delete(key);
	}
}

function isGiven<T>(value: T | undefined): value is T {
	return value !== undefined;
}

/** Requests that are running, by the memory they will be kept in. */
const underWayOf = new WeakMap<object, Map<string, Promise<unknown>>>();

function requestsUnderWay(memory: object): Map<string, Promise<unknown>> {
	const known = underWayOf.get(memory) ?? new Map<string, Promise<unknown>>();
	underWayOf.set(memory, known);
	return known;
}

/** The recipients of a call for whom a request was made before; none where that holds for all of it. */
function namedOf<T>({ keys, call }: OnceRequest<T>, before: Array<{ index: number }>): string[] {
	return call === undefined || before.length === keys.length
		? []
		: before.map(({ index }) => call.recipients[index]);
}

/** n8n runs a call again that failed, under the same ID. */
function isSameCall({ callId }: Remembered<unknown>, { id }: { id?: string }): boolean {
	return id !== undefined && callId === id;
}

/**
 * A model may call a tool with the same arguments to do the same again: it reads no old result as a new one, since
 * another call may have undone it meanwhile.
 *
 * @param recipients those of the call that it holds for; empty for all
 */
function repeatedCallError(node: INode, recipients: string[]): NodeOperationError {
	return recipients.length === 0
		? operationError(node, {
				message: 'Not done: the same call was made before, and the service accepted it',
				description:
					'Its result may be outdated. If this is another request, the person has to ask for it in a new message.',
			})
		: operationError(node, {
				message: `Not done: the service accepted the same message for ${recipients.join(', ')} before`,
				description: `Nothing was ${verbsOf(node).done} by this call. Call again with the other recipients only.`,
			});
}

/**
 * Tells whether an item's request of an earlier try still counts: it was accepted, or its outcome is unknown
 * and it must not be made again.
 */
export function isSettled(known: Remembered<unknown>, isSentAgain: () => boolean): boolean {
	return 'accepted' in known || (!known.mayRepeat && !isSentAgain());
}

/** The option for a person who knows better than the node what happened to a request. */
export function sendsUnknownAgain(context: IExecuteFunctions, item: number): boolean {
	try {
		return context.getNodeParameter(optionPath(unknownOutcomeOption), item, 'stop') === 'sendAgain';
	} catch {
		// An expression that fails is reported when the item is read; nothing is sent again because of it.
		return false;
	}
}

/** Whether the option Campaign Key is added: recipients who were sent to are left out by it. */
export function hasCampaignKey(node: INode): boolean {
	return savedOption(node, campaignKeyOption) !== undefined;
}

/** What is known of a request that was sent in an earlier try. */
export function rememberedRequest<T>(run: RunState, key: string): Remembered<T> | undefined {
	return requests(run)[key] as Remembered<T> | undefined;
}

/** What an earlier try got for the same request; for an item that cannot be read any more, by a node that was set alike. */
export function acceptedBefore<Result>(
	run: RunState,
	known: Remembered<Result> | undefined,
	asked: string | undefined,
): (Remembered<Result> & { accepted: Result }) | undefined {
	if (known === undefined || !('accepted' in known)) return undefined;
	const isSame =
		known.asked === asked || (asked === undefined && known.settings === keptSettings(run));
	return isSame ? known : undefined;
}

/** Keeps a request that was accepted, or may have been. */
export function remember(run: RunState, key: string, request: Remembered<unknown>): void {
	requests(run)[key] = withSettings(run, request);
}

function withSettings<T>(run: RunState, request: Remembered<T>): Remembered<T> {
	return request.asked === undefined ? request : { settings: keptSettings(run), ...request };
}

/**
 * The key of one item's request. An item has one message, whichever operation sends it, and makes one request of
 * each other operation; its text may differ from try to try. Of requests that change something only the last
 * one counts, whatever operation made it.
 */
export function itemKey(run: RunState, itemIndex: number, effect: Effect = 'once'): string {
	return `${run.runIndex}:${effect === 'once' ? purposeOf(run) : effect}:${itemIndex}`;
}

const MESSAGE = 'message';

function purposeOf({ operation }: RunState): string {
	return operation.startsWith(`${MESSAGE}:`) ? MESSAGE : operation;
}

/** Whether the node is set to an operation that sends messages. */
export function sendsMessages(run: RunState): boolean {
	return purposeOf(run) === MESSAGE;
}

/** The messages of a run that were sent item by item, or may have been, by item. */
export function messagesOfItems<T>(run: RunState): Map<number, Remembered<T>> {
	const prefix = `${run.runIndex}:${MESSAGE}:`;
	return new Map(
		Object.entries(requests(run)).flatMap(([key, request]) =>
			key.startsWith(prefix)
				? [[Number(key.slice(prefix.length)), request as Remembered<T>] as const]
				: [],
		),
	);
}

/**
 * The error of a request that may have been accepted: that a repeat was refused says nothing of it.
 *
 * @param recipients those of a call that it holds for; empty for all
 */
export function stillUnknown(
	node: INode,
	{ unknown }: { unknown: ErrorTexts },
	recipients: string[] = [],
): NodeApiError {
	const ofCall = `The outcome is unknown for ${recipients.join(', ')}, from an earlier call`;
	const message =
		recipients.length === 0
			? unknown.message
			: unknown.message.replace('The outcome is unknown', () => ofCall);
	// A model's message says the fix already.
	const description = message.includes(unknown.description) ? '' : unknown.description;
	return requestError(node, { message, description, outcome: 'unknown' });
}

function requests(run: RunState, call?: ModelCall): Record<string, Remembered<unknown>> {
	return call === undefined
		? keptWithExecution(run, 'requests')
		: keptWithExecution({ memory: run.sharedMemory }, 'calls');
}
