import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { errorItem, errorText } from '../n8n/errorItem';
import { giveHint, scheduledHint } from '../n8n/hints';
import { runState, type RunState } from '../sentBefore/runState';
import { itemKey, rememberedOutcome } from '../sentBefore/sendOnce';
import { notTriedError, stoppedError, type ItemResult } from './stoppedError';
import { isTool, asNodeError, fullTexts } from '../service/nodeErrors';
import { holdBack } from './holdBack';
import type { PerItemWork } from './perItemWork';
import { prepareItems, type PreparedItems } from './prepareItems';
import { askedOf, sendItems } from './sendItems';

/**
 * Runs an operation with a request for each item: reads and checks all items, holds back what must not
 * leave, sends the others, and puts each input item out once: as what it gave, or as an error item with
 * its row.
 *
 * @throws one error for all items under "On Error: Stop", before anything left where an item breaks a rule
 */
export async function runPerItem(
	context: IExecuteFunctions,
	work: PerItemWork,
): Promise<INodeExecutionData[]> {
	const run = runState(context);
	const prepared = await prepareItems(context, work, run);
	const checked = holdBack(context, work, run, prepared);
	const sent = await sendItems(work, run, prepared, checked);
	const results = resultsOf(context, work, run, prepared, sent);
	const output = outputOf(context, prepared, results);
	const accepted = results.flatMap(acceptedData);
	giveHint(context, work.hintOfRun?.(accepted, context));
	giveHint(context, scheduledHint(accepted));
	return output;
}

/** What became of each item, in this try or in an earlier one. */
function resultsOf(
	context: IExecuteFunctions,
	work: PerItemWork,
	run: RunState,
	{ node, ready, problems }: PreparedItems,
	sent: Map<number, ItemResult>,
): ItemResult[] {
	return context.getInputData().map((_, item): ItemResult => {
		const result = sent.get(item);
		if (result !== undefined) return result;
		const key = itemKey(run, item, work.effect);
		const asked = askedOf(work, ready.get(item)?.body);
		const earlier = rememberedOutcome<INodeExecutionData[]>(run, key, node, asked);
		if (earlier !== undefined) {
			return 'result' in earlier ? { output: earlier.result } : { failed: earlier.unknown };
		}
		return { failed: problems.get(item) ?? notTriedError(node, item) };
	});
}

function outputOf(
	context: IExecuteFunctions,
	{ node, phones, stops }: PreparedItems,
	results: ItemResult[],
): INodeExecutionData[] {
	if (isTool(node)) return results.flatMap((result) => wordsForModel(context, result));
	if (stops && results.some((result) => 'failed' in result)) {
		throw stoppedError(node, phones, results);
	}
	return results.flatMap((result, item) =>
		'output' in result ? result.output : [errorItem(context, item, result.failed)],
	);
}

function acceptedData(result: ItemResult): IDataObject[] {
	return 'output' in result ? result.output.map(({ json }) => json) : [];
}

/**
 * A model reads what went wrong as the tool's result: n8n would log a thrown error, and cut what it says;
 * version 2.2 of the AI Agent would hand its model an empty text (`get-input-connection-data`). That version
 * tries a tool again only when it throws.
 */
function wordsForModel(context: IExecuteFunctions, result: ItemResult): INodeExecutionData[] {
	if ('output' in result) return result.output;
	const { isToolExecution } = context as Partial<IExecuteFunctions>;
	const node = context.getNode();
	if (node.retryOnFail && isToolExecution?.call(context)) throw asNodeError(node, result.failed);
	return [{ json: { error: errorText(fullTexts(result.failed)) } }];
}
