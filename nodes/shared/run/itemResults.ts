import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { errorItem, type Failure } from '../n8n/errorItem';
import { hasCampaignKey } from '../sentBefore/sendOnce';
import { fullTexts, operationError, textsOf, verbsOf } from '../service/nodeErrors';
import { SENT_BEFORE, stoppedError, type AccountLine, type Standing } from './account';

/** What became of one item: what it outputs, or why it failed. */
export type ItemResult = { output: INodeExecutionData[] } | { failed: Error };

/**
 * The output of a run whose items each have a result: each input item once.
 *
 * @throws one error for all items under "On Error: Stop", when one of them failed
 */
export function outputOfItems(
	context: IExecuteFunctions,
	node: INode,
	phones: ReadonlyMap<number, string>,
	results: ItemResult[],
	keyChanged?: NodeOperationError,
): INodeExecutionData[] {
	if (!context.continueOnFail() && results.some((result) => 'failed' in result)) {
		throw itemsError(node, phones, results, keyChanged);
	}
	const outputs = results.flatMap((result) => ('output' in result ? result.output : []));
	const withTheirs = withColumns(outputs).values();
	return results.flatMap((result, item) =>
		'output' in result
			? result.output.map(() => withTheirs.next().value!)
			: [errorItem(context, item, result.failed)],
	);
}

/** Output items of operations whose items say all themselves, without the columns of their rows. */
export function withColumns(items: INodeExecutionData[]): INodeExecutionData[] {
	const columns = outputColumns(items.map(({ json }) => json));
	return items.map((each) => ({ ...each, json: columns.of(each.json) }));
}

/** The error of a run whose items each have a result, of which at least one failed. */
export function itemsError(
	node: INode,
	phones: ReadonlyMap<number, string>,
	results: ItemResult[],
	keyChanged?: NodeOperationError,
): NodeApiError | NodeOperationError {
	const lines = results.map((result, item) =>
		'output' in result ? outputLine(item, result.output) : failedLine([item], result.failed),
	);
	return stoppedError(node, {
		...{ lines, phones, count: results.length },
		keyHolds: hasCampaignKey(node),
		keyChanged: keyChanged && textsOf(keyChanged),
	});
}

/** What is said of items that failed for one reason. */
export function failedLine(items: number[], error: Error): AccountLine {
	const { message, description } = fullTexts(error);
	const outcome: unknown = (error as Partial<NodeApiError>).context?.outcome;
	const standing = outcome === 'unknown' || outcome === 'notTried' ? outcome : 'refused';
	return { standing, items, reason: message, fix: description, error };
}

/** What the error item of an item in such a line says. */
export function failureOf({ error, standing, reason, fix }: AccountLine): Failure {
	return error ?? { message: reason, description: fix, isUnknown: standing === 'unknown' };
}

/** The failure of an item that was right, and was kept back because others were not, or failed before. */
export function notTriedError(node: INode, itemIndex?: number): NodeOperationError {
	const { done, toDo } = verbsOf(node);
	return operationError(node, {
		message: `Not ${done}, because another item failed`,
		description: `Run again to ${toDo} it.`,
		itemIndex,
		outcome: 'notTried',
	});
}

/** An input item that cannot be sent, and why. */
export interface RefusedItem {
	item: number;
	/** As the item holds it; none when the campaign is sent to distribution lists. */
	phone?: string;
	/** What is wrong and with which field, as one sentence without a full stop. */
	reason: string;
	fix: string;
	/** True when the reason is not the item's, but the campaign's as a whole. */
	concernsAll?: true;
	/** True when a retry is refused for the same reason. */
	isForGood?: true;
}

/** Refuses every item that was not sent yet, for one reason. */
export function refuseAll(
	context: IExecuteFunctions,
	skip: Set<number>,
	refusal: Pick<RefusedItem, 'reason' | 'fix'>,
): RefusedItem[] {
	const items = [...context.getInputData().keys()].filter((item) => !skip.has(item));
	return items.map((item) => ({ item, ...refusal, concernsAll: true }));
}

/** Why items cannot be sent whose parameter cannot be read. */
export function refusalOf(error: Error): Pick<RefusedItem, 'reason' | 'fix'> {
	const { message, description } = textsOf(error);
	return { reason: message, fix: description };
}

/** What is said of refused items; those of one reason share a line in the error. */
export function refusedLines(refused: RefusedItem[]): AccountLine[] {
	return refused.map(({ item, phone: _phone, ...why }) => ({
		...{ standing: 'refused', items: [item], ...why },
	}));
}

/** Results by which the service says that it did what it was asked for. */
const SUCCESSES = ['OK', 'CODE_SENT', 'CODE_VALID'];

/**
 * What is said of an item that the service answered. It is open where an earlier request of the item may
 * have done what this one found done.
 */
function outputLine(item: number, output: INodeExecutionData[]): AccountLine {
	const [{ json } = { json: {} as IDataObject }] = output;
	const line = (standing: Standing, reason: string) => ({ standing, items: [item], reason });
	if (output.some((each) => each.json.outcomeUnknown === true)) {
		return line('unknown', 'left out, because an earlier request may have sent it');
	}
	const answers = output.flatMap(({ json: { deleted, reason, result, note } }) => {
		if (deleted === false) return [{ text: String(reason), isOpen: false }];
		if (result === undefined || SUCCESSES.includes(String(result))) return [];
		return [{ text: [result, note].filter(Boolean).join('. '), isOpen: note !== undefined }];
	});
	if (answers.length > 0) {
		const isOpen = answers.some((answer) => answer.isOpen);
		return line(isOpen ? 'unknown' : 'answered', answers.map(({ text }) => text).join(', '));
	}
	if (json.alreadySent === true) return line('leftOut', SENT_BEFORE);
	const { taskId, outcomeUnknownFor } = json;
	if (Array.isArray(outcomeUnknownFor)) {
		const reason = `campaign ${String(taskId)} for the others; an earlier request may have sent it to ${outcomeUnknownFor.join(', ')}`;
		return { ...line('unknown', reason), facts: { taskId } };
	}
	return taskId === undefined
		? line('accepted', 'done')
		: { ...line('accepted', `campaign ${String(taskId)}`), facts: { taskId } };
}

/** What a person looks for first, whatever the operation: what was decided, for whom, what they got, and where it is. */
const FIRST_COLUMNS = [
	...['estimated', 'test', 'outcome', 'result', 'approved'],
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
	const filled = new Map<string, boolean>();
	for (const own of owns) {
		for (const name of Object.keys(own)) {
			const value = own[name];
			if (value === undefined || filled.get(name)) continue;
			filled.set(name, value !== null);
		}
	}
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
