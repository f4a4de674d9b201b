import type { IExecuteFunctions } from 'n8n-workflow';

import { labelAt } from '../fields/field';
import { optOutUrlOption } from '../fields/beforeSendingFields';
import { recipientField } from '../fields/campaignFields';
import { giveHint } from '../n8n/hints';
import { listCodesField } from '../fields/sendingOptions';
import { readRows, type ReadItems } from '../run/readRows';
import type { RowFate } from '../rules/approval';
import { problem } from '../rules/reader';
import type { RowOptions } from '../run/rowsKind';
import { openOptOutPage } from '../run/optOutField';
import { refusalOf, refuseAll, type RefusedItem } from '../run/itemResults';
import type { Channel } from '../service/notificationAddress';
import type { CampaignResult } from './campaignAccount';
import {
	leaveOutSent,
	LISTED,
	type RequestJournal,
	type KeyedRun,
	type LeftOut,
} from './campaignKey';
import { type CampaignKind, type CampaignRequest, makeRequests } from './campaignRequest';
import { withinApproval, type PlanIf } from './approvedPlan';
import { withinDay, withinLimits } from './campaignLimits';
import { planOf, type Plan } from './plan';
import { leaveOutRecent } from './recentlySent';

import { checkRows, withoutRepeats, type ItemWarnings } from './rowChecks';
import {
	stillOpen,
	type CampaignMemory,
	type EarlierRequest,
	type SentRequest,
} from '../sentBefore/campaignMemory';
import type { DayCount } from '../sentBefore/dayCount';
import { earlierTryNote } from '../sentBefore/nodeSettings';
import { runState } from '../sentBefore/runState';
import { resumeAddress } from '../waiting/awaitCampaigns';
import { notesOf, sharedTexts, type ItemNotes } from './notes';
import { goesToRecipients, noOptions, readRunOptions, type RunOptions } from './runOptions';

/** A run whose items were all read and checked; nothing has left yet in this try. */
export interface PreparedCampaign extends CampaignResult {
	requests: CampaignRequest[];
	/** Requests of an earlier try that are made again, since no one knows what became of them. */
	open: SentRequest[];
	/** What all recipients of a campaign get, by its first item; none where they get different things. */
	shared: ItemNotes;
	/** What notes in the record of a Campaign Key what leaves; to be closed when the run ends. */
	journal?: RequestJournal;
	/** What the checks found in the messages that are left. */
	warnings: ItemWarnings;
	/** The count of the day, where the options limit it; to be closed when the run ends. */
	day?: DayCount;
	/** What would leave, in a preview. */
	plan?: Plan;
	/** The channel whose notifications end the wait, if the options ask for it. */
	waitFor?: Channel;
}

/** A record of what leaves, which stays open until the run ends. */
type OpenRecord = { close(): Promise<void> } | undefined;

/**
 * Reads all options and items and makes the requests, so that whatever is wrong shows before the
 * first one leaves.
 *
 * @throws what concerns no item in particular: a credential or a listing that cannot be read
 */
export async function prepareCampaign(
	context: IExecuteFunctions,
	kind: CampaignKind,
	memory: CampaignMemory,
): Promise<PreparedCampaign> {
	const opened: OpenRecord[] = [];
	try {
		return await prepare(context, kind, memory, opened);
	} catch (error) {
		// Nothing left: a record that stays open would say of each recipient that a message may have.
		for (const record of opened) await record?.close();
		return await Promise.reject(error as Error);
	}
}

