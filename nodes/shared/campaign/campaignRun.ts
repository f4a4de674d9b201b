// What a campaign's run knows beside its rows, and what differs between channels.
import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { campaignPurpose, Ledger } from '../ledger/ledger';
import { runState } from '../ledger/runState';
import type { ItemWarnings } from '../pipeline/accountWords';
import type { PlannedRecipient, RequestItems } from '../pipeline/planRequests';
import { rowsRun, type RowsRun } from '../pipeline/rows';
import type { CheckedChannel } from '../rules/messageChecks';
import type { Endpoint } from '../service/endpoints';
import type { Channel } from '../service/notificationAddress';
import type { RequestSettings } from '../values/requestSettings';
import type { RowsKind } from '../values/rowsKind';
import { goesToRecipients, noOptions, type RunOptions } from './runOptions';

/**
 * What a recipient reads, for the output: `text`, or the parts of a template.
 *
 * @param body the request's parameters by wire name
 */
export type RenderContent = (content: string, body: IDataObject) => IDataObject;

/** What makes a campaign of one channel: everything else is the same for all. */
export interface CampaignKind extends RowsKind {
	url: Endpoint;
	/** The wire parameters that hold recipients and content. */
	recipientsOf(recipients: PlannedRecipient[]): IDataObject;
	/** The wire parameters that hold the content all recipients of a request share. */
	sharedContent(content: string): IDataObject;
	/** Prepares what shows a recipient's content as it is read on the phone. */
	renderer(context: IExecuteFunctions): RenderContent | Promise<RenderContent>;
	/** Prepares what people see of the template that settings choose; none where there are no templates. */
	templateOf?(context: IExecuteFunctions): Promise<(body: IDataObject) => IDataObject>;
	/** What the checks look at. */
	checked: {
		channel: CheckedChannel;
		/** The texts that a person typed, as n8n saves them. */
		typed(parameters: INodeParameters): unknown[];
		/** What was written for a recipient; undefined where it is no text. */
		own(content: string, body: IDataObject): string | undefined;
	};
	/** What a preview says of why a recipient's content needs so many messages; none where that is not known. */
	countsOf?(content: string): IDataObject;
	/** Messages the account is billed for one recipient's content; none where that is not known. */
	messagesOf?(content: string): number;
}

/** A request of the campaign, ready to be sent: `startsAt` is when it begins, whatever "Send At" says. */
export interface CampaignRequest extends RequestItems, Omit<RequestSettings, 'optOut'> {
	recipients: PlannedRecipient[];
	/** What the output says of it: recipients or lists, items, duplicates, messages, time. */
	counts: IDataObject;
	/** Messages inside Israel, which is what the balance is for; 0 if they can't be counted. */
	domesticMessages: number;
	/** True where the service sends no email, since there is one recipient. */
	isWithoutEmail?: true;
	/** What all its recipients read; none where they get different things. */
	shared?: IDataObject;
	/** Equal for requests that differ only in their recipients. */
	settingsKey: string;
	/** What every recipient of a list gets; none for items. */
	listContent?: string;
}

/** One try of a campaign, from its items to its output. */
export interface CampaignRun extends RowsRun {
	kind: CampaignKind;
	options: RunOptions;
	/** Fills the rows that are open with what a person approved, if that is sent. */
	readApproved?: () => Promise<void>;
	/** What is sent: all of it to rows that are open until then. */
	requests: CampaignRequest[];
	/** Of a preview, where it is to be checked. */
	balance?: CampaignBalance;
}

/** What a campaign needs of the account's balance, and what is left of that, in messages inside Israel. */
export interface CampaignBalance {
	needed: number;
	left: number;
}

/** A run of which nothing is known yet. */
export function campaignRun(context: IExecuteFunctions, kind: CampaignKind): CampaignRun {
	const ledger = new Ledger(runState(context), campaignPurpose());
	return { ...rowsRun(context, ledger), kind, options: noOptions, requests: [] };
}

/** A run whose options were read: of a test only the first rows are rows, and its messages are no one else's. */
export function withOptions(run: CampaignRun, options: RunOptions): void {
	const { test } = (run.options = options);
	if (test === undefined) return;
	run.ledger = new Ledger(runState(run.context), campaignPurpose(test));
	run.rows = run.rows.slice(0, test.rows);
}

/** The channel whose notifications end the wait, if the options ask for it. */
export function waitedFor({ kind, options }: CampaignRun): Channel | undefined {
	return options.waitForCompletion && goesToRecipients(options) ? kind.channel : undefined;
}

/** What the checks found in the messages of rows that are left, by item. */
export function warningsOfRows(run: CampaignRun): ItemWarnings {
	return new Map(
		run.requests.flatMap(({ items }) =>
			items.flatMap((item) => {
				const { warnings } = run.rows[item];
				return warnings === undefined ? [] : [[item, warnings] as const];
			}),
		),
	);
}
