// What is decided of each row before anything is sent.
import type { IDataObject, NodeOperationError } from 'n8n-workflow';

import { itemChecksOption } from '../fields/beforeSendingFields';
import { optionPath } from '../fields/field';
import { campaignKeyOption } from '../fields/sendingOptions';
import { isMessage, messageHash, itemsText } from '../ledger/ledger';
import { marker, type Mark } from '../ledger/recordEntries';
import { keyChangedError, sendsUnknownAgain } from '../ledger/retries';
import { eachGivingWay, hasCampaignKey } from '../ledger/runState';
import { readCampaignKey } from '../rules/campaignKey';
import { messageTo, recipientsOfBody, entriesOf, groupedBy } from '../rules/lists';
import {
	type Warning,
	messageOf,
	warningsOf,
	whatIsWrong,
	readChecks,
	fixOf,
} from '../rules/messageChecks';
import { valueRead } from '../rules/reader';
import { accountOfRun, type Account, type RunItem } from '../service/connection';
import { inputError, isTool, operationError } from '../service/nodeErrors';
import { addNotificationKey, bodyReader } from '../values/bodyReader';
import { fileReader } from '../values/itemFiles';
import { unmergedText } from '../values/mergeFields';
import { parameterReader } from '../values/parameters';
import { refuse, openRows, type Why } from './fate';
import { RecordOfRows, type MarkedRecipient } from './recordOfRows';
import { recalled, type Row, type RowRequest, type ItemsRun } from './row';

/**
 * Reads and checks all rows that no earlier try settled. What is wrong with one is its fate, so
 * that all are named together.
 *
 * @throws NodeOperationError if the Campaign Key is not that of an earlier try
 */
export async function readItems(run: ItemsRun): Promise<void> {
	const { context, node, work, ledger, rows } = run;
	const parameter = parameterReader(context, work.fields);
	const itemAt = itemReader(run, parameter);
	const keyAt = hasCampaignKey(node) ? keyReader(parameter) : () => '';
	const prepare = preparer(run);
	let keyChanged: NodeOperationError | undefined;
	await eachGivingWay(rows, async (row) => {
		const { item } = row;
		row.before = ledger.of(item);
		if (row.before !== undefined) {
			keyChanged ??= keyChangedError(node, keyAt(item), row.before);
			row.phone = ledger.phones.get(item);
			// What an earlier try sent is not checked again: its time may have passed since.
			const mayRepeat = work.effect === 'changes' || sendsUnknownAgain(context, item);
			const isOpen = 'unknown' in row.before.outcome && mayRepeat;
			if (!isOpen) row.fate = recalled(run, { item, entry: row.before });
			if (!isOpen) return;
		}
		try {
			const read = await itemAt(item);
			row.request = await prepare(row, read);
		} catch (error) {
			refuse(run, [row], error as Error);
		}
	});
	if (keyChanged !== undefined) throw keyChanged;
}

type ParameterReader = ReturnType<typeof parameterReader>;

/** Makes a reader of an item's Campaign Key; it returns undefined for an invalid one. */
function keyReader(parameter: ParameterReader): (index: number) => string | undefined {
	return (index) => {
		try {
			const entered = parameter(optionPath(campaignKeyOption), '', index);
			return valueRead(readCampaignKey(entered));
		} catch {
			return undefined;
		}
	};
}

function itemReader(
	{ context, node }: ItemsRun,
	parameter: ParameterReader,
): (index: number) => Promise<RunItem> {
	const inputs = context.getInputData();
	let account: Promise<Account> | undefined;
	return async (index) => {
		account ??= accountOfRun(context);
		const { context: own, token } = await account;
		return {
			...{ context: own, node, index, token, json: inputs[index].json },
			parameter: (path, fallback) => parameter(path, fallback, index),
		};
	};
}

