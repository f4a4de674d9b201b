import type { IExecuteFunctions } from 'n8n-workflow';

import { giveHint } from '../n8n/hints';
import { readRows, type ReadItems } from '../run/readRows';
import { noLeaveOutHint, optOutOf, withLiveLinks } from '../run/optOutField';
import { refusalOf, refuseAll } from '../run/itemResults';
import type { Channel } from '../service/notificationAddress';
import { asNodeError } from '../service/nodeErrors';
import type { CampaignResult } from './campaignAccount';
import {
	leaveOutSent,
	type KeyedRun,
	type LeftOut,
	type NotedRows,
	type OpenRecords,
} from './campaignKey';
import { type CampaignKind, type CampaignRequest, makeRequests } from './campaignRequest';
import { withinApproval } from './approvedPlan';
import { withinLimits } from './campaignLimits';
import { planOf, type Plan } from './plan';
import { checkRows, withoutRepeats, type ItemWarnings } from './rowChecks';
import {
	byItem,
	stillOpen,
	type CampaignMemory,
	type SentRequest,
} from '../sentBefore/campaignMemory';
import { keyChangedError } from '../sentBefore/nodeSettings';
import { resumeAddress } from '../waiting/awaitCampaigns';
import { notesOf, sharedTexts, type ItemNotes } from './notes';
import { goesToRecipients, noOptions, readRunOptions, type RunOptions } from './runOptions';

/** A run whose items were all read and checked; nothing has been sent yet in this try. */
export interface PreparedCampaign extends CampaignResult {
	requests: CampaignRequest[];
	/** Requests of an earlier try that are made again, since no one knows what became of them. */
	open: SentRequest[];
	/** What all recipients of a campaign get, by its first item; none where they get different things. */
	shared: ItemNotes;
	/** What notes what is sent, with a Campaign Key. */
	noted?: NotedRows;
	/** What the checks found in the messages that are left. */
	warnings: ItemWarnings;
	/** What would be sent, in a preview. */
	plan?: Plan;
	/** The channel whose notifications end the wait, if the options ask for it. */
	waitFor?: Channel;
}

/**
 * Reads all options and items and makes the requests, so that whatever is wrong shows before the
 * first one is sent.
 *
 * @param records gets what is to be closed when the run ends, also where it fails
 * @throws with "On Error: Stop" only: what concerns no item in particular, such as a credential that cannot be read
 */
export async function prepareCampaign(
	context: IExecuteFunctions,
	kind: CampaignKind,
	memory: CampaignMemory,
	records: OpenRecords,
): Promise<PreparedCampaign> {
	let options: RunOptions;
	try {
		options = readRunOptions(context, kind.settingsFields);
	} catch (error) {
		const sent = memory.earlier();
		const refused = refuseAll(context, settledBy(sent), refusalOf(error as Error));
		return { ...nothingToSend(sent, memory), refused };
	}
	const prepared = prepareAll(context, kind, memory, options, records);
	if (!context.continueOnFail()) return await prepared;
	return await prepared.catch((error: Error) => failedAltogether(context, memory, options, error));
}

async function prepareAll(
	context: IExecuteFunctions,
	kind: CampaignKind,
	memory: CampaignMemory,
	options: RunOptions,
	records: OpenRecords,
): Promise<PreparedCampaign> {
	const waitFor = options.waitForCompletion && goesToRecipients(options) ? kind.channel : undefined;
	const earlier = earlierTries(context, memory, options);
	const rowOptions = rowOptionsOf(kind, options, waitFor);
	const count = context.getInputData().length;
	const skip = notToRead(count, earlier.sent, options);
	const all = await withoutRepeats(await readRows(context, kind, skip, rowOptions), options);
	const address = waitFor && (await resumeAddress(context, waitFor));
	const left = await leaveOut(context, all, options, records);
	const { read: checked, warnings } = await checkRows(
		context.getNode().parameters,
		kind,
		left.read,
		options,
	);
	const read = await withLiveLinks(context, checked);
	const isAnyoneLeftOut = options.leaveOut !== undefined || options.test !== undefined;
	giveHint(context, isAnyoneLeftOut ? undefined : noLeaveOutHint(read), 'warning');
	const made = await makeRequests(kind, read, options, count, address);
	const allowed = withinLimits(made, options);
	const { leftOut } = left;
	const plan = needsPlan(options)
		? await planOf(kind, { requests: allowed.requests, read, leftOut, options, count })
		: undefined;
	const isLaterTry = earlier.sent.length > 0;
	const asked = { plan, options, isLaterTry, all, read, leftOut, rowOptions };
	const limited = await withinApproval(context, kind, allowed, asked);
	const refused = [...read.refused, ...limited.refused];
	const open = stillOpen(
		byItem(earlier.open),
		refused.map(({ item }) => item),
	);
	const openItems = settledBy(open);
	// A row that cannot be read stops the run, also when it may have been sent before.
	const requests = openItems.size > 0 && !context.continueOnFail() ? [] : limited.requests;
	return {
		options,
		sent: [...earlier.sent, ...open],
		open: earlier.open,
		requests,
		refused: refused.filter(({ item }) => !openItems.has(item)),
		leftOut,
		...(options.onlyEstimate ? { plan } : {}),
		noted: left.noted,
		phones: options.output === 'recipient' ? phonesOf(memory, read, requests) : new Map(),
		repaired: repairedOf(read),
		notes: await notesOf(kind, requests, { rows: read.rows, warnings }, options),
		warnings,
		shared: await sharedTexts(kind, requests),
		waitFor,
	};
}

