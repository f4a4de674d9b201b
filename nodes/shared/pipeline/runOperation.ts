import type { INodeExecutionData } from 'n8n-workflow';

import { hintAtFailed } from '../n8n/hints';
import { openRows, refuse } from './fate';
import { hasFailed } from './output';
import type { Run } from './run';

/** Looks at the rows of a run, and sets what becomes of them. `over` leaves nothing to do for the steps after it. */
export type Step<OfRun> = (run: OfRun) => Promise<void | 'over'> | void | 'over';

/**
 * Runs an operation: its steps in their order, from reading to sending, and then its output. Whatever breaks on the way
 * stops the run, and the output says what that leaves of each row; under "On Error: Continue" it is the reason of every
 * row that has none.
 *
 * @throws what `output` throws: under "On Error: Stop" one error that accounts for every row
 */
export async function runOperation<OfRun extends Run>(
	run: OfRun,
	steps: Array<Step<OfRun>>,
	output: (run: OfRun) => Promise<INodeExecutionData[][]>,
): Promise<INodeExecutionData[][]> {
	try {
		for (const step of steps) if ((await step(run)) === 'over') break;
	} catch (error) {
		run.cause = error as Error;
		run.hasRefused = true;
		if (!run.stops) refuse(run, openRows(run), run.cause);
	} finally {
		for (const record of run.records) await record.close();
	}
	const items = await output(run);
	const failed = run.rows.filter(hasFailed);
	const unknown = failed.filter(({ fate }) => fate.is === 'unknown');
	hintAtFailed(run.context, failed.length, unknown.length);
	return items;
}
