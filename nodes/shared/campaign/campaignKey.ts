import type { IExecuteFunctions } from 'n8n-workflow';

import { eachGivingWay } from '../service/pause';
import { dependsOnItem } from '../run/parameters';
import type { CampaignRow } from '../run/planRequests';
import type { RefusedItem } from '../run/refusedItem';
import type { ReadItems } from '../run/readRows';
import { claimApproval } from '../sentBefore/approvalClaim';
import { messageHash, type Ledger } from '../sentBefore/ledger';
import { OneMessageEach, otherMessageReason } from '../sentBefore/oneMessageEach';
import { marker, marksByKey, type Mark, type Marked } from '../sentBefore/recordEntries';
import { SentRecord, type Found } from '../sentBefore/sentRecord';
import { accountToken } from '../service/itemCredential';
import { operationError } from '../service/nodeErrors';
import { readCampaignKey } from '../rules/campaignKey';
import { comparablePhone } from '../rules/phones';
import type { CampaignKind } from './campaignRequest';
import type { LeftOut } from './leftOut';
import type { RunOptions } from './runOptions';
import { optionPath, savedOption } from '../fields/field';
import { campaignKeyOption } from '../fields/sendingOptions';

/** A run whose recipients were looked up in its records. */
export interface KeyedRun {
	read: ReadItems;
	leftOut: LeftOut[];
	/** What notes the requests of the others; nothing where nothing will be sent. */
	noted: NotedRows[];
}

/** A record with whom each item is noted for in it. */
export interface NotedRows {
	record: SentRecord;
	recipients: Map<number, MarkedRecipient[]>;
}

/** Records that are open until the run ends: one that stayed open would say of each recipient that a message may have been sent. */
export type OpenRecords = SentRecord[];

interface MarkedRecipient extends Marked {
	recipient: string;
	compared: string;
}

/** What the node's record knows messages by: a Campaign Key, or what was approved, whose rows are each sent once. */
interface RecordKey {
	key: string;
	isApproval: boolean;
}

/** What was approved is sent once, whatever key the node has: a Campaign Key can only leave out more. */
function recordKeys({ approvedId, campaignKey }: RunOptions): RecordKey[] {
	const keys: RecordKey[] = [];
	if (approvedId !== undefined) keys.push({ key: `approval ${approvedId}`, isApproval: true });
	if (campaignKey !== '') keys.push({ key: campaignKey, isApproval: false });
	return keys;
}

/**
 * Leaves out rows that this node sent by the same approval, and recipients who got this campaign from this node in an
 * earlier execution, by its key. Refuses rows that have another message for the recipient of an earlier row: under a key
 * each gets one, ever.
 *
 * A distribution list counts as one recipient, by its code.
 *
 * @param read the rows of this try; what an earlier try of this execution sent is not among them
 * @param records gets the records
 * @throws NodeOperationError where n8n cannot keep a record
 */
export async function leaveOutSent(
	context: IExecuteFunctions,
	kind: CampaignKind,
	ledger: Ledger,
	read: ReadItems,
	options: RunOptions,
	records: OpenRecords,
): Promise<KeyedRun> {
	const { onlyEstimate, unknownOutcome } = options;
	const keyed: KeyedRun = { read, leftOut: [], noted: [] };
	for (const recordKey of recordKeys(options)) {
		const { key, isApproval } = recordKey;
		if (isApproval) await claimApproval(context, options.approvedId!);
		else await refuseOtherKeys(context, keyed.read, key);
		const record = new SentRecord(context);
		records.push(record);
		const recipients = await markedRecipients(keyed.read, options, recordKey);
		const found = await record.lookUp(marksByKey([...recipients.values()].flat()), {
			isOnlyLook: onlyEstimate,
			sendsAgain: () => unknownOutcome === 'sendAgain',
		});
		const left = await withoutSent(kind, ledger, keyed.read, recipients, found, {
			...options,
			key,
		});
		keyed.read = left.read;
		keyed.leftOut.push(...left.leftOut);
		if (!onlyEstimate) keyed.noted.push({ record, recipients: left.others });
	}
	return keyed;
}

/** An expression may give each item a key of its own; a campaign has one, that of its first item. */
async function refuseOtherKeys(
	context: IExecuteFunctions,
	{ rows }: ReadItems,
	campaignKey: string,
): Promise<void> {
	if (!dependsOnItem(savedOption(context.getNode(), campaignKeyOption))) return;
	await eachGivingWay(rows, ({ item }) => {
		const entered = context.getNodeParameter(optionPath(campaignKeyOption), item, '') as unknown;
		const read = readCampaignKey(entered);
		if ('value' in read && read.value === campaignKey) return;
		throw operationError(context.getNode(), {
			message: `Campaign Key differs for item ${item}: all items of a campaign must have the same key`,
			description:
				"Enter the same key for all items, or use an operation such as 'Send', where each item can have its own key. Nothing was sent.",
			itemIndex: item,
		});
	});
}

/**
 * Makes a request for items, noted in each record before it is sent, with what became of it.
 *
 * @throws what the request throws; NodeOperationError, without a request, when it cannot be noted
 */
export async function notedIn<T>(
	[noted, ...others]: NotedRows[],
	items: number[],
	request: () => Promise<T>,
): Promise<T> {
	if (noted === undefined) return await request();
	const marks = items.flatMap((item) => noted.recipients.get(item)!).map(({ mark }) => mark);
	const inOthers = async () => await notedIn(others, items, request);
	return await noted.record.send([...new Set(marks)], inOthers);
}