async function prepare(
	context: IExecuteFunctions,
	kind: CampaignKind,
	memory: CampaignMemory,
	opened: OpenRecord[],
): Promise<PreparedCampaign> {
	let options: RunOptions;
	try {
		options = readRunOptions(context, kind.settingsFields);
	} catch (error) {
		const sent = memory.earlier();
		const refused = refuseAll(context, settledBy(sent), refusalOf(error as Error));
		return { ...nothingToSend(sent, memory), refused };
	}
	memory.use(options.test === undefined ? 'campaign' : `test ${options.test.numbers.join(',')}`);
	const earlier = memory.earlier();
	const isSentAgain = ({ outcome }: SentRequest) =>
		'unknown' in outcome && options.unknownOutcome === 'sendAgain';
	const open = earlier.filter(isSentAgain);
	const sent = withNotes(
		context,
		kind,
		earlier.filter((request) => !isSentAgain(request)),
		// A preview sends nothing that a later try could find.
		options.onlyEstimate ? ['mode'] : [],
	);
	const waitFor = options.waitForCompletion && goesToRecipients(options) ? kind.channel : undefined;

	const rowOptions = {
		sendTo: options.sendTo,
		isTest: options.test !== undefined,
		leaveOut: options.test === undefined ? options.leaveOut?.phones : undefined,
		repairNumbers: options.repairNumbers,
		recipientZone: options.recipientZone,
		optOut: optOutOf(kind, options),
		replaceCharacters: options.replaceCharacters,
		oneAccountFor: waitFor && "'Wait for Completion'",
	};
	const skip = notToRead(context, sent, options);
	const readItems = await withoutRepeats(await readRows(context, kind, skip, rowOptions), options);
	const address = waitFor && (await resumeAddress(context, waitFor));
	const hasKey = options.campaignKey !== '' && options.test === undefined;
	const keyed: KeyedRun = hasKey
		? await leaveOutSent(context, readItems, options)
		: { read: readItems, leftOut: [] };
	opened.push(keyed.journal);
	const recently = options.test === undefined ? options.leaveOut?.recently : undefined;
	const { read: left, ...recent }: KeyedRun = recently
		? await leaveOutRecent(context, keyed.read, recently, options, settledBy(open))
		: { read: keyed.read, leftOut: [] };
	opened.push(recent.journal);
	const journal = keyed.journal?.with(recent.journal) ?? recent.journal;
	const { read: checked, warnings } = await checkRows(context, kind, left, options);
	const read = await withLiveLinks(context, checked);
	const made = await makeRequests(kind, read, options, memory.spreadPlaces(), address);
	const allLeftOut = [...listedOf(readItems), ...keyed.leftOut, ...recent.leftOut];
	const allowed = await withinLimits(kind, made, options);
	const { requests: leaving } = allowed;
	const plan = needsPlan(options)
		? await planOf(context, kind, { requests: leaving, read, leftOut: allLeftOut, options })
		: undefined;
	const planIf: PlanIf = async (then) => {
		const those = (fate: RowFate) => allLeftOut.filter(({ item }) => then.get(item) === fate);
		const back = new Set(those('sent').map(({ item }) => item));
		const listed = (readItems.listed ?? []).filter(({ item }) => back.has(item));
		const unread = await readOnly(context, kind, listed, { ...rowOptions, leaveOut: undefined });
		const left = readItems.rows.filter(({ item }) => back.has(item));
		const rows = [...read.rows, ...left, ...unread.rows].sort((a, b) => a.item - b.item);
		const all = { ...read, rows, settings: new Map([...readItems.settings, ...unread.settings]) };
		const { requests } = await makeRequests(kind, all, options, memory.spreadPlaces());
		const leaving = { requests, read: all, leftOut: those('leftOut'), options };
		return await planOf(context, kind, leaving);
	};
	const asked = { plan, planIf, options, isLaterTry: sent.length > 0 };
	const approved = await withinApproval(context, kind, allowed, asked);
	const { day, ...limited } = await withinDay(context, approved, options);
	opened.push(day);
	const refusals = [...read.refused, ...limited.refused];
	const openStill = stillOpen(
		open,
		refusals.map(({ item }) => item),
	);
	const openItems = settledBy(openStill);
	// A row that cannot be read stops the run, also when it may have been sent before.
	const requests = openItems.size > 0 && !context.continueOnFail() ? [] : limited.requests;
	return {
		options,
		sent: [...sent, ...openStill],
		open,
		requests,
		refused: refusals.filter(({ item }) => !openItems.has(item)),
		leftOut: allLeftOut,
		...(options.onlyEstimate ? { plan } : {}),
		journal,
		day,
		phones: options.output === 'recipient' ? phonesOf(memory, read, requests) : new Map(),
		repaired: repairedOf(read),
		notes: await notesOf(kind, requests, { rows: read.rows, warnings }, options),
		warnings,
		shared: await sharedTexts(kind, requests),
		waitFor,
	};
}

/** Reads certain items and no others. */
async function readOnly(
	context: IExecuteFunctions,
	kind: CampaignKind,
	items: Array<{ item: number }>,
	options: Parameters<typeof readRows>[3],
): Promise<ReadItems> {
	if (items.length === 0) return { rows: [], refused: [], settings: new Map() };
	const others = new Set(context.getInputData().keys());
	for (const { item } of items) others.delete(item);
	return await readRows(context, kind, others, options);
}

