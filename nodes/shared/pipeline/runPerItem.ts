import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { makeFindable } from '../n8n/customData';
import { giveHint } from '../n8n/hints';
import { warningsHint } from '../run/checkedTexts';
import { isMessage, Ledger, purposeOf } from '../sentBefore/ledger';
import { runState } from '../sentBefore/runState';
import { scheduledHint } from '../service/campaignOf';
import { isTool } from '../service/nodeErrors';
import { deliver } from './deliver';
import { itemRequests } from './itemRequests';
import { lookUpKeys, readKeys } from './keys';
import { oneMessagePerList } from './oneMessagePerList';
import { outputOfRows, wordsForModel } from './output';
import { readItems } from './read';
import { openRows, refuse } from '../run/fate';
import type { PerItemWork, Run } from './row';

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
	const [node, state] = [context.getNode(), runState(context)];
	const run: Run = {
		...{ context, node, work, state },
		// Each item of a tool is a call of its own.
		stops: !context.continueOnFail() && !isTool(node),
		...{ hasRefused: false, records: [] },
		ledger: new Ledger(state, purposeOf(state, work.effect)),
		rows: context.getInputData().map((_, item) => ({ item, fate: { is: 'open' } })),
	};
	const keyChanged = await readItems(run);
	let isTried = false;
	try {
		for (const step of [readKeys, oneMessagePerList, lookUpKeys]) await step(run);
		// Where a rule refuses all rows, nothing is to be said of what is sent.
		isTried = openRows(run).length > 0;
		await deliver(run, itemRequests(run));
	} catch (error) {
		refuse(run, openRows(run), error as Error);
	} finally {
		for (const record of run.records) await record.close();
	}
	if (isMessage(state, work.effect)) makeFindable(context, sentBy(run));
	const output = isTool(node)
		? run.rows.flatMap(({ fate }) => wordsForModel(context, fate))
		: await outputOfRows(context, node, run.rows, keyChanged);
	const said = run.rows.flatMap(({ fate }): IDataObject[] => ('says' in fate ? fate.says : []));
	giveHint(context, isTried ? work.hintOfRun?.(context) : undefined);
	giveHint(context, isTried ? hintOfChecks(run) : undefined, 'warning');
	giveHint(context, scheduledHint(said));
	return output;
}

/** The campaigns that rows became, with their keys. */
function sentBy({ rows }: Run): Parameters<typeof makeFindable>[1] {
	return rows.flatMap(({ fate, key }) =>
		fate.is === 'accepted' ? fate.says.map(({ taskId }) => ({ taskId, key })) : [],
	);
}

/** What the checks of messages warn of. */
function hintOfChecks({ rows }: Run): string | undefined {
	const found = rows.flatMap(({ item, request: { warnings = [] } = {} }) =>
		warnings.length === 0 ? [] : [[item, warnings] as const],
	);
	return warningsHint(new Map(found));
}
