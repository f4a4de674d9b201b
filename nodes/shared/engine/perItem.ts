import type { NodeOperationError } from 'n8n-workflow';
import {
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';

import { runState, type RunState } from './runState';
import { isRemembered, itemKey, rememberedOutcome } from './sendOnce';
import { isTool } from '../transport/messageForModel';
import { errorItem, errorText } from './errorItem';
import { evaluatingOnce } from './evaluatingOnce';
import { expressionError, lastPreparable } from './expressions';
import { Gate } from './gate';
import { ItemsOfTry, type ItemResult } from './itemsOfTry';
import { giveHint, hintAtFailed, scheduledHint } from './hints';
import { KeyedItems } from './keyedItems';
import { openingOnce, withCredentialOf } from './openingOnce';
import { doingOf } from '../transport/doing';
import { operationError } from '../transport/nodeErrors';
import { fullTexts, withFullTexts } from '../transport/quietError';
import { SharedLists } from './sharedLists';
import { notTriedError, stoppedError } from './stoppedError';

/**
 * Makes the custom operation that runs a per-item operation in n8n's own declarative engine, and
 * stands around it: nothing leaves before all items are prepared and checked, and each input item
 * comes out once, as what it gave or as an error item with its row.
 *
 * @param hint what to tell the person, by the data of the items that succeeded
 *
 * n8n gives a declarative node its engine as `execute` when it loads it (seen in 1.123, 2.0 and
 * 2.41) and prefers a custom operation to it. The engine itself sends early items before it looks at
 * later ones, puts error items out without their pairing and row, and in 2.0 throws at the first
 * expression that fails even under "Continue". Delete this when it does none of that.
 */
export function perItem(
	nodeType: INodeType,
	hint?: (outputs: IDataObject[], context: IExecuteFunctions) => string | undefined,
) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const count = this.getInputData().length;
		const run = runState(this);
		const failing = new Map<number, Error>();
		let items = await prepareAndSend(this, nodeType, run, failing);
		// Only n8n 2.0 gives up at an expression that fails: the others are prepared without those items.
		if (failing.size > 0 && failing.size < count && items.results.size === 0) {
			items = await prepareAndSend(this, nodeType, run, failing);
		}
		const results = resultsOf(this, run, items);
		const output = outputOf(this, items, results);
		const accepted = results.flatMap(acceptedData);
		giveHint(this, hint?.(accepted, this));
		giveHint(this, scheduledHint(accepted));
		hintAtFailed(this, output);
		return [output];
	};
}

/**
 * Runs n8n's engine once over all items.
 *
 * @param failing items whose expressions fail, which the engine is to leave out; filled when it gave up
 */
async function prepareAndSend(
	context: IExecuteFunctions,
	nodeType: INodeType,
	run: RunState,
	failing: Map<number, Error>,
): Promise<ItemsOfTry> {
	const inputs = context.getInputData();
	const once = evaluatingOnce(context);
	const standIn = inputs.findIndex((_, item) => !failing.has(item));
	const last = failing.size > 0 ? inputs.length - 1 : lastPreparable(once);
	const gate = new Gate(last, pauseBetweenBatches(context));
	const credentialOf = openingOnce(context);
	const lists = new SharedLists(run, (item) => isRemembered(run, itemKey(run, item)));
	const stops = !context.continueOnFail();
	const items = new ItemsOfTry(inputs.length, stops, gate, credentialOf, lists);
	items.keyed = KeyedItems.of(context);
	run.items = items;
	for (const [item, error] of failing) items.problems.set(item, error);
	try {
		const seen = inputs.map((input, item) => (failing.has(item) ? inputs[standIn] : input));
		const output = await nodeType.execute!.call(
			withCredentialOf(carryingOn(once, seen), credentialOf),
		);
		noteLeftOut(context.getNode(), items, (output as INodeExecutionData[][])[0] ?? []);
	} catch (error) {
		gate.close();
		noteGivenUp(context, items, failing, error as Error);
	}
	await items.keyed?.close();
	return items;
}

