import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { fieldLabels } from '../fields/field';
import { FILE_FIELD } from '../fields/fileFields';
import { lifeProblem, type FileUse } from '../files/fileAddress';
import type { FileRule } from '../files/inputFile';
import type { CheckedChannel } from '../rules/messageChecks';
import { noEmailForSingleNumber } from '../rules/checkRequest';
import { comparablePhone } from '../rules/phones';
import type { Problem } from '../rules/reader';
import { eachGivingWay } from '../service/pause';
import type { RefusedItem } from '../run/refusedItem';
import {
	type CampaignRow,
	duplicatesOf,
	planListRequests,
	type PlannedRecipient,
	type PlannedRequest,
	planRequests,
	type RequestItems,
} from '../run/planRequests';
import type { ReadItems } from '../run/readRows';
import type { RequestSettings } from '../run/settingsReader';
import { spreadOverOption } from '../fields/timingFields';
import type { Beginning } from '../rules/schedule';
import { beginningOf, endsInQuietTime, spreadOver, type TimedRequest } from './campaignTiming';
import type { RunOptions } from './runOptions';
import { limitOf } from '../service/campaignOf';
import type { RowsKind } from '../run/rowsKind';
import type { Endpoint } from '../service/endpoints';

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
	/** What is taken as a file; none where there are no files. */
	fileRule?: FileRule;
	/** What the checks look at. */
	checked: {
		channel: CheckedChannel;
		/** The texts that a person typed, as n8n saves them. */
		typed(parameters: INodeParameters): unknown[];
		/** What was written for a recipient; undefined where it is no text. */
		own(content: string, body: IDataObject): string | undefined;
	};
	/** What a preview says of the cost of one recipient's content; none where that is not known. */
	costOf?(content: string): IDataObject;
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
	/** Equal for requests that differ only in their recipients. */
	settingsKey: string;
	/** What every recipient of a list gets; none for items. */
	listContent?: string;
}

/**
 * Makes the fewest requests of the rows that were read.
 *
 * @param count how many items there are
 * @param resumeAddress where the service is to notify a waiting execution
 * @returns the requests, and the items of those that would break a rule as a whole
 */
export async function makeRequests(
	kind: CampaignKind,
	{ rows, settings }: ReadItems,
	options: RunOptions,
	count: number,
	resumeAddress?: string,
): Promise<{ requests: CampaignRequest[]; refused: RefusedItem[] }> {
	const now = Date.now();
	const requests: CampaignRequest[] = [];
	const refused: RefusedItem[] = [];
	const isTest = options.test !== undefined;
	const planned = (await plan(rows, options)).map((request) => {
		const own = settings.get(request.settingsKey)!;
		return { ...request, settings: isTest ? testSettings(own) : own };
	});
	const { quietHours, spreadOver: hours } = isTest ? noTiming : options;
	const timed =
		hours === undefined ? { value: planned } : spreadOver(planned, hours, count - rows.length);
	if ('problem' in timed) {
		return {
			requests,
			refused: rows.map(({ item }) => ({ item, ...refusedHours(timed.problem) })),
		};
	}
	await eachGivingWay(timed.value, (planned) => {
		const begins = beginningOf(planned, quietHours, now);
		const request = requestOf(kind, planned, begins, options);
		// Others may have been left out: that is no reason to send nothing to the last one.
		if (noEmailForSingleNumber(request.body)) {
			delete request.body.ne;
			request.isWithoutEmail = true;
		}
		const late =
			hours && endsInQuietTime(planned, quietHours, Math.max(now, begins.startsAt ?? now));
		// One reason is enough: what is mended shows what is left.
		const [refusals = []] = [
			late ? request.items.map((item) => ({ item, ...refusedHours(late) })) : [],
			refusedTogether(kind, request, resumeAddress !== undefined),
			refusedByFile(request, now),
		].filter(({ length }) => length > 0);
		if (resumeAddress !== undefined) request.body.nu = resumeAddress;
		if (refusals.length === 0) requests.push(request);
		else for (const each of refusals) refused.push(each);
	});
	return { requests, refused };
}

async function plan(
	rows: ReadItems['rows'],
	{ sendTo, duplicates, test }: RunOptions,
): Promise<PlannedRequest[]> {
	if (test !== undefined) return planTest(rows, test.numbers);
	const planOptions = { mergeDuplicates: duplicates === 'once' };
	return await (sendTo === 'lists' ? planListRequests : planRequests)(rows, planOptions);
}

