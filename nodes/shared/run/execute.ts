import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { errorText, outcomeColumn } from '../n8n/errorItem';
import { giveHint } from '../n8n/hints';
import { scheduledHint } from '../service/campaignOf';
import { EarlierTries } from '../sentBefore/campaignMemory';
import { acceptedBefore, stillUnknown } from '../sentBefore/sendOnce';
import { asNodeError, fullTexts, isTool } from '../service/nodeErrors';
import { eachGivingWay } from '../service/pause';
import { holdBack } from './holdBack';
import { notTriedError, outputOfItems, withColumns, type ItemResult } from './itemResults';
import { type PerItemWork, type PreparedItems, prepareItems } from './prepareItems';
import { askedOf, sendItems } from './sendItems';

/**
 * Runs an operation with a request for each item, and puts each input item out once: as what it gave, or as an
 * error item with its row.
 *
 * @throws one error for all items under "On Error: Stop", before anything is sent where an item breaks a rule
 */
export async function runPerItem(
	context: IExecuteFunctions,
	work: PerItemWork,
): Promise<INodeExecutionData[]> {
	const prepared = await prepareItems(context, work);
	const sent = await sendItems(prepared, await holdBack(prepared));
	const results = await resultsOf(prepared, sent);
	const output = isTool(prepared.node)
		? results.flatMap((result) => wordsForModel(context, result))
		: await outputOfItems(context, prepared.node, prepared.phones, results, prepared.keyChanged);
	const accepted = results.flatMap((result): IDataObject[] =>
		'output' in result ? result.output.map(({ json }) => json) : [],
	);
	// Where all items were refused, nothing is to be said of what is sent.
	const isTried = sent.size > 0 || accepted.length > 0;
	giveHint(context, isTried ? work.hintOfRun?.(context) : undefined);
	giveHint(context, scheduledHint(accepted));
	return output;
}

/** What became of each item, in this try or in an earlier one. */
async function resultsOf(
	{ context, node, work, run, ready, problems }: PreparedItems,
	sent: Map<number, ItemResult>,
): Promise<ItemResult[]> {
	const tries = new EarlierTries(run);
	let notTried: Error | undefined;
	return await eachGivingWay(context.getInputData(), (_, item): ItemResult => {
		const result = sent.get(item);
		if (result !== undefined) return result;
		const earlier = tries.of(item, work.effect);
		if (earlier !== undefined && 'unknown' in earlier) {
			return { failed: stillUnknown(node, earlier) };
		}
		const asked = askedOf(work, ready.get(item)?.body);
		const known = acceptedBefore(run, earlier, asked);
		if (known) return { output: known.accepted };
		return { failed: problems.get(item) ?? (notTried ??= notTriedError(node)) };
	});
}

/**
 * A model reads what went wrong as the tool's result: n8n would log a thrown error, and cut what it says;
 * version 2.2 of the AI Agent would hand its model an empty text (`get-input-connection-data`). That version
 * tries a tool again only when it throws.
 */
export function wordsForModel(
	context: IExecuteFunctions,
	result: ItemResult,
): INodeExecutionData[] {
	if ('output' in result) return withColumns(result.output);
	const { isToolExecution } = context as Partial<IExecuteFunctions>;
	const node = context.getNode();
	if (node.retryOnFail && isToolExecution?.call(context)) throw asNodeError(node, result.failed);
	const error = errorText(fullTexts(result.failed));
	return [{ json: { ...outcomeColumn(context, result.failed), error } }];
}
