// A row of a campaign.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Ledger } from '../ledger/ledger';
import type { Warning } from '../rules/messageChecks';
import type { Account } from '../service/connection';
import { textsOf } from '../service/nodeErrors';
import type { RequestSettings } from '../values/requestSettings';
import { OPEN, openRows, refuse, whyOfTexts, type EndedRow, type Why } from './fate';
import { newRun, type Run } from './run';

/** One input item as a recipient of a campaign, from reading to output. */
export interface CampaignRow extends EndedRow {
	/** Digits, local or international, or what the item holds of it; empty when the campaign is sent to distribution lists. */
	phone: string;
	/** What this recipient gets, in a form two of which can be compared. */
	content: string;
	/** The earlier item whose message is this one's, too. */
	duplicateOf?: number;
	/** Whom it leaves out. */
	leftOut?: LeftOut;
	/** What the checks found in its message. */
	warnings?: Warning[];
	/** What the output says of it beside its campaign. */
	notes?: IDataObject;
	/** The phone as the item holds it, where it was repaired. */
	repairedFrom?: string;
	/** Which of the rows it is that were approved, counted from 0. */
	place?: number;
	/** Rows with different keys can't share a request: other sender, other options. */
	settingsKey: string;
}

/** An input item that was not read yet. */
export const unreadRow = (item: number): CampaignRow => ({
	...{ item, phone: '', content: '', settingsKey: '', fate: OPEN },
});

/** Whom a row leaves out: an earlier execution sent to them, or the option "Leave Out" holds its phone. */
export interface LeftOut {
	/** The phone as it would have been sent, or the codes of lists. */
	recipient: string;
	/** The earlier item that it repeats. */
	duplicateOf?: number;
	/** True when no one knows whether the service accepted it. */
	isUnknown: boolean;
	/** Why it gets nothing by this run's own choice; otherwise an earlier execution sent it. */
	because?: string;
}

/** One try of an operation over all items. */
export interface RowsRun extends Run<CampaignRow> {
	/** Whose credential its requests go with, once that is read. */
	account: Account;
	/** The checked settings of rows, by their `settingsKey`. */
	settings: Map<string, RequestSettings>;
}

/** A run of which nothing was read. */
export function rowsRun(context: IExecuteFunctions, ledger: Ledger): RowsRun {
	const rows = context.getInputData().map((_, item) => unreadRow(item));
	const account = { token: '', context };
	return { ...newRun(context, rows, ledger), account, settings: new Map() };
}

/** The rows of some items, such as those of a request. */
export function rowsOf({ rows }: RowsRun, { items }: { items: number[] }): CampaignRow[] {
	return items.map((item) => rows[item]);
}

/** Every row that is still open, refused for one reason. */
export function refuseAll(run: RowsRun, why: Why): void {
	refuse(run, openRows(run), { ...why, concernsAll: true });
}

/** Why rows cannot be sent whose parameter cannot be read: the texts that a log may show. */
export function whyNot(error: Error): Why {
	return whyOfTexts(textsOf(error));
}
