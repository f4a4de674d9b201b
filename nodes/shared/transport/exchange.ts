import {
	NodeApiError,
	NodeOperationError,
	type DeclarativeRestApiSettings,
	type IDataObject,
	type IExecutePaginationFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { connectionError, withoutUnknownOutcome } from './apiError';
import { isQuestion, isSafeToRepeat } from './endpoints';
import { nodeRun } from './nodeRun';
import { itemKey, sendOnce } from './sendOnce';
import { isTool, sameCallAgain, toolCallKey } from './toolCall';
import { withheld } from './withheldErrors';
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
export async function exchange(
	this: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
): Promise<INodeExecutionData[]> {
	return await withheld(this, sendInTurn(this, requestData));
}

async function sendInTurn(
	context: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const itemIndex = context.getItemIndex();
	const run = nodeRun(context);
	const body = { ...(requestData.options.body as IDataObject) };
	const mayRepeat = isSafeToRepeat(requestData.options.url ?? '', body);
	const asks = isQuestion(requestData.options.url ?? '', body);

	const request = async () => {
		try {
			return await context.makeRoutingRequest({
				...requestData,
				options: { ...requestData.options, body: { ...body } },
			});
		} catch (error) {
			throw ownError(error, itemIndex, asks) ?? connectionError(node, error, itemIndex, asks);
		}
	};
	const politely = async () => await run.inTurn(async () => await withRetryAfter(context, request));
	if (asks) return await politely();

	if (!isTool(node)) {
		return await sendOnce(run, node, itemKey(run, itemIndex), politely, mayRepeat);
	}

	let isRemembered = true;
	const key = toolCallKey(context, run, requestData.options.url ?? '', body);
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
function ownError(error: unknown, itemIndex: number, repeatable: boolean): Error | undefined {
	if (error instanceof NodeApiError && error.context.outcome !== undefined) {
		error.context.itemIndex = itemIndex;
		return repeatable ? withoutUnknownOutcome(error) : error;
	}
	if (error instanceof NodeOperationError) {
		error.context.itemIndex = itemIndex;
		return error;
	}
	return undefined;
}