function requestOf(
	kind: CampaignKind,
	{ settings, settingsKey, recipients: planned }: TimedRequest,
	{ schedule, startsAt, extraOutput }: Beginning,
	{ sendTo, test, onlyEstimate }: RunOptions,
): CampaignRequest {
	const { body: shared, optOut, ...own } = settings;
	// A preview may be shown to people who are to opt no one out.
	const recipients =
		optOut === undefined || onlyEstimate
			? planned
			: planned.map((each) => ({ ...each, content: optOut.filledFor(each.content, each.phone) }));
	const items = recipients.flatMap((recipient) => recipient.items);
	const known = { ...own, items, recipients, settingsKey, startsAt };
	const body = { ...shared, ...schedule };
	const messagesOf = kind.messagesOf?.bind(kind);
	const limited = limitOf(body, sendTo === 'lists' ? Infinity : recipients.length);
	if (sendTo === 'lists') {
		const [{ content }] = recipients;
		const each = messagesOf && { messagesPerRecipient: messagesOf(content) };
		return {
			...known,
			counts: { lists: body.pid, items: items.length, ...each, ...limited, ...extraOutput },
			domesticMessages: 0,
			body: { ...body, ...kind.sharedContent(content) },
			listContent: content,
		};
	}
	let messages = 0;
	let domesticMessages = 0;
	for (const { phone, content } of messagesOf ? recipients : []) {
		const count = messagesOf!(content);
		messages += count;
		if (comparablePhone(phone).startsWith('972')) domesticMessages += count;
	}
	return {
		...known,
		duplicates: duplicatesOf(recipients),
		counts: {
			recipientCount: recipients.length,
			...(test === undefined ? { duplicates: items.length - recipients.length } : {}),
			items: items.length,
			...(messagesOf ? { messages } : {}),
			...limited,
			...(own.zone && { timeZone: own.zone }),
			...extraOutput,
		},
		domesticMessages,
		body: { ...body, ...kind.recipientsOf(recipients) },
	};
}

/** Rules that only the finished request can break. */
function refusedTogether(
	kind: CampaignKind,
	{ items, body }: CampaignRequest,
	waits: boolean,
): RefusedItem[] {
	const found =
		waits && body.nu !== undefined
			? {
					wire: 'nu',
					rule: "cannot be used together with 'Wait for Completion'",
					fix: 'Remove one of the two options: a campaign has one notification URL.',
				}
			: undefined;
	if (found === undefined) return [];
	const reason = `${fieldLabels(kind.settingsFields)[found.wire]} ${found.rule}`;
	return items.map((item) => ({ item, reason, fix: found.fix }));
}

/** The items of a request whose file n8n does not keep until everybody has got it. */
function refusedByFile(request: CampaignRequest, now: number): RefusedItem[] {
	const found = request.file && lifeProblem(fileUse(request, now));
	if (found === undefined) return [];
	const reason = `${FILE_FIELD} ${found.rule}`;
	return request.items.map((item) => ({ item, reason, fix: found.fix }));
}

/** How long the file of a request is needed. */
export function fileUse({ startsAt, recipients, body }: CampaignRequest, now: number): FileUse {
	const count = body.pid === undefined ? { recipients: recipients.length } : {};
	return { now, startsAt, ...count, body };
}

/** A test is sent at once. */
const noTiming: Pick<RunOptions, 'quietHours' | 'spreadOver'> = {};

function refusedHours({ rule, fix }: Problem): Omit<RefusedItem, 'item'> {
	return { reason: `${spreadOverOption.displayName} ${rule}`, fix };
}

/** Settings that are for the real recipients: when, how fast, how many, and who gets progress updates. */
const NOT_FOR_TESTS = [
	...['dh', 'di', 'dy', 'dm', 'dd', 'int', 'stop', 'retry', 'retryint'],
	...['ms', 'ne', 'np', 'nu'],
];

/** A request for each row, to the numbers of the test and no one else. */
function planTest(rows: CampaignRow[], numbers: string[]): PlannedRequest[] {
	return rows.map(({ item, content, settingsKey }) => ({
		settingsKey,
		// The item is there once for all numbers that get its message.
		recipients: numbers.map((phone, index) => ({
			phone,
			content,
			items: index === 0 ? [item] : [],
		})),
	}));
}

/** The settings of a test: it is sent at once, and without notifications. */
function testSettings({ startsAt: _startsAt, ...settings }: RequestSettings): RequestSettings {
	const body = { ...settings.body };
	for (const wire of NOT_FOR_TESTS) delete body[wire];
	return { ...settings, body };
}
