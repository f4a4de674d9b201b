import type { IExecuteFunctions } from 'n8n-workflow';

import { giveHint } from '../n8n/hints';
import type { QuietPeriod } from '../rules/beforeSending';
import type { ReadItems } from '../run/readRows';
import type { CampaignRow } from '../run/planRequests';
import { RecentRecord, type LastSent } from '../sentBefore/recentRecord';
import type { Mark } from '../sentBefore/recordEntries';
import { eachGivingWay } from '../service/pause';
import {
	isSame,
	markedRecipients,
	marksIn,
	type KeyedRun,
	type LeftOut,
	type LeftOutReason,
	type OpenRecords,
} from './campaignKey';
import type { RunOptions } from './runOptions';

/**
 * Leaves out recipients that this node, or its workflow, sent to within a period, and later rows with another message
 * for the recipient of an earlier one: each gets one in the period.
 *
 * @param again items that this execution may have sent already, and sends again: their own message does not count
 * @param records gets the record
 * @throws NodeOperationError where n8n cannot keep the record, or it cannot hold them
 */
export async function leaveOutRecent(
	context: IExecuteFunctions,
	read: ReadItems,
	recently: QuietPeriod,
	{ onlyEstimate, duplicates }: RunOptions,
	again: ReadonlySet<number>,
	records: OpenRecords,
): Promise<KeyedRun> {
	const record = new RecentRecord(context, recently);
	records.push(record);
	const recipients = await markedRecipients(read, 'items', (phone) => record.markOf(phone));
	const ours = new Set(marksIn([...again].map((item) => recipients.get(item) ?? [])));
	const found = await record.lookUp(marksIn(recipients.values()), onlyEstimate, ours);
	giveHint(context, record.fullnessHint());
	const left: ReadItems = { ...read, rows: [] };
	const leftOut: LeftOut[] = [];
	const firsts = new Map<Mark, CampaignRow>();
	await eachGivingWay(read.rows, (row) => {
		const [{ mark }] = recipients.get(row.item)!;
		const last = found.get(mark);
		const first = firsts.get(mark) ?? row;
		firsts.set(mark, first);
		const isOne = first === row || (duplicates === 'once' && isSame(first, row));
		if (last === undefined && isOne) {
			left.rows.push(row);
			return;
		}
		const reason = last ? reasonOf(last, record, recently) : ANOTHER_MESSAGE;
		leftOut.push({ item: row.item, recipient: row.phone, isUnknown: false, byOption: reason });
	});
	return { read: left, leftOut, noted: onlyEstimate ? undefined : { record, recipients } };
}

const ANOTHER_MESSAGE = {
	because: "'Leave Out': an earlier row has another message for this phone number",
	nextPossibleAt: null,
};

function reasonOf(
	last: LastSent,
	record: RecentRecord,
	{ said, sentBy }: QuietPeriod,
): LeftOutReason {
	const next = record.nextPossible(last);
	if (next === undefined) {
		return {
			because: "'Leave Out': another execution may be sending to this phone number",
			nextPossibleAt: null,
		};
	}
	return {
		because: `'Leave Out': this ${sentBy} sent to this phone number within ${said}`,
		nextPossibleAt: next.toISOString(),
	};
}
