// What a node puts out in n8n: error items that keep their rows, and hints.
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { fullTexts, isReview, type ErrorTexts, verbsOf } from '../service/nodeErrors';
import { OUTCOME, outcomeOfError, type OutcomeOfError } from '../service/rowOutcome';
import { besideColumns, OUTCOME_COLUMNS } from './inputColumns';

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
	/** What became of the row; left out where the error knows it. */
	outcome?: OutcomeOfError;
}

/** Tells whether n8n continues with the items of an error output; an agent reads all of its review at the other one. */
export function hasErrorOutput(context: Pick<IExecuteFunctions, 'getNode'>): boolean {
	const node = context.getNode();
	return node.onError === 'continueErrorOutput' && !isReview(node);
}

/**
 * Makes the error items of a run, of which there may be many: n8n (2.41) copies the whole node each time it is asked
 * for it.
 */
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
 * The output item for an input item that failed, in the shape that keeps the row on every version of
 * n8n, with "Continue" and with "Continue (using error output)".
 *
 * @param item index of the input item
 * @param more what else is said of it
 * @param reserved columns of the row that may not stay where they are
 * @returns `outcome`, but for an operation that only asks, and `error` with what happened and how to fix it, beside the
 *   row's own columns. Into an error output n8n puts the columns of the row first
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
	// n8n merges the row in under what is here: what moved has to be there, without a value.
	for (const name of Object.keys(row)) if (!Object.hasOwn(json, name)) json[name] = undefined;
	// Has n8n move an item to the error output that holds more than it would take for an error.
	return Object.defineProperty({ json, ...others }, 'error', { value: true, enumerable: false });
}

/** Columns of a row that would say that this node sent something. */
function reservedOf(context: Pick<IExecuteFunctions, 'getNode'>): string[] {
	const isSending = ['sent', 'started'].includes(verbsOf(context.getNode()).done);
	return isSending ? OUTCOME_COLUMNS : [];
}

/** The `json` of an error item in the one form n8n takes for one: what else there is is under `message`. */
export function errorAlone({ error, ...message }: IDataObject): IDataObject {
	return { error, ...(Object.keys(message).length === 0 ? {} : { message }) };
}

/** What happened and how to fix it, in one text. */
export function errorText({ message, description }: ErrorTexts): string {
	const fix = description.trim();
	if (fix === '' || message.includes(fix)) return message;
	return `${message.replace(/\.$/, '')}. ${fix}`;
}

/** What is said of a row that failed; nothing by an operation that only asks. */
export function outcomeColumn(
	context: Pick<IExecuteFunctions, 'getNode'>,
	failure: Failure,
): IDataObject {
	if (verbsOf(context.getNode()).onlyAsks) return {};
	return { [OUTCOME]: failure.outcome ?? outcomeOfError(failure) };
}

/**
 * Outputs what a review gives where its agent reads it; no other node needs this.
 *
 * n8n (2.41, `handleNodeErrorOutput`) empties the only output of a review that is to continue with its error
 * output, an approval included, and the agent reads a rejection. Delete this when n8n keeps it.
 */
export function keepOutputOfReview(context: IExecuteFunctions): void {
	const executeData = context.getExecuteData();
	executeData.node = { ...executeData.node, onError: 'continueRegularOutput' };
}

/** How much a hint matters. */
type Weight = 'info' | 'warning';

/**
 * Shows a hint at the node's output. n8n 2.0 and 2.41 can, but not in every context they run a
 * node in. Delete the question when all have it.
 */
export function giveHint(
	context: IExecuteFunctions,
	message: string | undefined,
	type: Weight = 'info',
): void {
	const { addExecutionHints } = context as Partial<IExecuteFunctions>;
	if (message === undefined || addExecutionHints === undefined) return;
	addExecutionHints.call(context, { message, type, location: 'outputPane' });
}

/**
 * Says how many items failed in a run that continues: among many others they are easily
 * overlooked. Those that may have been sent are counted separately.
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
