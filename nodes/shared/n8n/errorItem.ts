import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import {
	ERROR_COLUMNS,
	INPUT_COLUMNS,
	OUTCOME_COLUMNS,
	OUTCOME_UNKNOWN,
	overwrittenColumns,
	withoutColumns,
} from './inputColumns';
import { isUnknownOutcome, fullTexts, verbsOf, type ErrorTexts } from '../service/nodeErrors';

/**
 * What n8n does to error items (seen in n8n-core 2.0 and 2.41, `workflow-execute`):
 *
 * - With "Continue (using error output)" an item whose `json` holds `error`, or `error` and `message`, and
 *   nothing else goes to the error output, and its paired input row is merged in.
 * - Later the `json` of every item with an `error` object becomes `{ error: message }`: the row is lost
 *   again. So error items have no `error` object that would be copied.
 * - With "Continue" nothing is moved and nothing merged: the row has to be in the item.
 * - An item with an `error` goes to the error output whatever its `json` holds. Merging copies what is
 *   enumerable: an `error` that is not moves the item there and is then lost.
 *
 * Delete what follows from it when n8n keeps the row of an item that failed.
 */

/** Why an item failed, as a person reads it. */
export interface Failure {
	/** What happened, as a sentence without a full stop. */
	message: string;
	/** What to do about it, in sentences. */
	description?: string | null;
	/** Whether it may have been done all the same; left out where the error knows it. */
	isUnknown?: boolean;
}

/** Tells whether n8n continues with the items of an error output. */
export function hasErrorOutput(context: Pick<IExecuteFunctions, 'getNode'>): boolean {
	return context.getNode().onError === 'continueErrorOutput';
}

/**
 * The output item for an input item that failed, in the shape that keeps the row on every version of
 * n8n, with "Continue" and with "Continue (using error output)".
 *
 * @param item index of the input item
 * @param isPreview true where the row is to be had again as it was
 * @returns `error` with what happened and how to fix it, and `outcomeUnknown: true` where it may have
 *   been done all the same, beside the row's own columns; those that would say of a node that sends that it has
 *   sent are moved
 */
export function errorItem(
	context: Pick<IExecuteFunctions, 'getNode' | 'getInputData' | 'getExecuteData'>,
	item: number,
	failure: Failure,
	isPreview = false,
): INodeExecutionData {
	const { json: row = {}, binary } = context.getInputData()[item] ?? {};
	const error = errorText(fullTexts(failure));
	const flag = outcomeFlag(row, failure);
	const others = { ...(binary === undefined ? {} : { binary }), pairedItem: { item } };
	const own = { error, ...flag };
	const reserved = reservedIn(row, context);
	if (!hasErrorOutput(context)) {
		const names = isPreview ? [...reserved, ...ERROR_COLUMNS, INPUT_COLUMNS] : reserved;
		return { json: withoutColumns(row, own, names), ...others };
	}
	if (context.getExecuteData().source === null) {
		const columns = Object.keys(row).length === 0 ? {} : { columns: row };
		return { json: errorAlone(error, { ...columns, ...flag }), ...others };
	}
	// n8n merges the row in under what is here: what moved has to be there, without a value.
	const none = Object.fromEntries(reserved.map((name) => [name, undefined]));
	const all = { ...own, ...none };
	const columns = overwrittenColumns(row, all) && overwrittenColumns(row, { ...all, message: {} });
	const output = { json: { ...all, ...(columns && { message: { columns } }) }, ...others };
	return Object.keys({ ...flag, ...none }).length === 0 ? output : forErrorOutput(output);
}

/** Columns of the row that would say that this node sent something. */
function reservedIn(row: IDataObject, context: Pick<IExecuteFunctions, 'getNode'>): string[] {
	const isSending = ['sent', 'started'].includes(verbsOf(context.getNode()).done);
	return isSending ? OUTCOME_COLUMNS.filter((name) => Object.hasOwn(row, name)) : [];
}

/** Tells whether an error item says that it may have been done all the same. */
export function saysUnknown({ json }: INodeExecutionData): boolean {
	const { outcomeUnknown, message } = json;
	return outcomeUnknown === true || (message as IDataObject | null)?.[OUTCOME_UNKNOWN] === true;
}

/** The `json` of an error item in the one form n8n takes for one: what else there is is under `message`. */
export function errorAlone(error: unknown, message: IDataObject): IDataObject {
	return { error, ...(Object.keys(message).length === 0 ? {} : { message }) } as IDataObject;
}

/** What happened and how to fix it, in one text. */
export function errorText({ message, description }: ErrorTexts): string {
	const fix = description.trim();
	if (fix === '' || message.includes(fix)) return message;
	return `${message.replace(/\.$/, '')}. ${fix}`;
}

/** Says it of an item of unknown outcome; of another only to correct what its row says of an earlier try. */
function outcomeFlag(row: IDataObject, failure: Failure): IDataObject {
	const { isUnknown = isUnknownOutcome(failure) } = failure;
	return isUnknown || Object.hasOwn(row, OUTCOME_UNKNOWN) ? { [OUTCOME_UNKNOWN]: isUnknown } : {};
}

/** Has n8n move an item to the error output that holds more than it would take for an error. */
export function forErrorOutput(output: INodeExecutionData): INodeExecutionData {
	return Object.defineProperty(output, 'error', { value: true, enumerable: false });
}
