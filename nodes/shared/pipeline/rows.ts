// A row of a campaign.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Ledger } from '../ledger/ledger';
import type { Warning } from '../rules/messageChecks';
import type { Account } from '../service/connection';
import { textsOf } from '../service/nodeErrors';
import type { RequestSettings } from '../values/requestSettings';
import { OPEN, openRows, refuse, whyOfTexts, type EndedRow, type Why } from './fate';
import { newRun, type Run } from './run';

/** An input item as a recipient of a campaign, from reading to output. */
export interface CampaignRow extends EndedRow {
	/** Digits, local or international, or as the item has it; empty for distribution lists. */
	phone: string;
	/** What this recipient gets, in a form that can be compared. */
	content: string;
	/** The earlier item with the same message. */
	duplicateOf?: number;
	leftOut?: LeftOut;
	/** What the checks found in its message. */
	warnings?: Warning[];
	/** What the output says of it beside its campaign. */
	notes?: IDataObject;
	/** The phone as the item has it, if it was repaired. */
	repairedFrom?: string;
	/** Its place among the approved rows, from 0. */
	place?: number;
	/** Rows with different keys can't share a request: other sender, other options. */
	settingsKey: string;
}

/** An input item that was not read yet. */
export const unreadRow = (item: number): CampaignRow => ({
	...{ item, phone: '', content: '', settingsKey: '', fate: OPEN },
});

/** Whom a row leaves out: an earlier execution sent to them, or "Leave Out" holds their phone. */
export interface LeftOut {
	/** The phone as it would be sent, or the codes of lists. */
	recipient: string;
	/** The earlier item that it repeats. */
	duplicateOf?: number;
	/** True if the service may have accepted it. */
	isUnknown: boolean;
	/** Why this run chose to leave it out; otherwise an earlier execution sent it. */
	because?: string;
}

/** One try of an operation over all items. */
export interface RowsRun extends Run<CampaignRow> {
	/** The account of its requests, once it is read. */
	account: Account;
	/** The checked settings of rows, by `settingsKey`. */
	settings: Map<string, RequestSettings>;
}

/** A run before its rows are read. */
export function rowsRun(context: IExecuteFunctions, ledger: Ledger): RowsRun {
	const rows = context.getInputData().map((_, item) => unreadRow(item));
	const account = { token: '', context };
	return { ...newRun(context, rows, ledger), account, settings: new Map() };
}

/** The rows of some items, such as those of a request. */
export function rowsOf({ rows }: RowsRun, { items }: { items: number[] }): CampaignRow[] {
	return items.map((item) => rows[item]);
}

/** Refuses every open row for one reason. */
export function refuseAll(run: RowsRun, why: Why): void {
	refuse(run, openRows(run), { ...why, concernsAll: true });
}

/** Why rows without a readable parameter cannot be sent, in texts that a log may show. */
export function whyNot(error: Error): Why {
	return whyOfTexts(textsOf(error));
}
