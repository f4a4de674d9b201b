// What becomes of a row, and why.
import type { IDataObject } from 'n8n-workflow';

import type { Entry } from '../ledger/ledger';
import { fullTexts, type ErrorTexts } from '../service/nodeErrors';
import {
	OUTCOME,
	outcomeOfError,
	type OutcomeOfError,
	type RowOutcome,
} from '../service/rowOutcome';

/** Why a row was not done, or may not have been. */
export interface Why {
	/** What is wrong with which field, in one sentence without a full stop. */
	reason: string;
	/** What to do about it, in sentences. */
	fix: string;
	/** What was thrown, if n8n should show that. */
	error?: Error;
	/** True if the reason concerns the whole run, not the row. */
	concernsAll?: true;
	/** True if a retry is refused for the same reason. */
	isForGood?: true;
}

/** The data of an output item. */
export type Said = IDataObject & { outcome?: RowOutcome };

/**
 * What becomes of a row in a try. Every step reads and sets it; rows of one request share it:
 *
 * - `open`: nothing keeps it from being sent. If it stays so, another row kept it back.
 * - `refused`: certainly not done: a rule or the service refused it, or it was never sent.
 * - `notTried`: another row kept it back.
 * - `unknown`: the service may have done it, in this try or in an earlier one.
 * - `accepted`: the service accepted it.
 * - `answered`: it answered with a result that is no error and no success, such as `MAX_SENT`.
 * - `leftOut`: by the option "Leave Out", by what was approved, or sent by an earlier execution.
 *
 * `says` is what the output says of a row, and `told` what an error says of it.
 */
export type Fate =
	| { is: 'open' }
	| { is: OutcomeOfError; why: Why }
	| { is: 'accepted' | 'answered' | 'leftOut' | 'unknown'; says: Said[]; told?: string };

/** What account and output need of a row. */
export interface EndedRow {
	item: number;
	/** For its error: the phone as it was entered, or as it is sent. */
	phone?: string;
	/** What an earlier try did, if that does not answer this one. */
	before?: Entry;
	fate: Fate;
}

/** Rows of one try. */
export interface Refusing {
	/** True once a row failed: under "On Error: Stop", nothing is sent then. */
	hasRefused: boolean;
}

export const OPEN: Fate = { is: 'open' };

/** The rows that are still to be sent. */
export function openRows<Row extends EndedRow>({ rows }: { rows: Row[] }): Row[] {
	return rows.filter(({ fate }) => fate.is === 'open');
}

/** Tells rows that failed, with a reason, from rows whose output is in `says`. */
export function hasFailed({ fate }: EndedRow): boolean {
	return 'why' in fate;
}

/** Why rows failed for which something was thrown. */
export function whyOf(error: Error): Why {
	const { message: reason, description: fix } = fullTexts(error);
	return { reason, fix, error };
}

/** Refuses rows. An earlier request for one of them may still have been carried out. */
export function refuse(run: Refusing, rows: Iterable<EndedRow>, found: Why | Error): void {
	const why = found instanceof Error ? whyOf(found) : found;
	const fate = refusedFate({}, why);
	for (const row of rows) {
		run.hasRefused = true;
		row.fate = openBefore(row) ? refusedFate(row, why) : fate;
	}
}

/** Why the outcome of an earlier request for a row is unknown; undefined if it is known. */
export function openBefore({ before }: Pick<EndedRow, 'before'>): Why | undefined {
	if (before === undefined || 'accepted' in before.outcome) return undefined;
	return whyOfTexts(before.outcome.unknown);
}

/** The fate of a row whose request was certainly not accepted, or not made. */
export function refusedFate(row: Pick<EndedRow, 'before'>, why: Why): Fate {
	const open = openBefore(row);
	if (open === undefined) return { is: why.error ? outcomeOfError(why.error) : 'refused', why };
	return {
		is: 'unknown',
		why: { reason: open.reason, fix: `It was not repeated: ${why.reason}.` },
	};
}

/** What an error says, as a reason. */
export function whyOfTexts({ message: reason, description: fix }: ErrorTexts): Why {
	return { reason, fix };
}

/**
 * The fate of a row, by what its operation says of its parts.
 *
 * @param told what an error says of it, instead of its campaign
 */
export function fateOf(says: Said[], told?: string): Fate {
	const has = (outcome: RowOutcome) => says.some((each) => each.outcome === outcome);
	if (has('unknown')) return { is: 'unknown', says };
	if (has('refused')) return { is: 'answered', says };
	return has('alreadySent') ? { is: 'leftOut', says } : { is: 'accepted', says, told };
}

/** What a person looks for first: what was decided, for whom, what they got, and where it is. */
const FIRST_COLUMNS = [
	...[OUTCOME, 'endedBy', 'result', 'approved'],
	...['recipient', 'phone', 'text', 'messages', 'warnings', 'taskId'],
];
/** The columns of an item, those of all operations first; no count beside a single recipient. */
export function inOrder(own: IDataObject): IDataObject {
	const implied = typeof own.recipient === 'string' ? 'recipientCount' : undefined;
	const columns: IDataObject = {};
	for (const name of [...FIRST_COLUMNS, ...Object.keys(own)]) {
		if (own[name] !== undefined && name !== implied) columns[name] = own[name];
	}
	return columns;
}
