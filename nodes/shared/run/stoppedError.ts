import {
	type NodeOperationError,
	NodeApiError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { errorText } from '../n8n/errorItem';
import { itemsText, listed, reasonLines, type ItemReason } from './itemNumbers';
import { hasCampaignKey } from '../sentBefore/sendOnce';
import { verbsOf, type Verbs } from '../service/verbs';
import {
	asNodeError,
	operationError,
	requestError,
	fullTexts,
	quietNumbers,
} from '../service/nodeErrors';

/** n8n's error panel shows a description as HTML, where a line break alone is a space. */
export const NEW_LINE = '<br>\n';

/** How many reasons an error spells out; the first items of each kind are in its context. */
const SPELLED_OUT = 25;

/** Results by which the service says that it did what it was asked for. */
const SUCCESSES = ['OK', 'CODE_SENT', 'CODE_VALID'];

/** Why an item was left out that has a Campaign Key. */
const UNKNOWN_BEFORE = 'left out, since a request that left before may have sent it';

/** What became of one item: what it puts out, or why it failed. */
export type ItemResult = { output: INodeExecutionData[] } | { failed: Error };

/** What is said of one item in the error of a run that stopped. */
type ItemLine = ItemReason & IDataObject;

/**
 * The error of a run under "On Error: Stop": where every item stands. Each is either accepted, not
 * sent, or of unknown outcome, and named with n8n's number of it, which counts from 0.
 *
 * n8n (1.123, 2.0 and 2.41, `routing-node`) throws the first failed item's error and says nothing of
 * the others, whose requests have left. Delete this when its error accounts for all items.
 *
 * @param phones the phones of items, where they are known
 * @param results what became of each item; at least one failed
 * @returns the item's own error where there is one item only. Otherwise its `context` holds
 *   `refused`, `accepted`, `answered`, `unknown` and `notTried`, lists of the first items, and `counts`
 */
export function stoppedError(
	node: INode,
	phones: ReadonlyMap<number, string>,
	results: ItemResult[],
): NodeApiError | NodeOperationError {
	const verbs = verbsOf(node);
	const { done } = verbs;
	const account = accountOf(results, phones);
	const { refused, unknown, accepted, answered, notTried } = account;
	const first = [...unknown, ...refused].find(({ item }) => 'failed' in results[item])!;
	const { failed } = results[first.item] as { failed: Error };
	const original = asNodeError(node, failed, first.item);
	if (results.length === 1) {
		original.context.itemIndex = first.item;
		return original;
	}

	const { message: reason } = quietNumbers({ message: original.message, description: '' });
	const buildError = original instanceof NodeApiError ? requestError : operationError;
	return buildError(node, {
		message: headline(account, results.length, done, `Item ${first.item}: ${reason}`),
		description: [
			...spelledOut([...unknown, ...refused]),
			...(accepted.length === 0
				? []
				: [`Accepted, and not ${done} again if you retry:`, ...spelledOut(accepted)]),
			...(answered.length === 0
				? []
				: ['Answered, and not asked again if you retry:', ...spelledOut(answered)]),
			...(notTried.length === 0
				? []
				: [`Not ${done}, though nothing is wrong with them: ${numbersOf(notTried)}.`]),
			hasCampaignKey(node) && accepted.length + unknown.length > 0
				? ADVICE_WITH_KEY
				: adviceFor(account, verbs),
		].join(NEW_LINE),
		itemIndex: first.item,
		outcome: unknown.length > 0 ? 'unknown' : 'notAccepted',
		...(original.failure === undefined ? {} : { failure: original.failure }),
		context: listed({ ...account }),
	});
}

interface Account {
	/** Not sent. */
	refused: ItemLine[];
	unknown: ItemLine[];
	accepted: ItemLine[];
	/** The service answered with a result that is no error and no success, such as `MAX_SENT`. */
	answered: ItemLine[];
	notTried: ItemLine[];
}

function accountOf(results: ItemResult[], phones: ReadonlyMap<number, string>): Account {
	const account: Account = {
		...{ refused: [], unknown: [], accepted: [], answered: [], notTried: [] },
	};
	for (const [item, result] of results.entries()) {
		const phone = phones.get(item);
		if ('output' in result) {
			const answer = answerOf(result.output);
			if (answer !== undefined) {
				account[answer.isOpen ? 'unknown' : 'answered'].push({
					item,
					phone,
					reason: answer.text,
				});
				continue;
			}
			account.accepted.push({ item, phone, reason: codeOf(result.output) });
			continue;
		}
		const { failed } = result;
		const outcome: unknown = (failed as Partial<NodeApiError>).context?.outcome;
		const line = { item, phone, reason: errorText(fullTexts(failed)) };
		if (outcome === 'unknown') account.unknown.push(line);
		else if (outcome === 'notTried') account.notTried.push(line);
		else account.refused.push(line);
	}
	return account;
}

/** By what the service knows an accepted item. */
function codeOf([{ json } = { json: {} as IDataObject }]: INodeExecutionData[]): string {
	if (json.alreadySent === true) return 'left out, since it was sent before';
	return json.taskId === undefined ? 'done' : `campaign ${String(json.taskId)}`;
}

/**
 * What the service answered that is no plain success, such as `MAX_SENT`; undefined for a success. It
 * is open where an earlier request of the item may have done what this one found done.
 */
function answerOf(output: INodeExecutionData[]): { text: string; isOpen: boolean } | undefined {
	const answers = output.flatMap(({ json }) => {
		if (json.outcomeUnknown === true) return [{ text: UNKNOWN_BEFORE, isOpen: true }];
		if (json.deleted === false) return [{ text: String(json.reason), isOpen: false }];
		const { result, note } = json;
		if (result === undefined || SUCCESSES.includes(String(result))) return [];
		return [{ text: [result, note].filter(Boolean).join('. '), isOpen: note !== undefined }];
	});
	if (answers.length === 0) return undefined;
	return {
		text: answers.map(({ text }) => text).join(', '),
		isOpen: answers.some(({ isOpen }) => isOpen),
	};
}

function headline(
	{ refused, unknown, accepted }: Account,
	count: number,
	done: string,
	first: string,
): string {
	const outOf = (lines: ItemLine[]) => `${lines.length} of ${count} items`;
	if (unknown.length > 0) return `The outcome is unknown for ${outOf(unknown)}. ${first}`;
	return accepted.length > 0
		? `${outOf(refused)} ${refused.length === 1 ? 'was' : 'were'} not ${done}. ${first}`
		: `${outOf(refused)} cannot be ${done}, so nothing was ${done}. ${first}`;
}

/** A line for each reason, with the items it holds for. */
function spelledOut(lines: ItemLine[]): string[] {
	const { lines: spelled, more } = reasonLines(lines, SPELLED_OUT);
	return [...spelled, ...(more.length === 0 ? [] : [`And ${itemsText(more)}.`])];
}

function numbersOf(lines: ItemLine[]): string {
	return itemsText(lines.map(({ item }) => item));
}

const ADVICE_WITH_KEY =
	'Correct the items and run the workflow again: by the Campaign Key it leaves out whoever was accepted, and whoever may have been.';

function adviceFor(
	{ unknown, accepted, answered }: Account,
	{ done, toDo, toDoFor }: Verbs,
): string {
	if (unknown.length > 0) {
		return `Check in the service what became of the items whose outcome is unknown before you ${toDo} them again.`;
	}
	return accepted.length + answered.length > 0
		? `A new execution would ${toDoFor} the accepted items again. Retry this one in the list of executions, which leaves them out, or ${toDo} only the others.`
		: `Correct the items and run again, or set 'On Error' in the node's settings to continue: then the others are ${done}.`;
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
