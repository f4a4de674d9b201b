import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	NodeOperationError,
} from 'n8n-workflow';

import { errorItems, errorText, outcomeColumn, type Failure } from '../n8n/errorItem';
import { hasCampaignKey } from '../sentBefore/earlierKey';
import { asNodeError, fullTexts, operationError, textsOf, verbsOf } from '../service/nodeErrors';
import { eachGivingWay } from '../service/pause';
import { OUTCOME, outcomeOfError, type OutcomeOfError } from '../service/rowOutcome';
import type { RefusedItem } from '../run/refusedItem';
import { SENT_BEFORE, stoppedError, type AccountLine } from './account';
import type { EndedRow, Fate, Said } from './row';

/**
 * The output of a run whose rows all have a fate: each input item once.
 *
 * @param cause what stopped the run, where that is no row's
 * @throws one error for all rows under "On Error: Stop", when one of them failed
 */
export async function outputOfRows(
	context: IExecuteFunctions,
	node: INode,
	rows: EndedRow[],
	cause?: Error,
): Promise<INodeExecutionData[]> {
	if (!context.continueOnFail() && rows.some(({ fate }) => 'error' in fate)) {
		const lines = await eachGivingWay(rows, lineOf);
		const phones = new Map(
			rows.flatMap(({ item, phone }) => (phone === undefined ? [] : [[item, phone] as const])),
		);
		const account = { lines, phones, count: rows.length, keyHolds: hasCampaignKey(node) };
		throw stoppedError(node, account, cause && textsOf(cause));
	}
	const columns = new ColumnsOfOutput();
	await eachGivingWay(rows, ({ fate }) => {
		if ('says' in fate) for (const each of fate.says) columns.note(each);
	});
	const failedItem = errorItems(context);
	const { of } = columns.all();
	const outputs = await eachGivingWay(rows, ({ item, fate }) => {
		if ('says' in fate) return fate.says.map((each) => ({ json: of(each), pairedItem: { item } }));
		return 'error' in fate ? failedItem(item, fate.error) : [];
	});
	return outputs.flat();
}

/**
 * A model reads what went wrong as the tool's result: n8n would log a thrown error, and cut what it says;
 * version 2.2 of the AI Agent would hand its model an empty text (`get-input-connection-data`). That version
 * tries a tool again only when it throws.
 */
export function wordsForModel(context: IExecuteFunctions, fate: Fate): INodeExecutionData[] {
	if ('says' in fate) return withColumns(fate.says.map((json) => ({ json })));
	if (!('error' in fate)) return [];
	const { isToolExecution } = context as Partial<IExecuteFunctions>;
	const node = context.getNode();
	if (node.retryOnFail && isToolExecution?.call(context)) throw asNodeError(node, fate.error);
	const error = errorText(fullTexts(fate.error));
	return [{ json: { ...outcomeColumn(context, fate.error), error } }];
}

/** Output items of operations whose items say all themselves, without the columns of their rows. */
export function withColumns(items: INodeExecutionData[]): INodeExecutionData[] {
	const columns = outputColumns(items.map(({ json }) => json));
	return items.map((each) => ({ ...each, json: columns.of(each.json) }));
}

/** What is said of a row by its fate. */
function lineOf({ item, fate }: EndedRow): AccountLine {
	if ('says' in fate) return saidLine(item, fate);
	if ('error' in fate) return failedLine([item], fate.error);
	return { standing: 'notTried', items: [item], reason: 'not tried' };
}

/** What is said of items that failed for one reason. */
export function failedLine(items: number[], error: Error): FailedLine {
	const { message, description } = fullTexts(error);
	return { standing: outcomeOfError(error), items, reason: message, fix: description, error };
}

/** What the error item of an item in such a line says. */
export function failureOf({ error, standing, reason, fix }: FailedLine): Failure {
	return error ?? { message: reason, description: fix, outcome: standing };
}

/** What is said of items that failed. */
export type FailedLine = AccountLine & { standing: OutcomeOfError };

