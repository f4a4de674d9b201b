import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import type { Field } from '../fields/field';
import type { RequestRules } from '../rules/checkRequest';
import type { Warning } from '../rules/messageChecks';
import type { Entry, Ledger, Reached } from '../sentBefore/ledger';
import type { RunState } from '../sentBefore/runState';
import { notRepeated, stillUnknown } from '../sentBefore/unknownOutcome';
import type { Effect, Endpoint } from '../service/endpoints';
import type { BodyStep, FinalizeRequest, RunItem } from '../service/itemCredential';
import { textsOf } from '../service/nodeErrors';
import type { Accepted } from '../service/readReply';
import { outcomeOfError, type RowOutcome } from '../service/rowOutcome';

/**
 * What becomes of a row in a try. Every step reads and sets it, and nothing else says it:
 *
 * - `open`: nothing keeps it from being sent. Where it stays so, another row kept it back.
 * - `refused`: certainly not done, by a rule, by the service, or because the request was never sent.
 * - `notTried`: nothing is wrong with it; another row kept it back.
 * - `unknown`: the service may have done it.
 * - `accepted`: the service accepted it. `answered`: it answered with a result that is no error and no success, such as
 *   `MAX_SENT`. `leftOut`: an earlier execution sent it, by its Campaign Key. What the output says of these is `says`.
 */
export type Fate =
	| { is: 'open' }
	| { is: 'refused' | 'notTried' | 'unknown'; error: Error }
	| { is: 'accepted' | 'answered' | 'leftOut' | 'unknown'; says: Said[] };

/** The data of an output item. */
export type Said = IDataObject & { outcome?: RowOutcome };

/** What the account and the output need of a row. */
export interface EndedRow {
	item: number;
	/** By which an error names it: the phone as it was entered, or as an earlier try sent it. */
	phone?: string;
	fate: Fate;
}

/** The request of a row, by wire name. */
export interface RowRequest {
	item: RunItem;
	body: IDataObject;
	/** What the checks found in its message. */
	warnings: Warning[];
}

/** An input item, from reading to output. */
export interface Row extends EndedRow {
	/** What an earlier try did, where that is no answer to what is asked now. */
	before?: Entry;
	/** Its request, once it was read. */
	request?: RowRequest;
	/** A hash of what it asks, where it changes something. */
	asked?: string;
	/** Its Campaign Key. */
	key?: string;
	/** The row whose request is this one's, too. */
	as?: Row;
}

/** One try of an operation with a request for each row. */
export interface Run {
	context: IExecuteFunctions;
	node: INode;
	work: PerItemWork;
	state: RunState;
	ledger: Ledger;
	/** True for "On Error: Stop Workflow". */
	stops: boolean;
	/** True once something is wrong with a row. */
	hasRefused: boolean;
	rows: Row[];
}

/** An accepted reply, as an operation makes its output of it. */
export type AcceptedReply = Pick<Accepted, 'code' | 'data'>;

/** A refusal that is an answer to the request, unlike a wrong token. */
export interface RefusalAsAnswer {
	/** The service's words (specification, "Error words"). */
	words: RegExp;
	/** The code that represents it in {@link AcceptedReply}. */
	code: string;
}

/** What an operation with a request for each item does. */
export interface PerItemWork {
	/** Script that does the work. */
	endpoint: Endpoint;
	/** What its requests do to the world. */
	effect: Effect;
	/** Its fields: which parameter each fills, and how its value is read. */
	fields: Field[];
	/** Parameters that are always the same, by wire name, such as `act`. */
	fixed?: IDataObject;
	/** Rules of the parameters its fields fill, by wire name; none where there are no fields. */
	rules?: RequestRules;
	/** Steps that put into the request what no field does, before its rules are checked. */
	prepare?: BodyStep[];
	/** Steps that complete a request that keeps the rules. */
	complete?: BodyStep[];
	/** Gives a request its last form when it is its turn, such as the time it is to begin. */
	finalizeRequest?: FinalizeRequest;
	/** A refusal of the service that is an answer, not an error. */
	refusalAsAnswer?: RefusalAsAnswer;
	/**
	 * Makes the data of the output items of an accepted reply. What was accepted need not say so; of a code that is no
	 * success, `outcome` says what became of the item.
	 *
	 * @param request the request's parameters by wire name
	 * @param isRepeat true when an earlier request for the item may have been carried out unseen
	 */
	output(
		reply: AcceptedReply,
		item: RunItem,
		request: IDataObject,
		isRepeat: boolean,
	): Said | Said[] | Promise<Said | Said[]>;
	/** What to tell the person of a run that sent something; undefined for nothing. */
	hintOfRun?(context: IExecuteFunctions): string | undefined;
}

export function openRows({ rows }: Pick<Run, 'rows'>): Row[] {
	return rows.filter(({ fate }) => fate.is === 'open');
}

/** Refuses rows. That says nothing of an earlier request for one of them, which may have been carried out. */
export function refuse(run: Run, rows: Iterable<Row>, error: Error): void {
	for (const row of rows) {
		run.hasRefused = true;
		row.fate = refusedFate(run, row, error);
	}
}

/** The fate of a row whose request was certainly not accepted, or not made. */
export function refusedFate({ node }: Run, { before }: Row, error: Error): Fate {
	if (before === undefined || 'accepted' in before.outcome) {
		return { is: outcomeOfError(error), error };
	}
	const unknown = notRepeated(before.outcome.unknown, textsOf(error));
	return { is: 'unknown', error: stillUnknown(node, { unknown }) };
}

/** The fate of what an earlier try sent, or may have sent. */
export function recalled(
	{ node, ledger }: Pick<Run, 'node' | 'ledger'>,
	{ item, entry: { outcome } }: Pick<Reached, 'item' | 'entry'>,
): Fate {
	return 'accepted' in outcome
		? fateOf(ledger.said(item))
		: { is: 'unknown', error: stillUnknown(node, outcome) };
}

/** The fate of a row by what its operation says of its parts. */
export function fateOf(says: Said[]): Fate {
	const has = (outcome: RowOutcome) => says.some((each) => each.outcome === outcome);
	if (has('unknown')) return { is: 'unknown', says };
	if (has('refused')) return { is: 'answered', says };
	return { is: has('alreadySent') ? 'leftOut' : 'accepted', says };
}