/** Milliseconds n8n pauses between two batches. */
function pauseBetweenBatches(context: IExecuteFunctions): number {
	const batching = context.getNodeParameter('requestOptions', 0, {}) as {
		batching?: { batch?: { batchInterval?: number } };
	};
	return Number(batching.batching?.batch?.batchInterval) || 0;
}

/**
 * The context with "On Error: Continue", so that the engine prepares all items and all bad ones are
 * found, and with other input items.
 */
function carryingOn(context: IExecuteFunctions, seen: INodeExecutionData[]): IExecuteFunctions {
	const { node, inputData } = context as unknown as { node: object; inputData: object };
	return Object.create(context, {
		node: { value: { ...node, onError: 'continueRegularOutput' } },
		inputData: { value: { ...inputData, main: [seen] } },
		connectionInputData: { value: seen },
	}) as IExecuteFunctions;
}

/** Items the engine left out come as errors without pairing; their number stands in the error. */
function noteLeftOut(node: INode, items: ItemsOfTry, output: INodeExecutionData[]): void {
	for (const { error } of output) {
		const item: unknown = error?.context?.itemIndex;
		if (error !== undefined && typeof item === 'number') {
			items.problems.set(item, failingExpression(node, error, item));
		}
	}
}

/** The engine gave up: at an expression (n8n 2.0), or because nothing can be sent, as without a credential. */
function noteGivenUp(
	context: IExecuteFunctions,
	items: ItemsOfTry,
	failing: Map<number, Error>,
	thrown: Error,
): void {
	const isFirstTime = failing.size === 0;
	for (let item = 0; item < items.count; item++) {
		if (items.gate.isPrepared(item) || !isFirstTime) continue;
		const error = expressionError(context, item);
		if (error !== undefined) {
			failing.set(item, failingExpression(context.getNode(), error, item));
		}
	}
	for (let item = 0; item < items.count; item++) {
		const error = items.problems.get(item) ?? failing.get(item) ?? thrown;
		items.problems.set(item, error);
	}
}

/** n8n's words for an expression that fails name neither the item nor what follows from it. */
function failingExpression(node: INode, { message }: Error, itemIndex: number): NodeOperationError {
	const what = 'An expression fails for this item';
	const fix = `Correct the expression, or the data it reads. Nothing was ${doingOf(node).done} for this item.`;
	const error = operationError(node, {
		message: what,
		description: `${message}. ${fix}`,
		itemIndex,
	});
	return withFullTexts(error, { message: `${what}: ${message}`, description: fix });
}

/** What became of each item, in this try or in an earlier one. */
function resultsOf(context: IExecuteFunctions, run: RunState, items: ItemsOfTry): ItemResult[] {
	const node = context.getNode();
	return Array.from({ length: items.count }, (_, item): ItemResult => {
		const result = items.results.get(item);
		if (result !== undefined) return result;
		const earlier = rememberedOutcome<INodeExecutionData[]>(run, itemKey(run, item), node);
		if (earlier !== undefined) {
			return 'result' in earlier ? { output: earlier.result } : { failed: earlier.unknown };
		}
		return { failed: items.problems.get(item) ?? notTriedError(node, item) };
	});
}

/** @throws one error for all items under "On Error: Stop" */
function outputOf(
	context: IExecuteFunctions,
	items: ItemsOfTry,
	results: ItemResult[],
): INodeExecutionData[] {
	const node = context.getNode();
	if (isTool(node)) return results.flatMap(wordsForModel);
	if (items.stops && results.some((result) => 'failed' in result)) {
		throw stoppedError(node, items.phones, results);
	}
	return results.flatMap((result, item) =>
		'output' in result ? result.output : [errorItem(context, item, result.failed)],
	);
}

function acceptedData(result: ItemResult): IDataObject[] {
	return 'output' in result ? result.output.map(({ json }) => json) : [];
}

/** A model reads what went wrong as the tool's result: n8n would log a thrown error, and cut what it says. */
function wordsForModel(result: ItemResult): INodeExecutionData[] {
	return 'output' in result
		? result.output
		: [{ json: { error: errorText(fullTexts(result.failed)) } }];
}
