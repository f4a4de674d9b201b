import {
	NodeApiError,
	NodeOperationError,
	type DeclarativeRestApiSettings,
	type IDataObject,
	type IExecutePaginationFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { errorText } from './errorItem';
import { asNodeError } from './nodeError';
import { fullTexts } from '../transport/quietError';
import { problemOf } from './preparing';
import { notTriedError } from './stoppedError';
import { connectionError } from '../transport/apiError';
import { effectOf } from '../transport/endpoints';
import { runState } from './runState';
import { isSettled, itemKey, sendOnce, sendsUnknownAgain } from './sendOnce';
import { isOneMessagePerList, listConflictError } from './sharedLists';
import { isTool } from '../transport/messageForModel';
import { sameCallAgain, toolCallKey } from './toolCall';
import { withRetryAfter } from './withRetryAfter';

/**
 * Stands around every request of a declarative operation: bounds how many are under way, sends each
 * at most once, and gives connection errors their words.
 *
 * n8n calls it in place of a pagination, the one hook that wraps a request.
 *
 * @returns the items of the request, as the operation's postReceive hooks made them
 * @throws NodeApiError with the item's index
 */
export async function aroundRequest(
	this: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
): Promise<INodeExecutionData[]> {
	const { items } = runState(this);
	if (items === undefined) return await sendAlone(this, requestData);

	const item = this.getItemIndex();
	const body = requestData.options.body as IDataObject;
	if (typeof body.pid === 'string' && !items.problems.has(item) && !hasLeft(this, item)) {
		if (isOneMessagePerList(this.getNode())) items.lists.note(item, body);
	}
	if (!(await items.gate.pass())) return [];
	const leader = items.lists.leaderOf(item);
	// Taken out, so that not every item goes through all of them again.
	for (const conflict of items.lists.conflicts.splice(0)) {
		for (const each of conflict.items) {
			if (items.problems.has(each)) continue;
			items.problems.set(each, listConflictError(this.getNode(), each, conflict));
		}
	}
	if (items.areRefused || items.problems.has(item)) return [];
	try {
		const output = await sendInTurn(this, requestData, leader);
		items.results.set(item, { output });
		return output;
	} catch (error) {
		items.results.set(item, { failed: error as Error });
		return [];
	}
}

/** Whether an item's request was accepted in an earlier try, or must not be made again. */
function hasLeft(context: IExecutePaginationFunctions, item: number): boolean {
	const run = runState(context);
	return isSettled(run, itemKey(run, item), () => context.getNode());
}

/**
 * The request of a tool of an older AI Agent, whose n8n runs the engine alone. Version 2.2 of the
 * agent hands its model an empty text when a tool throws (`get-input-connection-data`), so the words
 * come as the tool's result. With "Retry On Fail" n8n has to see the error to try again.
 */
async function sendAlone(
	context: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
): Promise<INodeExecutionData[]> {
	try {
		const problem = problemOf(requestData.options);
		if (problem !== undefined) throw problem;
		return await sendInTurn(context, requestData);
	} catch (error) {
		const node = context.getNode();
		if (!isTool(node) || node.retryOnFail) throw asNodeError(node, error);
		return [{ json: { error: errorText(fullTexts(error as Error)) } }];
	}
}

/** @param leader the item whose equal request is this item's too */
async function sendInTurn(
	context: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
	leader?: number,
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const itemIndex = context.getItemIndex();
	const run = runState(context);
	const body = { ...(requestData.options.body as IDataObject) };
	const url = requestData.options.url ?? '';
	const effect = effectOf(url, body);
	const asked = { url, body, isAnswered: false };
	run.asked.set(itemIndex, asked);

	const request = async () => {
		asked.isAnswered = false;
		try {
			return await context.makeRoutingRequest({
				...requestData,
				options: { ...requestData.options, body: { ...body } },
			});
		} catch (error) {
			throw (
				ownError(error, itemIndex) ??
				connectionError(node, error, itemIndex, effect, asked.isAnswered)
			);
		}
	};
	const politely = async () =>
		await run.inTurn(async () => {
			if (run.items?.isStopped) throw notTriedError(node, itemIndex);
			return await withRetryAfter(context, request).catch((error: Error) => {
				if (run.items?.stops) run.items.isStopped = true;
				return Promise.reject(error);
			});
		});
	if (effect === 'asks') return await politely();

	const mayRepeat = effect === 'changes' || sendsUnknownAgain(node);
	if (leader !== undefined) {
		const ofLeader = await sendOnce(run, node, itemKey(run, leader), politely, mayRepeat);
		const same = ofLeader.map((output) => ({ ...output, pairedItem: { item: itemIndex } }));
		return await sendOnce(run, node, itemKey(run, itemIndex), async () => same);
	}
	if (!isTool(node)) {
		return await sendOnce(run, node, itemKey(run, itemIndex), politely, mayRepeat);
	}

	let isRemembered = true;
	const key = toolCallKey(context, run, url, body);
	const items = await sendOnce(
		run,
		node,
		key,
		async () => {
			isRemembered = false;
			return await politely();
		},
		mayRepeat,
	);
	return isRemembered ? sameCallAgain(items) : items;
}

/** Errors the reply reader made carry an outcome; others are n8n's, about the connection. */
function ownError(error: unknown, itemIndex: number): Error | undefined {
	const isOwn =
		error instanceof NodeOperationError ||
		(error instanceof NodeApiError && error.context.outcome !== undefined);
	if (!isOwn) return undefined;
	error.context.itemIndex = itemIndex;
	return error;
}