/**
 * The failure of items that were right, and were kept back because others were not, or failed before. One error is
 * made for all of them: thousands would take n8n seconds.
 */
export function notTriedError(node: INode): NodeOperationError {
	const { done, toDo } = verbsOf(node);
	return operationError(node, {
		message: `Not ${done}, because another item failed`,
		description: `Run again to ${toDo} it.`,
		outcome: 'notTried',
	});
}

/** What is said of refused items; those of one reason share a line in the error. */
export function refusedLines(refused: RefusedItem[]): FailedLine[] {
	return refused.map(({ item, phone: _phone, ...why }) => ({
		...{ standing: 'refused', items: [item], ...why },
	}));
}

/** What is said of a row that the service answered, by what its operation says became of it. */
function saidLine(item: number, { is, says }: Extract<Fate, { says: Said[] }>): AccountLine {
	const open = says.filter(({ outcome }) => outcome === 'unknown' || outcome === 'refused');
	const [{ taskId } = {} as Said] = says;
	const known = taskId === undefined ? 'done' : `campaign ${String(taskId)}`;
	const reason = open.length > 0 ? open.map(answerOf).join(', ') : known;
	return {
		...{ standing: is, items: [item], reason: is === 'leftOut' ? SENT_BEFORE : reason },
		// The campaign of those who certainly got it.
		...(typeof taskId === 'string' && is !== 'answered' && { facts: { taskId } }),
	};
}

/** What the service answered where that is no success, or what an earlier request may have done. */
function answerOf({ result, note, reason, taskId, outcomeUnknownFor }: IDataObject): string {
	if (result !== undefined) return [result, note].filter(Boolean).join('. ');
	if (typeof reason === 'string') return reason;
	return Array.isArray(outcomeUnknownFor) && typeof taskId === 'string'
		? `campaign ${taskId} for the others; an earlier request may have sent it to ${outcomeUnknownFor.join(', ')}`
		: 'left out, because an earlier request may have sent it';
}

/** What a person looks for first, whatever the operation: what was decided, for whom, what they got, and where it is. */
const FIRST_COLUMNS = [
	...[OUTCOME, 'endedBy', 'result', 'approved'],
	...['recipient', 'phone', 'text', 'messages', 'warnings', 'taskId'],
];

/** Decides which columns the items of one output have, and in which order. */
export interface OutputColumns {
	/** Columns that would be empty in all items: no item has them. */
	empty: string[];
	/** All others. */
	names: string[];
	/** What the node says of an item, as its columns. */
	of(own: IDataObject): IDataObject;
}

/**
 * The columns of an output, which all operations decide alike: those that all share come first; one that is
 * null for all items is left out of all; how many recipients there are is not said beside who it is.
 *
 * @param owns what the node says of each item, without the columns of its row
 */
export function outputColumns(owns: Iterable<IDataObject>): OutputColumns {
	const columns = new ColumnsOfOutput();
	for (const own of owns) columns.note(own);
	return columns.all();
}

/** The same where what is said of the items is read by one who gives way. */
class ColumnsOfOutput {
	private readonly filled = new Map<string, boolean>();

	note(own: IDataObject): void {
		for (const name of Object.keys(own)) {
			const value = own[name];
			if (value === undefined || this.filled.get(name)) continue;
			this.filled.set(name, value !== null);
		}
	}

	all(): OutputColumns {
		return columnsIn(this.filled);
	}
}

function columnsIn(filled: ReadonlyMap<string, boolean>): OutputColumns {
	const empty = [...filled].flatMap(([name, isFilled]) => (isFilled ? [] : [name]));
	const names = [...filled.keys()].filter((name) => filled.get(name));
	return {
		empty,
		names,
		of(own) {
			// A recipient that is named is one.
			const implied = typeof own.recipient === 'string' ? 'recipientCount' : undefined;
			const columns: IDataObject = {};
			for (const name of [...FIRST_COLUMNS, ...Object.keys(own)]) {
				if (!Object.hasOwn(own, name) || name === implied || empty.includes(name)) continue;
				columns[name] = own[name];
			}
			return columns;
		},
	};
}
