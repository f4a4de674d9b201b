import type { IExecuteFunctions } from 'n8n-workflow';

import type { Ledger } from '../ledger/ledger';
import type { EndedRow, Refusing } from './fate';
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
