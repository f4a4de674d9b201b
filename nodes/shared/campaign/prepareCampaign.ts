import type { IExecuteFunctions } from 'n8n-workflow';

import { readApproved } from './approved';
import { giveHint } from '../n8n/hints';
import { notificationEmailOption } from '../fields/sendingOptions';
import { readRows, type ReadItems } from '../run/readRows';
import { noLeaveOutHint, optOutOf, withLiveLinks } from '../run/optOutField';
import { refusalOf, refuseAll, type RefusedItem } from '../run/refusedItem';
import type { Channel } from '../service/notificationAddress';
import { asNodeError, textsOf } from '../service/nodeErrors';
import { stoppedBy, type CampaignResult } from './campaignAccount';
import { leaveOutSent, type KeyedRun, type NotedRows, type OpenRecords } from './campaignKey';
import { leftOutBecause, type LeftOut } from './leftOut';
import { type CampaignKind, type CampaignRequest, makeRequests } from './campaignRequest';
import { withinLimits } from './campaignLimits';
import { checkRows, withoutRepeats } from './rowChecks';
import type { ItemWarnings } from '../run/checkedTexts';
import { keyChangedError } from '../sentBefore/earlierKey';
import { campaignPurpose, Ledger } from '../sentBefore/ledger';
import { runState } from '../sentBefore/runState';
import { resumeAddress } from '../waiting/awaitCampaigns';
import { notesOf, sharedTexts, type ItemNotes } from './notes';
import { goesToRecipients, noOptions, readRunOptions, type RunOptions } from './runOptions';
import { byItem, sentBefore, stillOpenOf, withoutReached, type SentRequest } from './sentRequests';

/** A run whose items were all read and checked; nothing has been sent yet in this try. */
export interface PreparedCampaign extends CampaignResult {
	requests: CampaignRequest[];
	/** Keeps what is sent. */
	ledger: Ledger;
	/** Requests of an earlier try that are made again, since no one knows what became of them. */
	open: SentRequest[];
	/** What all recipients of a campaign get, by its first item; none where they get different things. */
	shared: ItemNotes;
	/** What notes what is sent, with a Campaign Key and by an approval. */
	noted: NotedRows[];
	/** What the checks found in the messages that are left. */
	warnings: ItemWarnings;
	/** The rows that are left, with their settings. */
	read?: ReadItems;
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
	records: OpenRecords,
): Promise<PreparedCampaign> {
	const run = runState(context);
	let options: RunOptions;
	let approved: ReadItems | undefined;
	try {
		options = readRunOptions(context, kind.settingsFields);
		if (options.isApproved) {
			({ options, read: approved } = await readApproved(context, kind, options));
		}
	} catch (error) {
		const ledger = new Ledger(run, campaignPurpose());
		const sent = sentBefore(ledger);
		const refused = refuseAll(context, settledBy(sent), refusalOf(error as Error));
		return { ...nothingToSend(sent, ledger), refused };
	}
	const ledger = new Ledger(run, campaignPurpose(options.test));
	return await prepareAll(context, kind, ledger, { options, approved }, records).catch(
		(error: Error) => {
			if (context.continueOnFail()) return failedAltogether(context, ledger, options, error);
			const sent = sentBefore(ledger);
			throw sent.length === 0
				? asNodeError(context.getNode(), error)
				: stoppedBy(context, textsOf(error), { sent });
		},
	);
}

const NO_EMAIL = `${notificationEmailOption.displayName}: a campaign to one recipient was sent without it, because the service sends no email about a single number.`;

