import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { giveHint } from '../n8n/hints';
import { warningsHint } from '../values/checkedTexts';
import { Ledger, purposeOf } from '../ledger/ledger';
import { runState } from '../ledger/runState';
import { scheduledHint } from '../service/campaignOf';
import { isTool } from '../service/nodeErrors';
import { deliver } from './deliver';
import { itemRequests } from './itemRequests';
import { lookUpKeys, readKeys } from './keys';
import { oneMessagePerList } from './oneMessagePerList';
import { outputOfRows, wordsForModel } from './output';
import { readItems } from './read';
import { OPEN, openRows } from './fate';
import { newRun, runOperation } from './run';
import type { ItemsRun, PerItemWork, Row } from './row';

/**
 * Runs an operation with a request for each item, and puts each input item out once: as what it gave, or as an
 * error item with its row.
 *
 * @throws one error for all items under "On Error: Stop", before anything is sent where an item breaks a rule
 */
export async function runPerItem(
	context: IExecuteFunctions,
	work: PerItemWork,
): Promise<INodeExecutionData[][]> {
	return await runOperation(
		newItemsRun(context, work),
		[readItems, readKeys, oneMessagePerList, lookUpKeys, send],
		outputOf,
	);
}

/** A run with a row for each item, of which nothing is known yet. */
export function newItemsRun(context: IExecuteFunctions, work: PerItemWork): ItemsRun {
	const [node, state] = [context.getNode(), runState(context)];
	const rows = context.getInputData().map((_, item): Row => ({ item, fate: OPEN }));
	const ledger = new Ledger(state, purposeOf(state));
	return {
		...{ ...newRun(context, rows, ledger), node, work, state },
		// Each item of a tool is a call of its own.
		stops: !context.continueOnFail() && !isTool(node),
	};
}

async function send(run: ItemsRun): Promise<void> {
	const { context, work } = run;
	// Where a rule refuses all rows, nothing is to be said of what is sent.
	const isTried = openRows(run).length > 0;
	await deliver(run, itemRequests(run));
	if (!isTried) return;
	giveHint(context, work.hintOfRun?.(context));
	giveHint(context, hintOfChecks(run), 'warning');
}

async function outputOf(run: ItemsRun): Promise<INodeExecutionData[][]> {
	const { context, node, rows } = run;
	const said = rows.flatMap(({ fate }): IDataObject[] => ('says' in fate ? fate.says : []));
	giveHint(context, scheduledHint(said));
	if (!isTool(node)) return [await outputOfRows(run)];
	return [rows.flatMap(({ fate }) => wordsForModel(context, fate))];
}

/** What the checks of messages warn of. */
function hintOfChecks({ rows }: ItemsRun): string | undefined {
	const found = rows.flatMap(({ item, request: { warnings = [] } = {} }) =>
		warnings.length === 0 ? [] : [[item, warnings] as const],
	);
	return warningsHint(new Map(found));
}