/**
 * What earlier tries of this run sent, and the requests of theirs that are made again.
 *
 * @throws NodeOperationError where they had another Campaign Key
 */
function earlierTries(
	context: IExecuteFunctions,
	memory: CampaignMemory,
	{ test, onlyEstimate, unknownOutcome, campaignKey }: RunOptions,
): Record<'sent' | 'open', SentRequest[]> {
	memory.use(test === undefined ? 'campaign' : `test ${test.numbers.join(',')}`, campaignKey);
	// A preview sends nothing that a later try could find.
	const isReal = !onlyEstimate && test === undefined;
	const sent: SentRequest[] = [];
	const open: SentRequest[] = [];
	// n8n copies the node each time, and there may be thousands of requests.
	const node = context.getNode();
	for (const { key, ...request } of memory.earlier()) {
		const refusal = isReal && keyChangedError(node, campaignKey, { key });
		if (refusal) throw refusal;
		const isOpen = 'unknown' in request.outcome && unknownOutcome === 'sendAgain';
		(isOpen ? open : sent).push(request);
	}
	return { sent, open };
}

type ReadRowsOptions = Parameters<typeof readRows>[3];

function rowOptionsOf(
	kind: CampaignKind,
	options: RunOptions,
	waitFor: Channel | undefined,
): ReadRowsOptions {
	const { sendTo, test, leaveOut, repairNumbers, recipientZone, replaceCharacters } = options;
	return {
		...{ sendTo, repairNumbers, recipientZone, replaceCharacters },
		isTest: test !== undefined,
		leaveOut: test === undefined ? leaveOut : undefined,
		optOut: optOutOf(kind.channel, sendTo, options.optOut),
		oneAccountFor: waitFor && "'Wait for Completion'",
	};
}

/** Items that are not read: what an earlier try sent, and in a test all but the first. */
function notToRead(count: number, sent: SentRequest[], { test }: RunOptions): Set<number> {
	const settled = settledBy(sent);
	for (let item = test?.rows ?? count; item < count; item++) settled.add(item);
	return settled;
}

/** The rows without those that get nothing: the options name their phones, or they got it before. */
async function leaveOut(
	context: IExecuteFunctions,
	read: ReadItems,
	options: RunOptions,
	records: OpenRecords,
): Promise<KeyedRun> {
	const { campaignKey, test } = options;
	const listed = (read.listed ?? []).map(({ item, phone }): LeftOut => ({
		item,
		recipient: phone,
		isUnknown: false,
		byOption: true,
	}));
	if (test !== undefined || campaignKey === '') return { read, leftOut: listed };
	try {
		const { leftOut, ...keyed } = await leaveOutSent(context, read, options, records);
		return { ...keyed, leftOut: [...listed, ...leftOut] };
	} catch (error) {
		throw asNodeError(context.getNode(), error);
	}
}

/** A preview gives the plan, and a run compares it with the one that was approved. */
function needsPlan({ onlyEstimate, test, approval }: RunOptions): boolean {
	return onlyEstimate || (test === undefined && approval.expectedPlan !== undefined);
}

/**
 * A run of which no item could be read, as without a credential: every item it was to send, and no
 * earlier try has sent, failed for the same reason.
 */
function failedAltogether(
	context: IExecuteFunctions,
	memory: CampaignMemory,
	options: RunOptions,
	failed: Error,
): PreparedCampaign {
	const sent = memory.earlier();
	const count = context.getInputData().length;
	const settled = notToRead(count, sent, options);
	const left = [...Array(count).keys()].filter((item) => !settled.has(item));
	const all = left.length === 0 ? sent : [...sent, { items: left, outcome: { failed } }];
	const { campaignKey } = options;
	return { ...nothingToSend(all, memory), options: { ...noOptions, campaignKey } };
}

function nothingToSend(sent: SentRequest[], memory: CampaignMemory): PreparedCampaign {
	return {
		...{ options: noOptions, sent, open: [], requests: [], refused: [], leftOut: [] },
		...{ repaired: new Map(), notes: new Map(), shared: new Map(), warnings: new Map() },
		phones: memory.phones(),
	};
}

function settledBy(sent: SentRequest[]): Set<number> {
	return new Set(sent.flatMap(({ items }) => items));
}

/** The phones of items: as they are read now where they are sent now, else as an earlier try sent them. */
function phonesOf(
	memory: CampaignMemory,
	{ rows }: ReadItems,
	requests: CampaignRequest[],
): Map<number, string> {
	const leaving = new Set(requests.flatMap(({ items }) => items));
	const phones = new Map(rows.map(({ item, phone }) => [item, phone]));
	for (const [item, phone] of memory.phones()) if (!leaving.has(item)) phones.set(item, phone);
	return phones;
}

function repairedOf({ rows }: ReadItems): Map<number, string> {
	return new Map(
		rows.flatMap(({ item, repairedFrom }) =>
			repairedFrom === undefined ? [] : [[item, repairedFrom] as const],
		),
	);
}
