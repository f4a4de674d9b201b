// What is read of each row of a campaign.
import type { IDataObject } from 'n8n-workflow';

import { eachGivingWay } from '../ledger/runState';
import { comparablePhone, readPhone, type RepairedPhone, repairPhone } from '../rules/phones';
import { isEmpty, type Problem, quoted } from '../rules/reader';
import { accountOfRun, type Account } from '../service/connection';
import { filesOfItems } from '../values/itemFiles';
import { recipientReader, recipientZoneReader } from '../values/recipientReader';
import { settingsOfItems, type RequestSettings } from '../values/requestSettings';
import type { ContentOptions, RowOptions, RowsKind } from '../values/rowsKind';
import { differingOption } from '../values/sameForRun';
import { openRows, refuse, type Why } from './fate';
import { leaveOut, LISTED } from './leftOut';
import { refuseAll, whyNot, type CampaignRow, type RowsRun } from './rows';

/**
 * Reads the open rows, and checks each value by the rules of the specification. Parameters without
 * an expression are read once. An expression that fails for one item refuses that item; one that
 * fails for the run refuses all.
 *
 * @throws what n8n throws if the credential cannot be read
 */
export async function readRows(run: RowsRun, kind: RowsKind, options: RowOptions): Promise<void> {
	const { context, settings } = run;
	const account = await accountOfRun(context);
	run.account = account;
	let readerOf: RowReader;
	try {
		const differing = await differingOption(context, kind);
		if (differing) return refuseAll(run, { reason: differing.rule, fix: differing.fix });
		readerOf = await rowReader(account, kind, options);
	} catch (error) {
		// What is read for the run concerns every item.
		return refuseAll(run, whyNot(error as Error));
	}
	const inputs = context.getInputData();
	await eachGivingWay(openRows(run), (row) => {
		let read: RowRead;
		try {
			read = readerOf(row, inputs[row.item].json);
		} catch (error) {
			// An expression that fails for one item does not stop the others.
			read = { refused: whyNot(error as Error) };
		}
		if ('refused' in read) refuse(run, [row], read.refused);
		else if ('settings' in read) settings.set(row.settingsKey, read.settings);
		else leaveOut(row, LISTED);
	});
}

type RowRead = { settings: RequestSettings } | { refused: Why } | { isListed: true };
/** The phone of a row as it is sent. */
type PhoneReader = (entered: unknown) => RepairedPhone | { problem: Problem };
/** Fills a row. */
type RowReader = (row: CampaignRow, json: IDataObject) => RowRead;

async function rowReader(
	{ context, token }: Account,
	kind: RowsKind,
	options: RowOptions,
): Promise<RowReader> {
	const { repairNumbers, leaveOut, sendTo, recipientZone, optOut } = options;
	const phoneOf: PhoneReader =
		repairNumbers === undefined ? readPhone : (entered) => repairPhone(entered, repairNumbers);
	const recipient = sendTo === 'items' ? recipientReader(context) : undefined;
	const zoneAt = recipientZone ? recipientZoneReader(context) : undefined;
	const fileAt = kind.fileRule && (await filesOfItems(context, kind.fileRule));
	const links = optOut && 'value' in optOut ? { value: optOut.value(token) } : optOut;
	const read: ContentOptions = { ...options, optOut: links };
	const settingsAt = settingsOfItems({ context, token }, kind, read, fileAt);
	const contentAt = await kind.contentReader(context, read);
	// Functions made for each row would take most of a large campaign's memory.
	const refused = (field: string, { rule, fix }: Problem, more?: object): RowRead => ({
		refused: { reason: `${field} ${rule}`, fix, ...more },
	});
	return (row, json) => {
		const { item } = row;
		const entered = recipient?.at(item, json);
		row.phone = recipient && !isEmpty(entered) ? quoted(entered).slice(1, -1) : '';
		const phone = recipient ? phoneOf(entered) : { value: '' };
		if ('problem' in phone) {
			const missing = recipient?.missing(json);
			if (missing) return refused(missing.subject, missing);
			const field = isEmpty(entered) ? 'Phone number' : `Phone number ${quoted(entered)}`;
			return refused(field, phone.problem);
		}
		// Whatever else is wrong with it, it is not sent.
		if (leaveOut?.has(comparablePhone(phone.value))) {
			row.phone = phone.value;
			return { isListed: true };
		}
		const zone = zoneAt?.(item, json);
		if (zone && 'problem' in zone) return refused(zone.subject, zone.problem);
		const set = settingsAt(item, json, zone?.value);
		if ('problem' in set) return refused(set.problem.field, set.problem);
		const content = contentAt(item, json, set.settings.body);
		if ('problem' in content) {
			const { field = kind.contentLabel, concernsAll } = content.problem;
			return refused(field, content.problem, concernsAll && { concernsAll });
		}
		row.phone = phone.value;
		row.content = content.value;
		row.settingsKey = set.key;
		if ('repairedFrom' in phone) row.repairedFrom = phone.repairedFrom;
		return { settings: set.settings };
	};
}
