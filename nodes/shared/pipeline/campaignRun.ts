// What a campaign's run has besides its rows, and what differs between channels.
import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { campaignPurpose, Ledger, messageHash } from '../ledger/ledger';
import { runState } from '../ledger/runState';
import type { ItemWarnings } from './accountWords';
import type { PlannedRecipient, RequestItems } from './planRequests';
import { rowsRun, type CampaignRow, type RowsRun } from './rows';
import type { CheckedChannel } from '../rules/messageChecks';
import type { Endpoint } from '../service/endpoints';
import type { Channel } from '../service/notificationAddress';
import type { RequestSettings } from '../values/requestSettings';
import type { RowsKind } from '../values/rowsKind';
import { goesToRecipients, noOptions, type RunOptions } from './runOptions';

/**
 * What a recipient reads, for the output: `text`, or the parts of a template.
 *
 * @param body parameters by wire name
 */
export type RenderContent = (content: string, body: IDataObject) => IDataObject;

/** What differs between campaigns of different channels. */
export interface CampaignKind extends RowsKind {
	url: Endpoint;
	/** The wire parameters for recipients and content. */
	recipientsOf(recipients: PlannedRecipient[]): IDataObject;
	/** The wire parameters for content that all recipients of a request share. */
	sharedContent(content: string): IDataObject;
	/** Prepares a function that renders content as a phone shows it. */
	renderer(context: IExecuteFunctions): RenderContent | Promise<RenderContent>;
	/** Prepares a function for what people see of a template; absent without templates. */
	templateOf?(context: IExecuteFunctions): Promise<(body: IDataObject) => IDataObject>;
	/** What the checks look at. */
	checked: {
		channel: CheckedChannel;
		/** The texts that a person typed, as n8n saves them. */
		typed(parameters: INodeParameters): unknown[];
		/** What was written for a recipient; undefined if it is not text. */
		own(content: string, body: IDataObject): string | undefined;
	};
	/** Why content needs so many messages, for a preview; absent if that is unknown. */
	countsOf?(content: string): IDataObject;
	/** Messages that are billed for one recipient's content; absent if that is unknown. */
	messagesOf?(content: string): number;
}

/** A request that is ready to be sent: `startsAt` is when it begins, whatever "Send At" says. */
export interface CampaignRequest extends RequestItems, Omit<RequestSettings, 'optOut'> {
	recipients: PlannedRecipient[];
	/** For the output: recipients or lists, items, duplicates, messages, time. */
	counts: IDataObject;
	/** Messages inside Israel, which the balance pays for; 0 if they can't be counted. */
	domesticMessages: number;
	/** True if the service sends no email, because there is one recipient. */
	isWithoutEmail?: true;
	/** What all recipients read, if it is the same. */
	shared?: IDataObject;
	/** Equal for requests that differ only in their recipients. */
	settingsKey: string;
	/** What the members of a list get; absent for items. */
	listContent?: string;
}

/** One try of a campaign, from its items to its output. */
export interface CampaignRun extends RowsRun {
	kind: CampaignKind;
	options: RunOptions;
	/** Fills the open rows with what a person approved, if that is sent. */
	readApproved?: () => Promise<void>;
	/** What is sent, all to open rows. */
	requests: CampaignRequest[];
	/** Only in a preview that checks it. */
	balance?: CampaignBalance;
}

/** What a campaign needs of the account's balance, and what is left, in messages inside Israel. */
export interface CampaignBalance {
	needed: number;
	left: number;
}

/** A new run. */
export function campaignRun(context: IExecuteFunctions, kind: CampaignKind): CampaignRun {
	const ledger = new Ledger(runState(context), campaignPurpose());
	return { ...rowsRun(context, ledger), kind, options: noOptions, requests: [] };
}

/** Sets the options of a run. A test has the first rows only, and a ledger of its own messages. */
export function withOptions(run: CampaignRun, options: RunOptions): void {
	const { test } = (run.options = options);
	if (test === undefined) return;
	run.ledger = new Ledger(runState(run.context), campaignPurpose(test));
	run.rows = run.rows.slice(0, test.rows);
}

/**
 * A hash of what a row's recipient gets, the same in every try and as the message of a single send.
 * What differs only by phone, such as the opt-out link, is in it as it is before it is filled in.
 */
export function messageOfRow(
	{ kind, settings }: Pick<CampaignRun, 'kind' | 'settings'>,
	{ settingsKey, content }: CampaignRow,
): string {
	return messageHash({ ...settings.get(settingsKey)!.body, ...kind.sharedContent(content) });
}

/** The channel whose notifications end the wait, if there is one. */
export function waitedFor({ kind, options }: CampaignRun): Channel | undefined {
	return options.waitForCompletion && goesToRecipients(options) ? kind.channel : undefined;
}

/** What the checks found in the messages of requests, by item. */
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
