import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { errorAlone, hasErrorOutput, saysUnknown } from '../n8n/errorItem';
import { OUTCOME_UNKNOWN, overwrittenColumns } from '../n8n/inputColumns';

/**
 * Leaves the output where n8n finds it when it goes on: it passes a waiting node's input on as its
 * output, and pairs each item with the input item of the same position, whatever pairing it holds
 * (n8n-core 1.123, 2.0 and 2.41, `workflow-execute`: `handleWaitingState`, `handleDisabledNode`).
 *
 * Error items are left without pairing, which tells them apart: their columns may be those of an
 * earlier campaign's output.
 *
 * @returns what it left
 */
export function leaveForLater(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	const executeData = context.getExecuteData();
	const inPlace = arrangedInPlace(items);
	const isMerged = inPlace !== undefined || !hasErrorOutput(context);
	const left = (inPlace ?? items).map((item) =>
		isFailed(item) ? leftError(context, item, isMerged) : item,
	);
	// Without a source n8n pairs an item with nobody: by its position it would be somebody else's.
	if (inPlace === undefined) executeData.source = null;
	executeData.data.main = [left];
	return left;
}

/** Tells whether an item that was left belongs to a campaign; the others are errors. */
export function isOfCampaign({ pairedItem }: INodeExecutionData): boolean {
	return pairedItem !== undefined;
}

/** A row's own column `error` does not stand in an item that went well. */
function isFailed({ json, error }: INodeExecutionData): boolean {
	return error !== undefined || json.error !== undefined;
}

/** The items in an order in which each stands where an input item of its own stood, if there is one. */
function arrangedInPlace(items: INodeExecutionData[]): INodeExecutionData[] | undefined {
	const sorted = [...items].sort((a, b) => positionsOf(a)[0] - positionsOf(b)[0]);
	return sorted.every((item, index) => positionsOf(item).includes(index)) ? sorted : undefined;
}

/** The input items an output item is paired to. */
function positionsOf({ pairedItem = [] }: INodeExecutionData): number[] {
	return [pairedItem].flat().map((each) => (typeof each === 'number' ? each : each.item));
}

/** An error item as n8n can keep it: where it merges no row in, the row stands under `message`. */
function leftError(
	context: IExecuteFunctions,
	item: INodeExecutionData,
	isMerged: boolean,
): INodeExecutionData {
	const [position] = positionsOf(item);
	const { pairedItem: _pairedItem, ...left } = item;
	const { error } = item.json;
	const flag = saysUnknown(item) ? { [OUTCOME_UNKNOWN]: true } : {};
	const row = context.getInputData()[position]?.json ?? {};
	if (!isMerged) return { ...left, json: errorAlone(error, { ...row, item: position, ...flag }) };
	if (!hasErrorOutput(context)) return left;
	// What has n8n move an item to the error output whatever it holds does not survive the database.
	const { [OUTCOME_UNKNOWN]: known, ...kept } = left.json;
	if (known === undefined) return left;
	const columns = overwrittenColumns(row, { error, message: {} });
	return {
		...left,
		json: flag[OUTCOME_UNKNOWN]
			? errorAlone(error, { ...(columns && { columns }), ...flag })
			: kept,
	};
}
