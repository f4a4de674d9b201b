// What a node outputs in n8n: error items that keep their rows, and hints.
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { fullTexts, isReview, type ErrorTexts, verbsOf } from '../service/nodeErrors';
import { OUTCOME, outcomeOfError, type OutcomeOfError } from '../service/rowOutcome';
import { besideColumns, OUTCOME_COLUMNS } from './inputColumns';

/**
 * What n8n does to error items (n8n-core 2.0 and 2.41, `workflow-execute`):
 *
 * - With "Continue (using error output)", an item whose `json` has only `error`, or `error` and
 *   `message`, goes to the error output. n8n merges its paired input row in.
 * - Later the `json` of every item with an `error` object becomes `{ error: message }`, and the row
 *   is lost. So error items have no enumerable `error` object.
 * - With "Continue", n8n moves and merges nothing, so the row has to be in the item.
 * - An item with an `error` goes to the error output whatever its `json` has. Merging copies only
 *   what is enumerable, so a non-enumerable `error` moves the item and is then lost.
 *
 * Delete what follows from it when n8n keeps the row of a failed item.
 */

/** Why an item failed, for a person to read. */
export interface Failure {
	/** What happened: a sentence without a period. */
	message: string;
	/** What to do about it, in sentences. */
	description?: string | null;
	/** What became of the row, if the error does not say it. */
	outcome?: OutcomeOfError;
}

/** Whether failed items go to an error output. An agent reads its whole review at the other one. */
export function hasErrorOutput(context: Pick<IExecuteFunctions, 'getNode'>): boolean {
	const node = context.getNode();
	return node.onError === 'continueErrorOutput' && !isReview(node);
}

/** Makes many error items with one copy of the node: n8n (2.41) copies it each time. */
export function errorItems(
	context: IExecuteFunctions,
	reserved?: string[],
): (item: number, failure: Failure) => INodeExecutionData {
	const node = context.getNode();
	const inputs = context.getInputData();
	const executeData = context.getExecuteData();
	const known = {
		getNode: () => node,
		getInputData: () => inputs,
		getExecuteData: () => executeData,
	};
	return (item, failure) => errorItem(known, item, failure, {}, reserved);
}

/**
 * The output item for a failed input item. It keeps the row on every version of n8n, with
 * "Continue" and with "Continue (using error output)".
 *
 * @param item index of the input item
 * @param more other columns for it
 * @param reserved columns of the row that must move
 * @returns `error` with what happened and how to fix it, `outcome` unless the operation only asks,
 *   and the row's own columns. In an error output, n8n puts the row's columns first
 */
export function errorItem(
	context: Pick<IExecuteFunctions, 'getNode' | 'getInputData' | 'getExecuteData'>,
	item: number,
	failure: Failure,
	more: IDataObject = {},
	reserved = reservedOf(context),
): INodeExecutionData {
	const { json: row = {}, binary } = context.getInputData()[item] ?? {};
	const said = { ...outcomeColumn(context, failure), ...more };
	const own = { ...said, error: errorText(fullTexts(failure)) };
	const json = besideColumns(row, own, reserved);
	const others = { ...(binary === undefined ? {} : { binary }), pairedItem: { item } };
	if (!hasErrorOutput(context)) return { json, ...others };
	if (context.getExecuteData().source === null) return { json: errorAlone(json), ...others };
	// n8n merges the row in below. A moved column must exist here, without a value.
	for (const name of Object.keys(row)) if (!Object.hasOwn(json, name)) json[name] = undefined;
	// Makes n8n move an item with other columns to the error output.
	return Object.defineProperty({ json, ...others }, 'error', { value: true, enumerable: false });
}

/** Columns of a row that would say that this node sent something. */
function reservedOf(context: Pick<IExecuteFunctions, 'getNode'>): string[] {
	const isSending = ['sent', 'started'].includes(verbsOf(context.getNode()).done);
	return isSending ? OUTCOME_COLUMNS : [];
}

/** The `json` that n8n recognizes as an error: everything else is under `message`. */
export function errorAlone({ error, ...message }: IDataObject): IDataObject {
	return { error, ...(Object.keys(message).length === 0 ? {} : { message }) };
}

/** What happened and how to fix it, as one text. */
export function errorText({ message, description }: ErrorTexts): string {
	const fix = description.trim();
	if (fix === '' || message.includes(fix)) return message;
	return `${message.replace(/\.$/, '')}. ${fix}`;
}

/** The outcome of a failed row; empty for an operation that only asks. */
export function outcomeColumn(
	context: Pick<IExecuteFunctions, 'getNode'>,
	failure: Failure,
): IDataObject {
	if (verbsOf(context.getNode()).onlyAsks) return {};
	return { [OUTCOME]: failure.outcome ?? outcomeOfError(failure) };
}

/**
 * Keeps the output of a review where its agent reads it. No other node needs this.
 *
 * n8n (2.41, `handleNodeErrorOutput`) empties the only output of a review with an error output. The
 * agent then reads even an approval as a rejection. Delete this when n8n keeps it.
 */
export function keepOutputOfReview(context: IExecuteFunctions): void {
	const executeData = context.getExecuteData();
	executeData.node = { ...executeData.node, onError: 'continueRegularOutput' };
}

/**
 * A text for where n8n shows HTML: hints and descriptions of errors (2.0 and 2.41, `v-n8n-html`).
 * Data in it must not become a link. Only what begins a tag is escaped, unlike by `escaped`: logs
 * and n8n's API give the same text as it is. Delete this when n8n shows it as text.
 */
export function asHtml(text: string): string {
	return text.replaceAll('<', '&lt;');
}

/** How much a hint matters. */
type Weight = 'info' | 'warning';

/**
 * Shows a hint at the node's output. n8n 2.0 and 2.41 cannot do this in every context. Delete the
 * check when all can.
 */
export function giveHint(
	context: IExecuteFunctions,
	message: string | undefined,
	type: Weight = 'info',
): void {
	const { addExecutionHints } = context as Partial<IExecuteFunctions>;
	if (message === undefined || addExecutionHints === undefined) return;
	addExecutionHints.call(context, { message: asHtml(message), type, location: 'outputPane' });
}

/**
 * Says how many items failed in a run that continues, because they are easy to overlook. Items that
 * may have been sent are counted separately.
 */
export function hintAtFailed(
	context: IExecuteFunctions,
	{ failed, unknown, all }: Record<'failed' | 'unknown' | 'all', number>,
): void {
	if (failed === 0) return;
	const { done, mayRepeat } = verbsOf(context.getNode());
	const advice = mayRepeat ? 'run them again' : 'check in the service before you run them again';
	const open = `, and ${unknown} of them may have been ${done} ('${OUTCOME}': unknown): ${advice}`;
	const count = `${failed} of ${all} items failed`;
	giveHint(context, `${count}${unknown === 0 ? '' : open}. Each says why in 'error'.`, 'warning');
}
