import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { hintAtFailed } from '../n8n/hints';
import type { Ledger } from '../ledger/ledger';
import { hasFailed, openRows, refuse, type EndedRow, type Refusing } from './fate';
import type { RecordOfRows } from './recordOfRows';

/** One try of an operation, from its items to its output. */
export interface Run<Row extends EndedRow = EndedRow> extends Refusing {
	context: IExecuteFunctions;
	/** What becomes of its items, or of the people it asks. */
	rows: Row[];
	/** What this execution did, or may have. */
	ledger: Ledger;
	/** What notes who is sent to, over all executions: by a Campaign Key, and by an approval. */
	records: Array<RecordOfRows<Row>>;
	/** True for "On Error: Stop": nothing more is sent once anything is wrong with a row. */
	stops: boolean;
	/** What stopped it, where that is no row's. */
	cause?: Error;
}

/** A run of which nothing is known yet. */
export function newRun<Row extends EndedRow>(
	context: IExecuteFunctions,
	rows: Row[],
	ledger: Ledger,
): Run<Row> {
	const stops = !context.continueOnFail();
	return { context, rows, ledger, records: [], stops, hasRefused: false };
}

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
	const counts = { failed: failed.length, unknown: unknown.length, all: run.rows.length };
	hintAtFailed(run.context, counts);
	return items;
}