async function prepareAll(
	context: IExecuteFunctions,
	kind: CampaignKind,
	ledger: Ledger,
	{ options, approved }: { options: RunOptions; approved?: ReadItems },
	records: OpenRecords,
): Promise<PreparedCampaign> {
	const waitFor = options.waitForCompletion && goesToRecipients(options) ? kind.channel : undefined;
	const earlier = earlierTries(context, ledger, options);
	const rowOptions = rowOptionsOf(kind, options, waitFor);
	const count = context.getInputData().length;
	const skip = notToRead(count, earlier.sent, options);
	const all =
		approved === undefined
			? await withoutRepeats(await readRows(context, kind, skip, rowOptions), options)
			: without(skip, approved);
	const address = waitFor && (await resumeAddress(context, waitFor));
	// Of what was approved a person saw the warnings.
	const checked = approved
		? { read: all, warnings: new Map() }
		: await checkRows(context, kind, all, ledger, options);
	// A row that is refused keeps no message from a later one to the same recipient.
	const left = await leaveOut(context, kind, ledger, checked.read, options, records);
	const openRequests = byItem(earlier.open);
	const live = await withLiveLinks(context, left.read);
	const { left: read, reached } = await withoutReached(kind, live, ledger, openRequests, options);
	const isAnyoneLeftOut = options.leaveOut !== undefined || options.test !== undefined;
	giveHint(context, isAnyoneLeftOut ? undefined : noLeaveOutHint(read), 'warning');
	const rest = new Set(read.rows.map(({ item }) => item));
	const warnings = new Map([...checked.warnings].filter(([item]) => rest.has(item)));
	const made = await makeRequests(kind, read, options, count, address);
	const limited = withinLimits(made, options);
	// That a person leaves someone out says nothing of a message that may have been sent.
	const openLeftOut = stillOpenOf(openRequests, left.leftOut.flatMap(listedReason));
	const openOut = settledBy(openLeftOut);
	const leftOut = left.leftOut.filter(({ item }) => !openOut.has(item));
	const isEmailLost = limited.requests.some(({ isWithoutEmail }) => isWithoutEmail);
	giveHint(context, isEmailLost ? NO_EMAIL : undefined);
	const refused = [...read.refused, ...limited.refused];
	const open = stillOpenOf(openRequests, refused);
	const openItems = settledBy(open);
	// A row that cannot be read stops the run, also when it may have been sent before.
	const requests = openItems.size > 0 && !context.continueOnFail() ? [] : limited.requests;
	return {
		options,
		sent: [...earlier.sent, ...reached, ...open, ...openLeftOut],
		ledger,
		open: earlier.open,
		requests,
		refused: refused.filter(({ item }) => !openItems.has(item)),
		leftOut,
		read,
		noted: left.noted,
		phones: options.output === 'recipient' ? phonesOf(ledger, read, requests) : new Map(),
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
	ledger: Ledger,
	{ test, onlyEstimate, unknownOutcome, campaignKey }: RunOptions,
): Record<'sent' | 'open', SentRequest[]> {
	// A preview sends nothing that a later try could find.
	const isReal = !onlyEstimate && test === undefined;
	const sent: SentRequest[] = [];
	const open: SentRequest[] = [];
	// n8n copies the node each time, and there may be thousands of requests.
	const node = context.getNode();
	for (const { entry, ...request } of sentBefore(ledger)) {
		const refusal = isReal && keyChangedError(node, campaignKey, entry);
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

/** The rows of an approved campaign that no earlier try sent. */
function without(skip: ReadonlySet<number>, read: ReadItems): ReadItems {
	const isLeft = ({ item }: { item: number }) => !skip.has(item);
	return {
		...{ ...read, rows: read.rows.filter(isLeft), refused: read.refused.filter(isLeft) },
		listed: read.listed?.filter(isLeft),
	};
}

const BY_OPTION = "'Leave Out' contains this phone number";

/** The rows without those that get nothing: the options name their phones, or they got it before. */
async function leaveOut(
	context: IExecuteFunctions,
	kind: CampaignKind,
	ledger: Ledger,
	read: ReadItems,
	options: RunOptions,
	records: OpenRecords,
): Promise<KeyedRun> {
	const listed = (read.listed ?? []).map(({ item, phone, because = BY_OPTION }): LeftOut => ({
		...{ item, recipient: phone, isUnknown: false, because },
	}));
	if (options.test !== undefined) return { read, leftOut: listed, noted: [] };
	try {
		const { leftOut, ...keyed } = await leaveOutSent(context, kind, ledger, read, options, records);
		return { ...keyed, leftOut: [...listed, ...leftOut] };
	} catch (error) {
		throw asNodeError(context.getNode(), error);
	}
}

/** Why the option "Leave Out" keeps a row back; none of one that a Campaign Key knows. */
function listedReason(row: LeftOut): RefusedItem[] {
	return row.because ? [{ item: row.item, reason: leftOutBecause(row), fix: '' }] : [];
}

/**
 * A run of which no item could be read, as without a credential: every item it was to send, and no
 * earlier try has sent, failed for the same reason.
 */
function failedAltogether(
	context: IExecuteFunctions,
	ledger: Ledger,
	options: RunOptions,
	failed: Error,
): PreparedCampaign {
	const sent = sentBefore(ledger);
	const count = context.getInputData().length;
	const settled = notToRead(count, sent, options);
	const left = [...Array(count).keys()].filter((item) => !settled.has(item));
	const all = left.length === 0 ? sent : [...sent, { items: left, outcome: { failed } }];
	const { campaignKey } = options;
	return { ...nothingToSend(all, ledger), options: { ...noOptions, campaignKey } };
}

function nothingToSend(sent: SentRequest[], ledger: Ledger): PreparedCampaign {
	return {
		...{ options: noOptions, sent, open: [], requests: [], refused: [], leftOut: [] },
		noted: [],
		...{ repaired: new Map(), notes: new Map(), shared: new Map(), warnings: new Map() },
		phones: ledger.phones,
		ledger,
	};
}

function settledBy(sent: SentRequest[]): Set<number> {
	return new Set(sent.flatMap(({ items }) => items));
}

/** The phones of items: as they are read now where they are sent now, else as an earlier try sent them. */
function phonesOf(
	ledger: Ledger,
	{ rows }: ReadItems,
	requests: CampaignRequest[],
): Map<number, string> {
	const leaving = new Set(requests.flatMap(({ items }) => items));
	const phones = new Map(rows.map(({ item, phone }) => [item, phone]));
	for (const [item, phone] of ledger.phones) if (!leaving.has(item)) phones.set(item, phone);
	return phones;
}

function repairedOf({ rows }: ReadItems): Map<number, string> {
	return new Map(
		rows.flatMap(({ item, repairedFrom }) =>
			repairedFrom === undefined ? [] : [[item, repairedFrom] as const],
		),
	);
}
