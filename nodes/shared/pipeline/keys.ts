import type { IDataObject } from 'n8n-workflow';

import { optionPath } from '../fields/field';
import { campaignKeyOption } from '../fields/sendingOptions';
import { readCampaignKey } from '../rules/campaignKey';
import { messageTo, recipientsOfBody } from '../rules/lists';
import { openRows, refuse, type Said, type Why } from './fate';
import { hasCampaignKey } from '../ledger/earlierKey';
import { messageHash } from '../ledger/ledger';
import { marker, type Mark } from '../ledger/recordEntries';
import { RecordOfRows, type MarkedRecipient } from './recordOfRows';
import { sendsUnknownAgain } from '../ledger/unknownOutcome';
import { recipientsOfRequest } from '../service/campaignOf';
import { operationError } from '../service/nodeErrors';
import { eachGivingWay } from '../service/pause';
import type { Row, ItemsRun } from './row';

/** Reads the Campaign Key of each row, and refuses those that it cannot protect. */
export async function readKeys(run: ItemsRun): Promise<void> {
	if (run.work.effect !== 'once' || !hasCampaignKey(run.node)) return;
	await eachGivingWay(openRows(run), (row) => {
		const { item, body } = row.request!;
		const read = readCampaignKey(item.parameter(optionPath(campaignKeyOption), ''));
		if ('problem' in read) {
			const { rule, fix } = read.problem;
			return refuseRow(run, row, `Campaign Key ${rule}`, fix);
		}
		row.key = read.value;
		if (body.ms === undefined) return;
		const { reason, fix } = NO_LIMIT_WITH_KEY;
		refuseRow(run, row, reason, fix);
	});
}

function refuseRow(run: ItemsRun, row: Row, message: string, fix: string): void {
	const description = `${fix} Nothing was sent for this item.`;
	refuse(run, [row], operationError(run.node, { message, description, itemIndex: row.item }));
}

/** A campaign that the service ends before everybody got it cannot be told from a whole one. */
export const NO_LIMIT_WITH_KEY: Why = {
	reason:
		"'Message Limit' cannot be used together with a Campaign Key: the service doesn't report who was skipped",
	fix: 'Remove one of the two options.',
};

/**
 * Looks up who got a message with the key of a row before, and refuses rows that have another message for the recipient of
 * an earlier one.
 *
 * @throws NodeOperationError where n8n cannot keep the record
 */
export async function lookUpKeys(run: ItemsRun): Promise<void> {
	const keyed = openRows(run).filter(({ key }) => key !== undefined);
	if (keyed.length === 0 || (run.stops && run.hasRefused)) return;
	const marked = await markedRecipients(keyed);
	const record = await RecordOfRows.of(run.context, marked, {
		sendsAgain: sendsAgain(run, marked),
	});
	run.records.push(record);
	await record.refuseOthers(run, {
		key: (row) => row.key!,
		messageOf: ({ request }) => messageTo(request!.body),
		hashOf: ({ request }, { recipient }) => messageHash(request!.body, recipient),
		fix: 'Combine the two messages, or use a different Campaign Key for each.',
	});
}

async function markedRecipients(rows: Row[]): Promise<Map<Row, MarkedRecipient[]>> {
	const markOf = marker(rows[0].request!.item.token);
	const marked = await eachGivingWay(rows, (row) => {
		const { body } = row.request!;
		const all = recipientsOfBody(body).map(({ name, compared }) => ({
			...{ recipient: name, compared, ...markOf(row.key!, compared) },
		}));
		// However often a recipient is named, each is one.
		const each = [...new Map(all.map((one) => [one.mark, one])).values()];
		return [row, each] as [Row, MarkedRecipient[]];
	});
	return new Map(marked);
}

/** Messages of unknown outcome are sent again where each row that has them says so. */
function sendsAgain(run: ItemsRun, marked: Map<Row, MarkedRecipient[]>): (mark: Mark) => boolean {
	const notAgain = new Set<Mark>();
	for (const row of openRows(run)) {
		if (sendsUnknownAgain(run.context, row.item)) continue;
		for (const { mark } of marked.get(row) ?? []) notAgain.add(mark);
	}
	return (mark) => !notAgain.has(mark);
}

/** The recipients of a request: those who are left, those who got its message before, and those who may have. */
interface Recipients {
	left: string[];
	sent: string[];
	unknown: string[];
}

/** Whether the row was sent before, and whom it was for; of several recipients also which. */
export function saidByRecord(body: IDataObject, { left, sent, unknown }: Recipients): Said {
	const isOut = left.length === 0;
	const isOne = left.length + sent.length + unknown.length === 1;
	const outcome = unknown.length > 0 ? 'unknown' : isOut ? 'alreadySent' : 'accepted';
	return {
		outcome,
		...(isOut ? { taskId: null, ...recipientsOfRequest(body) } : {}),
		...(!isOne && sent.length > 0 ? { alreadySentTo: sent } : {}),
		...(!isOne && unknown.length > 0 ? { outcomeUnknownFor: unknown } : {}),
	};
}
