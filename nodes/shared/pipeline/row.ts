// A row of an operation with a request for each item, and what such an operation says.
import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import type { Field } from '../fields/field';
import type { FileRule } from '../files/inputFile';
import type { Reached } from '../ledger/ledger';
import type { RunState } from '../ledger/runState';
import { stillUnknown } from '../ledger/retries';
import type { Warning } from '../rules/messageChecks';
import type { BodyStep, FinalizeRequest, RunItem } from '../service/connection';
import type { Effect, Endpoint } from '../service/endpoints';
import type { Channel } from '../service/notificationAddress';
import type { Accepted } from '../service/readReply';
import type { RequestRules } from '../values/rowsKind';
import { fateOf, whyOf, type EndedRow, type Fate, type Said } from './fate';
import type { Run } from './run';

/** The request of a row, by wire name. */
export interface RowRequest {
	item: RunItem;
	body: IDataObject;
	/** What the checks found in its message. */
	warnings: Warning[];
}

/** An input item, from reading to output. */
export interface Row extends EndedRow {
	/** Its request, once it was read. */
	request?: RowRequest;
	/** Its Campaign Key. */
	key?: string;
}

/** One try of an operation with a request for each row. */
export interface ItemsRun extends Run<Row> {
	node: INode;
	work: PerItemWork;
	state: RunState;
}

/** An accepted reply, as an operation makes its output of it. */
export type AcceptedReply = Pick<Accepted, 'code' | 'data'>;

/** A refusal that is an answer to the request, unlike a wrong token. */
export interface RefusalAsAnswer {
	/** The service's words (specification, "Error words"). */
	words: RegExp;
	/** Its code in {@link AcceptedReply}. */
	code: string;
}

/** What an operation with a request for each item does. */
export interface PerItemWork {
	endpoint: Endpoint;
	effect: Effect;
	/** Which parameter each field fills, and how its value is read. */
	fields: Field[];
	/** Parameters that are always the same, by wire name, such as `act`. */
	fixed?: IDataObject;
	/** Rules of the parameters that its fields fill, by wire name. */
	rules?: RequestRules;
	/** Which files of the workflow its requests may have. */
	file?: FileRule;
	/** Steps that complete a request that keeps the rules. */
	complete?: BodyStep[];
	/** For the key in the notification URL; none if the service sends no notifications. */
	channel?: Channel;
	/** Completes a request when it is its turn, for example with its start time. */
	finalizeRequest?: FinalizeRequest;
	/** A refusal of the service that is an answer, not an error. */
	refusalAsAnswer?: RefusalAsAnswer;
	/**
	 * The output of an accepted reply. It need not say that the item was accepted; for a code that
	 * is no success, `outcome` says what became of the item.
	 *
	 * @param request the request's parameters by wire name
	 */
	output(
		reply: AcceptedReply,
		item: RunItem,
		request: IDataObject,
	): Said | Said[] | Promise<Said | Said[]>;
	/** A hint for a run that sent something; undefined for none. */
	hintOfRun?(context: IExecuteFunctions): string | undefined;
}

/** The fate of what an earlier try sent, or may have sent. */
export function recalled(
	{ node, ledger }: Pick<ItemsRun, 'node' | 'ledger'>,
	{ item, entry: { outcome } }: Pick<Reached, 'item' | 'entry'>,
): Fate {
	return 'accepted' in outcome
		? fateOf(ledger.said(item))
		: { is: 'unknown', why: whyOf(stillUnknown(node, outcome)) };
}