/** The recipients of each row under their marks: its phone, or its lists. */
async function markedRecipients(
	{ rows, settings }: ReadItems,
	{ sendTo }: RunOptions,
	{ key, isApproval }: RecordKey,
): Promise<Map<number, MarkedRecipient[]>> {
	const marked = new Map<number, MarkedRecipient[]>();
	const toLists = sendTo === 'lists';
	const markers = new Map<string, ReturnType<typeof marker>>();
	let approval: Marked | undefined;
	await eachGivingWay(rows, ({ item, phone, settingsKey, place }) => {
		const { body, context, account } = settings.get(settingsKey)!;
		const markOf = markers.get(account) ?? marker(accountToken(context));
		markers.set(account, markOf);
		// A person approved each of the rows, also two messages to one phone: what counts is the row.
		if (isApproval) {
			const recipient = toLists ? String(body.pid) : phone;
			const compared = `row ${place}`;
			approval ??= markOf(key, '');
			const mark = `${place} ${approval.mark}`;
			marked.set(item, [{ recipient, compared, ...approval, mark }]);
			return;
		}
		const recipients = toLists ? listsOf(body.pid) : [phone];
		const named = recipients.map((recipient) => {
			const compared = toLists ? `list ${recipient}` : comparablePhone(recipient);
			return { recipient, compared, ...markOf(key, compared) };
		});
		marked.set(item, named);
	});
	return marked;
}

type KeyedOptions = RunOptions & Pick<RecordKey, 'key'>;

const MAKE_ONE =
	'Combine the two rows, or send them with the Send operation and a different Campaign Key for each message.';

/** Finds why a row cannot be sent: an earlier one has another message for its recipient. Rows come in their order. */
function otherMessages(
	kind: CampaignKind,
	ledger: Ledger,
	settings: ReadItems['settings'],
	{ sendTo, severalPerList, duplicates, key }: KeyedOptions,
	isRecorded: (mark: Mark) => boolean,
): (row: CampaignRow, recipients: MarkedRecipient[]) => RefusedItem | undefined {
	// Rows that send different things to one list are all refused when the requests are made.
	if (sendTo === 'lists' && !severalPerList) return () => undefined;
	const isOne = (first: CampaignRow, row: CampaignRow) =>
		duplicates === 'once' && isSame(first, row);
	const oneEach = new OneMessageEach(ledger.reached(), isRecorded, isOne);
	return (row, recipients) => {
		const { item, phone } = row;
		const { body } = settings.get(row.settingsKey)!;
		const other = oneEach.otherOf({
			...{ item, key, recipients },
			messageTo: () => row,
			hashOf: () => messageHash({ ...body, ...kind.sharedContent(row.content) }),
		});
		if (other === undefined) return undefined;
		const { found } = other;
		const whom =
			found && sendTo === 'lists' ? `distribution list ${found.recipient.recipient}` : undefined;
		const isRepeated = found !== undefined && isSame(found.message, row);
		return {
			...{ item, reason: otherMessageReason(other.item, whom) },
			fix: isRepeated ? "Set 'Duplicates' to Send Once, or remove one of the two." : MAKE_ONE,
			...(phone === '' ? {} : { phone }),
		};
	};
}

/** Whether two rows say the same in the same way. */
function isSame(row: CampaignRow, other: CampaignRow): boolean {
	return row.settingsKey === other.settingsKey && row.content === other.content;
}

async function withoutSent(
	kind: CampaignKind,
	ledger: Ledger,
	{ rows, settings, refused }: ReadItems,
	recipients: Map<number, MarkedRecipient[]>,
	{ sent, unknown }: Found,
	options: KeyedOptions,
): Promise<Omit<KeyedRun, 'noted'> & { others: NotedRows['recipients'] }> {
	const left: ReadItems = { rows: [], settings: new Map(settings), refused: [...refused] };
	const leftOut: LeftOut[] = [];
	const othersOf: NotedRows['recipients'] = new Map();
	const isRecorded = (mark: Mark) => sent.has(mark) || unknown.has(mark);
	const refusalOf = otherMessages(kind, ledger, settings, options, isRecorded);
	const namesRepeated = options.sendTo !== 'lists' && options.duplicates === 'once';
	const firsts = new Map<Mark, CampaignRow>();
	await eachGivingWay(rows, (row) => {
		const { item } = row;
		const all = recipients.get(item)!;
		const refusal = refusalOf(row, all);
		if (refusal !== undefined) {
			left.refused.push(refusal);
			return;
		}
		for (const isUnknown of [false, true]) {
			const some = all.filter(({ mark }) => (isUnknown ? unknown : sent).has(mark));
			if (some.length === 0) continue;
			// Rows of one recipient are all left out, or none is.
			const first = firsts.get(some[0].mark) ?? row;
			firsts.set(some[0].mark, first);
			const repeated = namesRepeated && first !== row && isSame(first, row) ? first : undefined;
			const recipient = repeated?.phone ?? some.map((each) => each.recipient).join(',');
			leftOut.push({ item, recipient, duplicateOf: repeated?.item, isUnknown });
		}
		const others = all.filter(({ mark }) => !isRecorded(mark));
		if (others.length === 0) return;
		othersOf.set(item, others);
		left.rows.push(others.length === all.length ? row : toOtherLists(row, others, left));
	});
	return { read: left, leftOut, others: othersOf };
}

/** A row to those of its lists that are left. */
function toOtherLists(
	row: CampaignRow,
	others: MarkedRecipient[],
	{ settings }: ReadItems,
): CampaignRow {
	const pid = others.map(({ recipient }) => recipient).join(',');
	const settingsKey = JSON.stringify([row.settingsKey, pid]);
	const all = settings.get(row.settingsKey)!;
	settings.set(settingsKey, { ...all, body: { ...all.body, pid } });
	return { ...row, settingsKey };
}

function listsOf(pid: unknown): string[] {
	return [...new Set(String(pid).split(','))];
}
