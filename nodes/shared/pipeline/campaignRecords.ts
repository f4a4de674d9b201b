// Whom a Campaign Key, or an approval, leaves out of a campaign.
import { listCodesField } from '../fields/sendingOptions';
import { claimApproval } from '../ledger/approvalClaim';
import { marker, type Mark } from '../ledger/recordEntries';
import { eachGivingWay } from '../ledger/runState';
import { openRows, refuse } from './fate';
import { fateOfLeftOut } from './leftOut';
import { RecordOfRows, type MarkedRecipient } from './recordOfRows';
import type { CampaignRow } from './rows';
import { entriesOf } from '../rules/lists';
import { comparablePhone } from '../rules/phones';
import { messageOfRow, type CampaignRun } from './campaignRun';
import type { RunOptions } from './runOptions';

/** A key of the node's record: a Campaign Key, or an approval, whose rows are each sent once. */
interface RecordKey {
	key: string;
	isApproval: boolean;
}

/** An approval is sent once, whatever the Campaign Key: that can only leave out more. */
function recordKeys({ approvedId, campaignKey }: RunOptions): RecordKey[] {
	const keys: RecordKey[] = [];
	if (approvedId !== undefined) keys.push({ key: `approval ${approvedId}`, isApproval: true });
	if (campaignKey !== '') keys.push({ key: campaignKey, isApproval: false });
	return keys;
}

/**
 * Leaves out rows that this node already sent by the same approval, and recipients to whom it sent
 * under this Campaign Key in an earlier execution. Refuses rows with another message for the
 * recipient of an earlier row: under a key, each gets one, ever. A distribution list is one
 * recipient.
 *
 * @throws NodeOperationError if n8n cannot keep a record
 */
export async function leaveOutSent(run: CampaignRun): Promise<void> {
	const { context, options } = run;
	if (options.test !== undefined) return;
	for (const recordKey of recordKeys(options)) {
		const { key, isApproval } = recordKey;
		const marked = await markedRecipients(run, recordKey);
		const record = await RecordOfRows.of(context, marked, {
			isOnlyLook: options.onlyEstimate,
			sendsAgain: () => options.unknownOutcome === 'sendAgain',
		});
		run.records.push(record);
		// After the record: if that has no room, a copy of the node may send what was approved.
		if (isApproval) await claimApproval(context, options.approvedId!);
		await refuseOthers(run, record, key);
		await leaveOutFound(run, record);
	}
}

/** The recipients of each row with their marks: its phone, or its lists. */
async function markedRecipients(
	{ rows, settings, options, account }: CampaignRun,
	{ key, isApproval }: RecordKey,
): Promise<Map<CampaignRow, MarkedRecipient[]>> {
	const toLists = options.sendTo === 'lists';
	const markOf = marker(account.token);
	const approval = isApproval ? markOf(key, '') : undefined;
	const marked = await eachGivingWay(
		openRows({ rows }),
		(row): [CampaignRow, MarkedRecipient[]] => {
			const { phone, settingsKey, place } = row;
			const lists = toLists ? entriesOf(settings.get(settingsKey)!.body.pid) : [];
			// A person approved each row, also two messages to one phone, so rows count.
			if (approval !== undefined) {
				const [recipient, mark] = [toLists ? lists.join(',') : phone, `${place} ${approval.mark}`];
				return [row, [{ recipient, compared: `row ${place}`, ...approval, mark }]];
			}
			const all = toLists
				? lists.map((list) => ({ recipient: list, compared: `list ${list}` }))
				: [{ recipient: phone, compared: comparablePhone(phone) }];
			return [row, all.map((each) => ({ ...each, ...markOf(key, each.compared) }))];
		},
	);
	return new Map(marked);
}

/** Refuses another message for an earlier recipient. Rows to lists all have the same message. */
async function refuseOthers(
	run: CampaignRun,
	record: RecordOfRows<CampaignRow>,
	key: string,
): Promise<void> {
	const { sendTo, duplicates } = run.options;
	if (sendTo === 'lists') return;
	await record.refuseOthers(run, {
		key: () => key,
		messageOf: ({ settingsKey, content, item }) =>
			duplicates === 'once' ? `${settingsKey}\n${content}` : String(item),
		hashOf: (row) => messageOfRow(run, row),
		fix: 'Remove one of the two, combine them, or send them with the Send operation and a different Campaign Key for each.',
	});
}

/** Leaves out recipients who are in a record. */
async function leaveOutFound(run: CampaignRun, record: RecordOfRows<CampaignRow>): Promise<void> {
	const { sendTo, duplicates } = run.options;
	const namesRepeated = sendTo !== 'lists' && duplicates === 'once';
	const firsts = new Map<Mark, CampaignRow>();
	await eachGivingWay(openRows(run), (row) => {
		const unknown = record.recipientsOf(row, 'unknown');
		const found = [...record.recipientsOf(row, 'sent'), ...unknown];
		if (found.length === 0) return;
		const codes = found.map(({ recipient }) => recipient).join(',');
		if (record.recipientsOf(row).length > 0) {
			return refuse(run, [row], {
				reason: `Lists ${codes} already have the message of this Campaign Key, and the others do not`,
				fix: `Remove ${codes} from '${listCodesField.displayName}', or use a different key.`,
			});
		}
		const first = firsts.get(found[0].mark) ?? row;
		firsts.set(found[0].mark, first);
		const isRepeated = namesRepeated && first !== row && isSame(first, row);
		const recipient = isRepeated ? first.phone : codes;
		const duplicateOf = isRepeated ? first.item : undefined;
		row.leftOut = { recipient, duplicateOf, isUnknown: unknown.length > 0 };
		row.fate = fateOfLeftOut(row.leftOut);
	});
}

/** Whether two rows have the same text and settings. */
function isSame(row: CampaignRow, other: CampaignRow): boolean {
	return row.settingsKey === other.settingsKey && row.content === other.content;
}
