import {
	NodeApiError,
	NodeOperationError,
	type DeclarativeRestApiSettings,
	type IDataObject,
	type IExecutePaginationFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { errorText } from './errorItem';
import { asNodeError, operationError } from '../transport/nodeErrors';
import { readCampaignKey } from '../validation/campaignKey';
import { fullTexts } from '../transport/quietError';
import { problemOf } from './preparing';
import { notTriedError } from './stoppedError';
import { connectionError } from '../transport/apiError';
import type { Effect } from '../transport/endpoints';
import type { ItemsOfTry } from './itemsOfTry';
import type { RestOfItem } from './restOfItem';
import type { Leaving } from './leaving';
import { runState, type Asked } from './runState';
import { isSettled, itemKey, sendOnce, sendsUnknownAgain } from './sendOnce';
import { isOneMessagePerList, listConflictError } from './sharedLists';
import { isTool } from '../transport/messageForModel';
import { sameCallAgain, toolCallKey } from './toolCall';
import { withRetryAfter } from './withRetryAfter';

/** The hook n8n calls in place of a pagination, the one hook that wraps a request. */
type AroundRequest = (
	this: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

/** How the requests of an operation are sent. */
interface HowToSend {
	effect: Effect;
	leaving: Leaving;
}

const asItIs: Leaving = (_context, body) => ({ body, says: {} });

/**
 * Makes what stands around every request of a declarative operation: it bounds how many are under
 * way, sends each at most once, and gives connection errors their words.
 *
 * n8n (1.123, 2.0 and 2.41) has no hook of its own for that. Delete this when it has one.
 *
 * @param effect what the operation's requests do to the world
 * @param leaving gives a request its last form
 * @returns a hook that gives the items of the request, as the operation's postReceive hooks made them,
 * and throws NodeApiError with the item's index
 */
export function aroundRequest(effect: Effect, leaving: Leaving = asItIs): AroundRequest {
	return async function (requestData) {
		const { items } = runState(this);
		const how = { effect, leaving };
		if (items === undefined) return await sendAlone(this, requestData, how);

		const item = this.getItemIndex();
		const body = requestData.options.body as IDataObject;
		if (!items.problems.has(item) && !hasLeft(this, item)) {
			note(this, items, body, effect);
		}
		if (!(await items.gate.pass())) return [];
		const leader = items.lists.leaderOf(item);
		refuseConflicts(this, items);
		const isRefused = () => items.areRefused || items.problems.has(item);
		if (isRefused()) return [];
		try {
			await items.keyed?.lookUp(item, items.problems);
			if (isRefused()) return [];
			const output = await sendRest(this, requestData, how, leader);
			items.results.set(item, { output });
			return output;
		} catch (error) {
			items.results.set(item, { failed: error as Error });
			return [];
		}
	};
}

/** Sends an item to those of its recipients who did not get it before, by its Campaign Key. */
async function sendRest(
	context: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
	how: HowToSend,
	leader?: number,
): Promise<INodeExecutionData[]> {
	const item = context.getItemIndex();
	const rest = await runState(context).items?.keyed?.restOf(leader ?? item);
	if (rest === undefined) return await sendInTurn(context, requestData, how, leader);
	if (rest.body === undefined) return [{ json: rest.says, pairedItem: { item } }];
	const { options } = requestData;
	const toRest = { ...requestData, options: { ...options, body: rest.body } };
	try {
		return await sendInTurn(context, toRest, how, leader, rest);
	} finally {
		rest.end();
	}
}

/** Notes the request of an item, to compare it with those of the others. */
function note(
	context: IExecutePaginationFunctions,
	items: ItemsOfTry,
	body: IDataObject,
	effect: Effect,
): void {
	const item = context.getItemIndex();
	const key = items.keyed === undefined || effect !== 'once' ? undefined : keyOf(context);
	if (key instanceof Error) {
		items.problems.set(item, key);
		return;
	}
	if (key !== undefined) items.keyed?.note(item, key, body);
	if (typeof body.pid === 'string' && isOneMessagePerList(context.getNode())) {
		items.lists.note(item, body, key);
	}
}

/** The Campaign Key of an item; the error of one whose key is empty, which would be protected by nothing. */
function keyOf(context: IExecutePaginationFunctions): string | Error {
	const read = readCampaignKey(context.getNodeParameter('options.campaignKey', ''));
	if ('value' in read) return read.value;
	return operationError(context.getNode(), {
		message: `Campaign Key ${read.problem.rule}`,
		description: `${read.problem.fix} Nothing was sent for this item.`,
		itemIndex: context.getItemIndex(),
	});
}

/** Each conflict is taken out, so that not every item goes through all of them again. */
function refuseConflicts(context: IExecutePaginationFunctions, items: ItemsOfTry): void {
	for (const conflict of items.lists.conflicts.splice(0)) {
		for (const each of conflict.items) {
			items.problems.set(each, listConflictError(context.getNode(), each, conflict));
		}
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
	how: HowToSend,
): Promise<INodeExecutionData[]> {
	try {
		const problem = problemOf(requestData.options);
		if (problem !== undefined) throw problem;
		return await sendInTurn(context, requestData, how);
	} catch (error) {
		const node = context.getNode();
		if (!isTool(node) || node.retryOnFail) throw asNodeError(node, error);
		return [{ json: { error: errorText(fullTexts(error as Error)) } }];
	}
}

/**
 * @param leader the item whose equal request is this item's too
 * @param rest what notes the request, for an item with a Campaign Key
 */
async function sendInTurn(
	context: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
	{ effect, leaving }: HowToSend,
	leader?: number,
	rest?: RestOfItem,
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const itemIndex = context.getItemIndex();
	const run = runState(context);
	const body = { ...(requestData.options.body as IDataObject) };
	const url = requestData.options.url ?? '';
	const asked: Asked = { url, body, says: {}, effect };
	run.asked.set(itemIndex, asked);

	const request = async () => {
		asked.isAnswered = false;
		Object.assign(asked, leaving(context, body));
		try {
			return await context.makeRoutingRequest({
				...requestData,
				options: { ...requestData.options, body: { ...asked.body } },
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
			const send = async () => await withRetryAfter(context, request);
			return await (rest?.noted(send) ?? send()).catch((error: Error) => {
				if (run.items?.stops) run.items.isStopped = true;
				return Promise.reject(error);
			});
		});
	if (effect === 'asks') return await politely();

	const mayRepeat = effect === 'changes' || sendsUnknownAgain(node);
	if (leader !== undefined) {
		const asLeader = async () => {
			const output = await sendOnce(run, node, itemKey(run, leader), politely, mayRepeat);
			return output.map((each) => ({ ...each, pairedItem: { item: itemIndex } }));
		};
		// Also that its outcome is unknown is remembered for each of them: the next try sends nothing for any.
		return await sendOnce(run, node, itemKey(run, itemIndex), asLeader, mayRepeat);
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