/** Refuses rows whose opt-out links are dead; gives a hint where no one knows. */
async function withLiveLinks(context: IExecuteFunctions, read: ReadItems): Promise<ReadItems> {
	if (![...read.settings.values()].some(({ optOut }) => optOut !== undefined)) return read;
	const opened = new Map<string, Awaited<ReturnType<typeof openOptOutPage>>>();
	const refused: RefusedItem[] = [];
	const rows: ReadItems['rows'] = [];
	for (const row of read.rows) {
		const links = read.settings.get(row.settingsKey)?.optOut;
		const isLinked = links?.areIn(row.content) ?? false;
		let page = isLinked ? opened.get(links!.placeholder) : {};
		if (page === undefined) {
			page = await openOptOutPage(links!);
			opened.set(links!.placeholder, page);
			if ('hint' in page) giveHint(context, page.hint, 'warning');
		}
		if ('problem' in page) {
			const { rule, fix } = page.problem;
			const reason = `${optOutUrlOption.displayName} ${rule}`;
			refused.push({ item: row.item, reason, fix, concernsAll: true });
		} else {
			rows.push(row);
		}
	}
	return { ...read, rows, refused: [...read.refused, ...refused] };
}

/** A preview gives the plan, and a run compares it with the one that was approved. */
function needsPlan({ onlyEstimate, test, approval }: RunOptions): boolean {
	return onlyEstimate || (test === undefined && approval.expectedPlan !== undefined);
}

/** What makes the opt-out links, or why a text with one is refused. */
function optOutOf({ channel }: CampaignKind, { sendTo, optOut }: RunOptions): RowOptions['optOut'] {
	if (channel === undefined) {
		return problem('contains {optOut}, a link, which no one can open in a call', 'Remove it.');
	}
	if (sendTo === 'lists') {
		return problem(
			'contains {optOut}, a separate link for each recipient, but only the service knows the members of a list',
			'Remove it, or send to input items.',
		);
	}
	return optOut === undefined
		? problem(
				"contains {optOut}, but the option 'Opt-Out URL' is missing",
				"Add the option under 'Before Sending', and enter the production URL of an ExtApi Trigger.",
			)
		: { value: optOut };
}

/**
 * A run of which no item could be read, as without a credential: every item it was to send, and no
 * earlier try has sent, failed for the same reason.
 */
export function failedAltogether(
	context: IExecuteFunctions,
	kind: CampaignKind,
	memory: CampaignMemory,
	failed: Error,
): PreparedCampaign {
	const sent = memory.earlier();
	const settled = notToRead(context, sent, readRunOptions(context, kind.settingsFields));
	const left = [...context.getInputData().keys()].filter((item) => !settled.has(item));
	const all = left.length === 0 ? sent : [...sent, { items: left, outcome: { failed } }];
	return nothingToSend(all, memory);
}

function nothingToSend(sent: SentRequest[], memory: CampaignMemory): PreparedCampaign {
	const none = {
		phones: memory.phones(),
		repaired: new Map(),
		notes: new Map(),
		shared: new Map(),
		warnings: new Map(),
	};
	return { options: noOptions, sent, open: [], requests: [], refused: [], ...none };
}

/** Says of what earlier tries sent that it was something else. */
function withNotes(
	context: IExecuteFunctions,
	{ settingsFields, choicesOfRun = [] }: CampaignKind,
	sent: EarlierRequest[],
	differs: string[],
): SentRequest[] {
	const fields = [...choicesOfRun, recipientField, listCodesField, ...settingsFields];
	const run = runState(context);
	const labelOf = (path: string) => labelAt(fields, path);
	return sent.map(({ settings, ...request }) => {
		const note = earlierTryNote(run, context.getNode(), settings, labelOf, differs);
		return note === undefined ? request : { ...request, note };
	});
}

function settledBy(sent: SentRequest[]): Set<number> {
	return new Set(sent.flatMap(({ items }) => items));
}

/** Items that are not read: what an earlier try sent, and in a test all but the first. */
function notToRead(
	context: IExecuteFunctions,
	sent: SentRequest[],
	{ test }: RunOptions,
): Set<number> {
	const settled = settledBy(sent);
	if (test === undefined) return settled;
	for (const item of context.getInputData().keys()) if (item >= test.rows) settled.add(item);
	return settled;
}

/** The phones of items: as they are read now where they leave now, else as an earlier try sent them. */
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

function listedOf({ listed = [] }: ReadItems): LeftOut[] {
	return listed.map(({ item, phone }) => ({
		...{ item, recipient: phone, isUnknown: false, byOption: LISTED },
	}));
}

function repairedOf({ rows }: ReadItems): Map<number, string> {
	return new Map(
		rows.flatMap(({ item, repairedFrom }) =>
			repairedFrom === undefined ? [] : [[item, repairedFrom] as const],
		),
	);
}