/** Makes a function that turns an item into its request, or throws NodeOperationError. */
function preparer({ context, node, work, state }: ItemsRun) {
	const { fields, rules, fixed = {}, file, complete = [], channel, finalizeRequest } = work;
	const reader = bodyReader(context, { fields, rules, braces: unmergedText });
	const fileOf = file && fileReader(context, file);
	return async (row: Row, item: RunItem): Promise<RowRequest> => {
		const { index, json } = item;
		const entered = reader.enteredFor(index, json, await fileOf?.(index));
		notePhone(row, entered.values);
		const read = reader.bodyOf(entered, { now: new Date() });
		if ('problems' in read) throw inputError(node, read.problems, index);
		let body = { ...fixed, ...read.body };
		for (const step of complete) body = await step(item, body);
		addNotificationKey(body, channel, item);
		const warnings = isMessage(state) ? checkedMessage(item, body) : [];
		// What keeps a request from being sent shows before any other is sent.
		finalizeRequest?.(item, body);
		return { item, body, warnings };
	};
}

/** Notes the phone of a row as entered, for its error. */
function notePhone(row: Row, { list, to, phone }: IDataObject): void {
	const entered = list ?? to ?? phone;
	if (typeof entered === 'string' || typeof entered === 'number') row.phone = String(entered);
}

/** Reads the Campaign Key of each row, and refuses rows that it cannot protect. */
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

/** If the service ends a campaign early, no one can tell it from a complete one. */
export const NO_LIMIT_WITH_KEY: Why = {
	reason:
		"'Message Limit' cannot be used together with a Campaign Key: the service doesn't report who was skipped",
	fix: 'Remove one of the two options.',
};

/**
 * Looks up who already got a message with the key of a row, and refuses rows with a different
 * message for the recipient of an earlier row.
 *
 * @throws NodeOperationError if n8n cannot keep the record
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
		// A recipient that is named several times is one.
		const each = [...new Map(all.map((one) => [one.mark, one])).values()];
		return [row, each] as [Row, MarkedRecipient[]];
	});
	return new Map(marked);
}

/** A message of unknown outcome is sent again only if every row that has it says so. */
function sendsAgain(
	{ context }: ItemsRun,
	marked: Map<Row, MarkedRecipient[]>,
): (mark: Mark) => boolean {
	const notAgain = new Set<Mark>();
	for (const [row, all] of marked) {
		if (sendsUnknownAgain(context, row.item)) continue;
		for (const { mark } of all) notAgain.add(mark);
	}
	return (mark) => !notAgain.has(mark);
}

/** Allows one message to a distribution list in a run, over all tries. A tool's items are calls. */
export async function oneMessagePerList(run: ItemsRun): Promise<void> {
	if (isTool(run.node)) return;
	// Requests of contacts name a list, but send nothing to it.
	if (run.node.parameters.sendTo === undefined) return;
	const named = await eachGivingWay(openRows(run), (row) =>
		entriesOf(row.request!.body.pid).map((list) => ({ list, row })),
	);
	const naming = groupedBy(named.flat(), ({ list }) => list);
	if (naming.size === 0) return;
	const reached = run.ledger.reached();
	for (const [list, both] of naming) {
		const rows = both.map(({ row }) => row);
		const before = (reached.get(`list ${list}`) ?? []).map(({ item }) => item);
		const items = [...new Set([...before, ...rows.map(({ item }) => item)])];
		if (items.length === 1) continue;
		refuse(run, rows, {
			reason: `Distribution list ${list} is in ${itemsText(items)}, and each list gets one message in a run`,
			fix: "Turn on 'Execute Once' to send it once for all items, or name each list in one item. Nothing was sent for this item.",
		});
	}
}

/**
 * Checks the message of one item.
 *
 * @returns what the checks warn of
 * @throws NodeOperationError for an item that 'Blocking Checks' keeps back
 */
export function checkedMessage(item: RunItem, body: IDataObject): Warning[] {
	const read = readChecks(item.parameter(optionPath(itemChecksOption), null));
	const { message, text } = item.node.parameters;
	const warnings = warningsOf(messageOf(body, message ?? text));
	const against = warnings.find(({ check }) => 'value' in read && read.value.has(check));
	if (against === undefined) return warnings;
	const rule = `${whatIsWrong(against)} ('Blocking Checks')`;
	throw inputError(item.node, [{ field: 'Message', rule, fix: fixOf(against) }], item.index);
}
