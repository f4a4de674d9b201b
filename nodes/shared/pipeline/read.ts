import type { IDataObject, NodeOperationError } from 'n8n-workflow';

import { optionPath } from '../fields/field';
import { campaignKeyOption } from '../fields/sendingOptions';
import { readCampaignKey } from '../rules/campaignKey';
import { bodyReader } from '../values/bodyReader';
import { checkedMessage } from '../values/checkedTexts';
import { fileReader } from '../values/itemFiles';
import { unmergedText } from '../values/mergeFields';
import { parameterReader } from '../values/parameters';
import { hasCampaignKey, keyChangedError } from '../ledger/earlierKey';
import { isMessage } from '../ledger/ledger';
import { sendsUnknownAgain } from '../ledger/unknownOutcome';
import { accountOfRun, type Account, type RunItem } from '../service/itemCredential';
import { inputError, isTool } from '../service/nodeErrors';
import { eachGivingWay } from '../service/pause';
import { refuse } from './fate';
import { recalled, type Row, type RowRequest, type ItemsRun } from './row';

/**
 * Reads and checks all rows that no earlier try settled; what is wrong with one is its fate, so that all are named
 * together.
 *
 * @throws NodeOperationError where the Campaign Key is not that of an earlier try
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
		row.before = isTool(node) ? undefined : ledger.of(item);
		if (row.before !== undefined) {
			keyChanged ??= keyChangedError(node, keyAt(item), row.before);
			row.phone = ledger.phones.get(item);
			// What was sent in an earlier try is not checked again: its time may have passed meanwhile.
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

/** Makes what reads the Campaign Key of an item; undefined for one that cannot be read. */
function keyReader(parameter: ParameterReader): (index: number) => string | undefined {
	return (index) => {
		try {
			const read = readCampaignKey(parameter(optionPath(campaignKeyOption), '', index));
			return 'value' in read ? read.value : undefined;
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

/** Makes what turns an item into its request. It throws NodeOperationError for one that breaks a rule. */
function preparer({ context, node, work, state }: ItemsRun) {
	const { fields, rules, fixed = {}, file, complete = [], finalizeRequest } = work;
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
		const warnings = isMessage(state) ? checkedMessage(item, body) : [];
		// What keeps a request from being sent shows before any other is sent.
		finalizeRequest?.(item, body);
		return { item, body, warnings };
	};
}

/** Notes the phone of a row as it was entered, by which its error names it. */
function notePhone(row: Row, { list, to, phone }: IDataObject): void {
	const entered = list ?? to ?? phone;
	if (typeof entered === 'string' || typeof entered === 'number') row.phone = String(entered);
}
