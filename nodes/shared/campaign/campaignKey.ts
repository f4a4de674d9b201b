import { eachGivingWay } from '../service/pause';
import { dependsOnItem } from '../run/parameters';
import { openRows, refuse, type Why } from '../run/fate';
import { fateOfLeftOut } from '../run/leftOut';
import type { CampaignRow } from '../run/rows';
import { messageHash } from '../sentBefore/ledger';
import { claimApproval } from '../sentBefore/approvalClaim';
import { OneMessageEach, otherMessageReason } from '../sentBefore/oneMessageEach';
import { marker, marksByKey, type Mark, type Marked } from '../sentBefore/recordEntries';
import { SentRecord, type Found } from '../sentBefore/sentRecord';
import { accountToken } from '../service/itemCredential';
import { operationError } from '../service/nodeErrors';
import { readCampaignKey } from '../rules/campaignKey';
import { comparablePhone } from '../rules/phones';
import type { CampaignRun, MarkedRecipient, RecordOfRows } from './campaignRun';
import type { RunOptions } from './runOptions';
import { optionPath, savedOption } from '../fields/field';
import { campaignKeyOption } from '../fields/sendingOptions';

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
 * @throws NodeOperationError where n8n cannot keep a record
 */
export async function leaveOutSent(run: CampaignRun): Promise<void> {
	const { context, options } = run;
	if (options.test !== undefined) return;
	for (const recordKey of recordKeys(options)) {
		const { key, isApproval } = recordKey;
		if (!isApproval) await refuseOtherKeys(run, key);
		const record = new SentRecord(context);
		const recipients = await markedRecipients(run, recordKey);
		run.records.push({ record, recipients });
		const found = await record.lookUp(marksByKey([...recipients.values()].flat()), {
			isOnlyLook: options.onlyEstimate,
			sendsAgain: () => options.unknownOutcome === 'sendAgain',
		});
		// Where its record has no room, a copy of the node may send it.
		if (isApproval) await claimApproval(context, options.approvedId!);
		await leaveOutFound(run, recipients, found, key);
	}
}

/** An expression may give each item a key of its own; a campaign has one, that of its first item. */
async function refuseOtherKeys(run: CampaignRun, campaignKey: string): Promise<void> {
	const { context } = run;
	if (!dependsOnItem(savedOption(context.getNode(), campaignKeyOption))) return;
	await eachGivingWay(openRows(run), ({ item }) => {
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
	[noted, ...others]: RecordOfRows[],
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
	run: CampaignRun,
	{ key, isApproval }: RecordKey,
): Promise<Map<number, MarkedRecipient[]>> {
	const { settings, options } = run;
	const marked = new Map<number, MarkedRecipient[]>();
	const toLists = options.sendTo === 'lists';
	const markers = new Map<string, ReturnType<typeof marker>>();
	let approval: Marked | undefined;
	await eachGivingWay(openRows(run), ({ item, phone, settingsKey, place }) => {
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

const MAKE_ONE =
	'Combine the two rows, or send them with the Send operation and a different Campaign Key for each message.';

/** Finds why a row cannot be sent: an earlier one has another message for its recipient. Rows come in their order. */
function otherMessages(
	{ kind, ledger, settings, options }: CampaignRun,
	key: string,
	isRecorded: (mark: Mark) => boolean,
): (row: CampaignRow, recipients: MarkedRecipient[]) => Why | undefined {
	const { sendTo, severalPerList, duplicates } = options;
	// Rows that send different things to one list are all refused when the requests are made.
	if (sendTo === 'lists' && !severalPerList) return () => undefined;
	const isOne = (first: CampaignRow, row: CampaignRow) =>
		duplicates === 'once' && isSame(first, row);
	const oneEach = new OneMessageEach(ledger.reached(), isRecorded, isOne);
	return (row, recipients) => {
		const { body } = settings.get(row.settingsKey)!;
		const other = oneEach.otherOf({
			...{ item: row.item, key, recipients },
			messageTo: () => row,
			hashOf: () => messageHash({ ...body, ...kind.sharedContent(row.content) }),
		});
		if (other === undefined) return undefined;
		const { found } = other;
		const whom =
			found && sendTo === 'lists' ? `distribution list ${found.recipient.recipient}` : undefined;
		const isRepeated = found !== undefined && isSame(found.message, row);
		return {
			reason: otherMessageReason(other.item, whom),
			fix: isRepeated ? "Set 'Duplicates' to Send Once, or remove one of the two." : MAKE_ONE,
		};
	};
}

/** Whether two rows say the same in the same way. */
function isSame(row: CampaignRow, other: CampaignRow): boolean {
	return row.settingsKey === other.settingsKey && row.content === other.content;
}

/** Leaves out whom a record has, and keeps for noting whom it has not. */
async function leaveOutFound(
	run: CampaignRun,
	recipients: RecordOfRows['recipients'],
	{ sent, unknown }: Found,
	key: string,
): Promise<void> {
	const { sendTo, duplicates } = run.options;
	const isRecorded = (mark: Mark) => sent.has(mark) || unknown.has(mark);
	const whyNot = otherMessages(run, key, isRecorded);
	const namesRepeated = sendTo !== 'lists' && duplicates === 'once';
	const firsts = new Map<Mark, CampaignRow>();
	await eachGivingWay(openRows(run), (row) => {
		const all = recipients.get(row.item)!;
		const why = whyNot(row, all);
		if (why !== undefined) return refuse(run, [row], why);
		for (const isUnknown of [false, true]) {
			const some = all.filter(({ mark }) => (isUnknown ? unknown : sent).has(mark));
			if (some.length === 0) continue;
			// Rows of one recipient are all left out, or none is.
			const first = firsts.get(some[0].mark) ?? row;
			firsts.set(some[0].mark, first);
			const repeated = namesRepeated && first !== row && isSame(first, row) ? first : undefined;
			const recipient = repeated?.phone ?? some.map((each) => each.recipient).join(',');
			(row.leftOut ??= []).push({ recipient, duplicateOf: repeated?.item, isUnknown });
		}
		const others = all.filter(({ mark }) => !isRecorded(mark));
		if (others.length === all.length) return;
		recipients.set(row.item, others);
		if (others.length === 0) row.fate = fateOfLeftOut(row.leftOut!);
		else toOtherLists(run, row, others);
	});
}

/** Sends a row to those of its lists that are left. */
function toOtherLists(
	{ settings }: CampaignRun,
	row: CampaignRow,
	others: MarkedRecipient[],
): void {
	const pid = others.map(({ recipient }) => recipient).join(',');
	const all = settings.get(row.settingsKey)!;
	row.settingsKey = JSON.stringify([row.settingsKey, pid]);
	settings.set(row.settingsKey, { ...all, body: { ...all.body, pid } });
}

function listsOf(pid: unknown): string[] {
	return [...new Set(String(pid).split(','))];
}
