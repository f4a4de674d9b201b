import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
} from 'n8n-workflow';

import { itemKey, sendOnce, sendsUnknownAgain } from '../sentBefore/sendOnce';
import { connectionError, replyError } from '../service/apiError';
import { connectionOf, type Connection } from '../service/connection';
import { hashOf } from '../service/keys';
import { isTool } from '../service/nodeErrors';
import { eachAtOnce } from '../service/pause';
import { postRequest, withRetryAfter } from '../service/postRequest';
import type { Reply } from '../service/readReply';
import { OUTCOME } from '../service/rowOutcome';
import type { ComparedItems } from './holdBack';
import { notTriedError, type ItemResult } from './itemResults';
import type {
	AcceptedReply,
	PerItemWork,
	PreparedItem,
	PreparedItems,
	RefusalAsAnswer,
} from './prepareItems';
import type { RestOfItem } from './keyedItems';
import { toolCall } from './toolCall';

/** The sending of one try. */
interface Sending extends PreparedItems, Pick<ComparedItems, 'keys'> {
	connection: Connection;
	/** True once a request failed under "On Error: Stop": no further one is sent. */
	isStopped: boolean;
	/** The error of all items that were due after that. */
	notTried?: Error;
}

/**
 * Sends the items that nothing holds back, each at most once however often n8n tries the run again.
 * Under "On Error: Stop" nothing is sent when anything is wrong with any item.
 *
 * @returns the outcomes of the items whose requests may be sent
 */
export async function sendItems(
	prepared: PreparedItems,
	{ keyed, keys, leaders }: ComparedItems,
): Promise<Map<number, ItemResult>> {
	const { node, run, ready, problems, stops } = prepared;
	const results = new Map<number, ItemResult>();
	const isRefused = () => stops && problems.size > 0;
	if (isRefused() || ready.size === 0) return results;
	try {
		await keyed?.lookUp(problems);
		for (const [item, leader] of leaders) {
			const problem = problems.get(leader);
			if (problem !== undefined && !problems.has(item)) problems.set(item, problem);
		}
		if (isRefused()) return results;
		const sending: Sending = {
			...prepared,
			keys,
			connection: connectionOf(node),
			isStopped: false,
		};
		const open = [...ready].filter(([index]) => !problems.has(index));
		await eachAtOnce(open, run.requestsAtOnce, async ([index, item]) => {
			const leader = leaders.get(index);
			try {
				const rest = await keyed?.restOf(leader ?? index);
				const output = await sendRest(sending, item, leader, rest);
				results.set(index, { output });
			} catch (error) {
				results.set(index, { failed: error as Error });
			}
		});
		return results;
	} catch (error) {
		for (const index of ready.keys()) {
			if (!problems.has(index)) problems.set(index, error as Error);
		}
		return results;
	} finally {
		await keyed?.close();
	}
}

/** Sends an item to those of its recipients who did not get it before, by its Campaign Key. */
async function sendRest(
	sending: Sending,
	{ item, body }: PreparedItem,
	leader?: number,
	rest?: RestOfItem,
): Promise<INodeExecutionData[]> {
	if (rest === undefined) return await sendInTurn(sending, { item, body }, leader);
	if (rest.body === undefined)
		return [{ json: rest.extraOutput, pairedItem: { item: item.index } }];
	try {
		return await sendInTurn(sending, { item, body: rest.body }, leader, rest);
	} finally {
		rest.end();
	}
}

/**
 * @param leader the item whose equal request is this item's too
 * @param rest what notes the request, for an item with a Campaign Key
 */
async function sendInTurn(
	sending: Sending,
	prepared: PreparedItem,
	leader?: number,
	rest?: RestOfItem,
): Promise<INodeExecutionData[]> {
	const { work, run } = sending;
	const { context, node, index } = prepared.item;
	const inTurn = async (isRepeat = false) =>
		await run.inTurn(async () => {
			if (sending.isStopped) throw (sending.notTried ??= notTriedError(node));
			const send = async () =>
				await withRetryAfter(context, async () => await request(sending, prepared, isRepeat));
			return await (rest?.noted(send) ?? send()).catch((error: Error) => {
				if (sending.stops) sending.isStopped = true;
				return Promise.reject(error);
			});
		});
	const { effect } = work;
	if (effect === 'asks') return await inTurn();
	const mayRepeat = effect === 'changes' || sendsUnknownAgain(context, index);
	const asked = askedOf(work, prepared.body);
	const [phone, campaignKey] = [sending.phones.get(index), sending.keys.get(index)];
	const once = { asked, mayRepeat, phone, campaignKey, send: inTurn };
	const keyAt = (item: number) => itemKey(run, item, effect);
	if (leader !== undefined) {
		const asLeader = async () => {
			const output = await sendOnce(run, node, { ...once, keys: [keyAt(leader)] });
			return output.map((each) => ({ ...each, pairedItem: { item: index } }));
		};
		// Also that its outcome is unknown is remembered for each of them: the next try sends nothing for any.
		return await sendOnce(run, node, { ...once, keys: [keyAt(index)], send: asLeader });
	}
	if (!isTool(node)) return await sendOnce(run, node, { ...once, keys: [keyAt(index)] });
	const { item, body } = prepared;
	return await sendOnce(run, node, { ...once, ...toolCall(item, run, work, body) });
}

/** What a request asks for, where another one may be made for the same item: nothing that sends. */
export function askedOf(
	{ endpoint, effect }: PerItemWork,
	body: IDataObject | undefined,
): string | undefined {
	return effect === 'changes' && body !== undefined ? hashOf([endpoint, body]) : undefined;
}

/** Makes an item's request as it is to be sent now, and the output items of its reply. */
async function request(
	{ work, connection }: Sending,
	{ item, body }: PreparedItem,
	isRepeat: boolean,
): Promise<INodeExecutionData[]> {
	const { endpoint: url, effect, finalizeRequest, refusalAsAnswer } = work;
	const { context, node, index } = item;
	const last = finalizeRequest?.(item, body) ?? { body, extraOutput: {} };
	const asked = { url, body: last.body, effect, connection, itemIndex: index };
	const reply = await postRequest(context, asked);
	const answer = acceptedReply(reply, refusalAsAnswer);
	if (answer === undefined) {
		throw replyError(node, reply as Parameters<typeof replyError>[1], index, effect);
	}
	try {
		const output = await work.output(answer, item, last.body, isRepeat);
		// An operation says itself what else an accepted reply may mean.
		const accepted = effect === 'asks' ? {} : { [OUTCOME]: 'accepted' };
		return (Array.isArray(output) ? output : [output]).map((json: IDataObject) => ({
			json: { ...accepted, ...json, ...last.extraOutput },
			pairedItem: { item: index },
		}));
	} catch (error) {
		// Whatever goes wrong now, the request was sent.
		throw ownError(error) ?? connectionError(node, error, index, effect, true);
	}
}

/** Errors an operation made of a reply carry an outcome, or are about the item. */
function ownError(error: unknown): Error | undefined {
	const isOwn =
		error instanceof NodeOperationError ||
		(error instanceof NodeApiError && error.context.outcome !== undefined);
	return isOwn ? error : undefined;
}

/** The accepted reply of an operation; undefined for one that is a failure. */
function acceptedReply(reply: Reply, answer?: RefusalAsAnswer): AcceptedReply | undefined {
	if (reply.kind === 'accepted') {
		return reply;
	}
	return reply.kind === 'refused' && answer?.words.test(reply.description)
		? { code: answer.code, data: {} }
		: undefined;
}
