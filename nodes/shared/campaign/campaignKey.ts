import { optionPath, savedOption } from '../fields/field';
import { campaignKeyOption } from '../fields/sendingOptions';
import { readCampaignKey } from '../rules/campaignKey';
import { comparablePhone } from '../rules/phones';
import { openRows } from '../pipeline/fate';
import { fateOfLeftOut } from '../pipeline/leftOut';
import { dependsOnItem } from '../values/parameters';
import type { CampaignRow } from '../pipeline/rows';
import { claimApproval } from '../ledger/approvalClaim';
import { messageHash } from '../ledger/ledger';
import { marker, type Mark, type Marked } from '../ledger/recordEntries';
import { RecordOfRows, type MarkedRecipient } from '../pipeline/recordOfRows';
import { accountToken } from '../service/itemCredential';
import { operationError } from '../service/nodeErrors';
import { eachGivingWay } from '../service/pause';
import type { CampaignRun } from './campaignRun';
import type { RunOptions } from './runOptions';

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
		const marked = await markedRecipients(run, recordKey);
		const record = await RecordOfRows.of(context, marked, {
			isOnlyLook: options.onlyEstimate,
			sendsAgain: () => options.unknownOutcome === 'sendAgain',
		});
		run.records.push(record);
		// Where its record has no room, a copy of the node may send it.
		if (isApproval) await claimApproval(context, options.approvedId!);
		await refuseOthers(run, record, key);
		await leaveOutFound(run, record);
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

/** The recipients of each row under their marks: its phone, or its lists. */
async function markedRecipients(
	run: CampaignRun,
	{ key, isApproval }: RecordKey,
): Promise<Map<CampaignRow, MarkedRecipient[]>> {
	const { settings, options } = run;
	const marked = new Map<CampaignRow, MarkedRecipient[]>();
	const toLists = options.sendTo === 'lists';
	const markers = new Map<string, ReturnType<typeof marker>>();
	let approval: Marked | undefined;
	await eachGivingWay(openRows(run), (row) => {
		const { phone, settingsKey, place } = row;
		const { body, context, account } = settings.get(settingsKey)!;
		const markOf = markers.get(account) ?? marker(accountToken(context));
		markers.set(account, markOf);
		// A person approved each of the rows, also two messages to one phone: what counts is the row.
		if (isApproval) {
			const recipient = toLists ? String(body.pid) : phone;
			const compared = `row ${place}`;
			approval ??= markOf(key, '');
			const mark = `${place} ${approval.mark}`;
			marked.set(row, [{ recipient, compared, ...approval, mark }]);
			return;
		}
		const recipients = toLists ? listsOf(body.pid) : [phone];
		const named = recipients.map((recipient) => {
			const compared = toLists ? `list ${recipient}` : comparablePhone(recipient);
			return { recipient, compared, ...markOf(key, compared) };
		});
		marked.set(row, named);
	});
	return marked;
}

const MAKE_ONE =
	'Combine the two rows, or send them with the Send operation and a different Campaign Key for each message.';

/** Rows come in their order. */
async function refuseOthers(
	run: CampaignRun,
	record: RecordOfRows<CampaignRow>,
	key: string,
): Promise<void> {
	const { kind, settings, options } = run;
	const { sendTo, severalPerList, duplicates } = options;
	// Rows that send different things to one list are all refused when the requests are made.
	if (sendTo === 'lists' && !severalPerList) return;
	await record.refuseOthers<CampaignRow>(run, {
		key: () => key,
		messageTo: (row) => row,
		hashOf: ({ settingsKey, content }) =>
			messageHash({ ...settings.get(settingsKey)!.body, ...kind.sharedContent(content) }),
		isOne: (first, row) => duplicates === 'once' && isSame(first, row),
		fixOf: (row, first) =>
			first !== undefined && isSame(first, row)
				? "Set 'Duplicates' to Send Once, or remove one of the two."
				: MAKE_ONE,
	});
}

/** Whether two rows say the same in the same way. */
function isSame(row: CampaignRow, other: CampaignRow): boolean {
	return row.settingsKey === other.settingsKey && row.content === other.content;
}

/** Leaves out whom a record has. */
async function leaveOutFound(run: CampaignRun, record: RecordOfRows<CampaignRow>): Promise<void> {
	const { sendTo, duplicates } = run.options;
	const namesRepeated = sendTo !== 'lists' && duplicates === 'once';
	const firsts = new Map<Mark, CampaignRow>();
	await eachGivingWay(openRows(run), (row) => {
		const found = (['sent', 'unknown'] as const)
			.map((became) => ({ became, some: record.recipientsOf(row, became) }))
			.filter(({ some }) => some.length > 0);
		if (found.length === 0) return;
		for (const { became, some } of found) {
			// Rows of one recipient are all left out, or none is.
			const first = firsts.get(some[0].mark) ?? row;
			firsts.set(some[0].mark, first);
			const repeated = namesRepeated && first !== row && isSame(first, row) ? first : undefined;
			const recipient = repeated?.phone ?? some.map((each) => each.recipient).join(',');
			const isUnknown = became === 'unknown';
			(row.leftOut ??= []).push({ recipient, duplicateOf: repeated?.item, isUnknown });
		}
		const others = record.recipientsOf(row);
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
