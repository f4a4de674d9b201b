import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { accountsOf, type Account, type Accounts } from '../service/itemCredential';
import { comparablePhone, readPhone } from '../rules/phones';
import { type RepairedPhone, repairPhone } from '../rules/repairedPhones';
import { isEmpty, type Problem, quoted } from '../rules/reader';
import type { ContentOptions, ContentReader, RowOptions, RowsKind } from '../values/rowsKind';
import { eachGivingWay } from '../service/pause';
import { openRows, refuse, type Why } from './fate';
import { leaveOut, LISTED } from './leftOut';
import { refuseAll, whyNot, type CampaignRow, type RowsRun } from './rows';
import { filesOfItems } from '../values/itemFiles';
import { recipientReader, recipientZoneReader, type ColumnReader } from '../values/recipientReader';
import { differingOption } from '../values/sameForRun';
import {
	settingsOfItems,
	type RequestSettings,
	type SettingsOfItem,
} from '../values/requestSettings';

interface ReadOptions extends RowOptions {
	/**
	 * What needs one account for all items; none for an operation that makes each request by the
	 * `context` of its settings.
	 */
	oneAccountFor?: string;
}

/**
 * Reads the rows that are open, checking each value by the rules of the specification. Parameters without an expression
 * are read and checked once. An expression that fails for an item refuses that item; one that fails for the run refuses
 * all.
 *
 * @throws what n8n throws when the credential cannot be read
 */
export async function readRows(run: RowsRun, kind: RowsKind, options: ReadOptions): Promise<void> {
	const { context, settings } = run;
	const { oneAccountFor } = options;
	const accounts = await accountsOf(context);
	if (oneAccountFor !== undefined && (await differ(context, accounts))) {
		return refuseAll(run, {
			reason: `${oneAccountFor} takes one credential for all items, but the values of this one differ from item to item`,
			fix: "Use a credential without expressions, or run the node for one account at a time ('Loop Over Items').",
		});
	}
	const readers = await rowReaders(context, kind, options);
	let readForAll: RowReader | undefined;
	try {
		const differing = await differingOption(context, kind);
		if (differing) return refuseAll(run, { reason: differing.rule, fix: differing.fix });
		if (accounts.areOne) readForAll = await readers(await accounts.of(0));
	} catch (error) {
		// What is read for the run concerns every item.
		return refuseAll(run, whyNot(error as Error));
	}
	const inputs = context.getInputData();
	await eachGivingWay(openRows(run), async (row) => {
		let read: RowRead;
		try {
			read = (readForAll ?? (await readers(await accounts.of(row.item))))(
				row,
				inputs[row.item].json,
			);
		} catch (error) {
			// Nor is a recipient or a credential that cannot be read.
			read = { refused: whyNot(error as Error) };
		}
		if ('refused' in read) refuse(run, [row], read.refused);
		else if ('settings' in read) settings.set(row.settingsKey, read.settings);
		else leaveOut(row, LISTED);
	});
}

/** Tells whether the items really have several accounts; one that cannot be read is no other. */
async function differ(context: IExecuteFunctions, accounts: Accounts): Promise<boolean> {
	if (accounts.areOne) return false;
	const keys = new Set<string>();
	for (const item of context.getInputData().keys()) {
		// The item is refused when its row is read.
		const account = await accounts.of(item).catch(() => undefined);
		if (account !== undefined) keys.add(account.key);
	}
	return keys.size > 1;
}

type RowRead = { settings: RequestSettings } | { refused: Why } | { isListed: true };
/** The phone of a row as it is sent. */
type PhoneReader = (entered: unknown) => RepairedPhone | { problem: Problem };
/** Fills a row. */
type RowReader = (row: CampaignRow, json: IDataObject) => RowRead;

/** Prepares the reading of rows, once for each account. */
async function rowReaders(
	context: IExecuteFunctions,
	kind: RowsKind,
	options: RowOptions,
): Promise<(account: Account) => Promise<RowReader>> {
	const { repairNumbers, leaveOut, sendTo, optOut, recipientZone } = options;
	const known = new Map<string, RowReader>();
	const phoneOf: PhoneReader =
		repairNumbers === undefined ? readPhone : (entered) => repairPhone(entered, repairNumbers);
	const recipient = sendTo === 'items' ? recipientReader(context) : undefined;
	const phoneAt = (item: number, json: IDataObject) => {
		const phone = phoneOf(recipient?.at(item, json));
		return 'value' in phone ? phone.value : undefined;
	};
	const zoneAt = recipientZone ? await recipientZoneReader(context, phoneAt) : undefined;
	const fileAt = kind.fileRule && (await filesOfItems(context, kind.fileRule));
	const settingsAt = settingsOfItems(context, kind, options, fileAt);
	return async (account) => {
		let reader = known.get(account.key);
		if (reader === undefined) {
			const contentAt = await kind.contentReader(account.context, {
				...options,
				optOut: linksOf(account, optOut),
			});
			reader = rowReader(
				kind,
				account,
				recipient && { ...recipient, phoneOf, leaveOut, zoneAt },
				settingsAt,
				contentAt,
			);
			known.set(account.key, reader);
		}
		return reader;
	};
}

/** The opt-out links of an account. */
function linksOf({ token }: Account, optOut: RowOptions['optOut']): ContentOptions['optOut'] {
	return optOut === undefined || 'problem' in optOut ? optOut : { value: optOut.value(token) };
}

/** Reads whom a row is for, and where that person's clock is. */
interface WhomReader extends ColumnReader {
	phoneOf: PhoneReader;
	leaveOut?: ReadonlySet<string>;
	zoneAt?: Awaited<ReturnType<typeof recipientZoneReader>>;
}

function rowReader(
	kind: RowsKind,
	account: Account,
	recipient: WhomReader | undefined,
	settingsAt: SettingsOfItem,
	contentAt: ContentReader,
): RowReader {
	// Functions made for each row would be most of what a large campaign needs of n8n's memory.
	const refused = (field: string, { rule, fix }: Problem, more?: object): RowRead => ({
		refused: { reason: `${field} ${rule}`, fix, ...more },
	});
	return (row, json) => {
		const { item } = row;
		const entered = recipient?.at(item, json);
		row.phone = recipient && !isEmpty(entered) ? quoted(entered).slice(1, -1) : '';
		const phone = recipient?.phoneOf(entered) ?? { value: '' };
		if ('problem' in phone) {
			const missing = recipient?.missing(json);
			if (missing) return refused(missing.subject, missing);
			const field = isEmpty(entered) ? 'Phone number' : `Phone number ${quoted(entered)}`;
			return refused(field, phone.problem);
		}
		// Whatever else is wrong with it: nothing of it is sent.
		if (recipient?.leaveOut?.has(comparablePhone(phone.value))) {
			row.phone = phone.value;
			return { isListed: true };
		}
		try {
			const zone = recipient?.zoneAt?.(item, json, phone.value);
			if (zone && 'problem' in zone) return refused(zone.subject, zone.problem);
			const set = settingsAt(item, json, account, zone?.value);
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
			if (content.replacedFrom !== undefined) row.replacedFrom = content.replacedFrom;
			return { settings: set.settings };
		} catch (error) {
			// An expression that fails for one item is no reason to keep the others from being sent.
			return { refused: whyNot(error as Error) };
		}
	};
}
