import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { besideColumns, overwrittenColumns } from './inputColumns';
import { fullTexts, type ErrorTexts } from '../transport/quietError';

/**
 * What n8n does to error items (seen in n8n-core 1.123, 2.0 and 2.41, `workflow-execute`):
 *
 * - With "Continue (using error output)" an item whose `json` holds `error`, or `error` and
 *   `message`, and nothing else goes to the error output, and its paired input row is merged in.
 * - Later the `json` of every item with an `error` object becomes `{ error: message }`: the row is
 *   lost again. So error items carry no `error` object.
 * - With "Continue" nothing is moved and nothing merged: the row has to be in the item.
 *
 * Delete what follows from it when n8n keeps the row of an item that failed.
 */

/** Why an item failed, as a person reads it. */
export interface Failure {
	/** What happened, as a sentence without a full stop. */
	message: string;
	/** What to do about it, in sentences. */
	description?: string | null;
}

/** Tells whether n8n goes on with the items of an error output. */
export function hasErrorOutput(context: Pick<IExecuteFunctions, 'getNode'>): boolean {
	return context.getNode().onError === 'continueErrorOutput';
}

/**
 * The output item for an input item that failed, in the shape that keeps the row on every version of
 * n8n, with "Continue" and with "Continue (using error output)".
 *
 * @param item index of the input item
 * @returns `error` with what happened and how to fix it, beside the row's own columns
 */
export function errorItem(
	context: Pick<IExecuteFunctions, 'getNode' | 'getInputData' | 'getExecuteData'>,
	item: number,
	failure: Failure,
): INodeExecutionData {
	const { json: row = {}, binary } = context.getInputData()[item] ?? {};
	const own = { error: errorText(fullTexts(failure)) };
	const json = hasErrorOutput(context)
		? { ...own, ...notMerged(row, own, context.getExecuteData().source !== null) }
		: besideColumns(row, own);
	return {
		json,
		...(binary === undefined ? {} : { binary }),
		pairedItem: { item },
	};
}

/** What happened and how to fix it, in one text. */
export function errorText({ message, description }: ErrorTexts): string {
	const fix = description.trim();
	if (fix === '' || message.includes(fix)) return message;
	return `${message.replace(/\.$/, '')}. ${fix}`;
}

/** What n8n's merging would lose of a row, under the one other key it allows an error item. */
function notMerged(row: IDataObject, own: IDataObject, isMerged: boolean): IDataObject {
	if (!isMerged) return Object.keys(row).length === 0 ? {} : { message: { columns: row } };
	if (overwrittenColumns(row, own) === undefined) return {};
	return { message: { columns: overwrittenColumns(row, { ...own, message: {} }) } };
}
