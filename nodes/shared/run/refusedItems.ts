import type { IDataObject, IExecuteFunctions, INode, NodeOperationError } from 'n8n-workflow';

import { itemsText, listed, reasonLines } from './itemNumbers';
import { NEW_LINE } from './stoppedError';
import { verbsOf } from '../service/verbs';
import { operationError, textsOf, quietTexts } from '../service/nodeErrors';

/** An input item that can't be part of the campaign, and why. */
export interface RefusedItem {
	item: number;
	/** As the item holds it; none when the campaign goes to distribution lists. */
	phone?: string;
	/** What is wrong and with which field, as one sentence without a full stop. */
	reason: string;
	fix: string;
	/** True when the reason is not the item's, but the campaign's as a whole. */
	concernsAll?: true;
}

/** Refuses every item that has not left yet, for one reason. */
export function refuseAll(
	context: IExecuteFunctions,
	skip: Set<number>,
	refusal: Pick<RefusedItem, 'reason' | 'fix'>,
): RefusedItem[] {
	const refused: RefusedItem[] = [];
	for (const item of context.getInputData().keys()) {
		if (!skip.has(item)) refused.push({ item, ...refusal, concernsAll: true });
	}
	return refused;
}

/** Why items cannot be sent whose parameter cannot be read. */
export function refusalOf(error: Error) {
	const { message, description } = textsOf(error);
	return { reason: message, fix: description };
}

/** How many reasons an error's description gives a line each; the items of others by their numbers. */
const SPELLED_OUT = 100;

/** How many different fixes an error's description gives. */
const MOST_FIXES = 3;

/** What an earlier try of the same run sent, as an error tells it. */
export interface Earlier {
	lines: string[];
	context: IDataObject;
}

/**
 * The error that stops a run before anything left, naming each refused item and its reason. Its
 * `context.refused` lists the first of them, `context.counts` says how many there are.
 */
export function refusedItemsError(
	node: INode,
	refused: RefusedItem[],
	earlier?: Earlier,
): NodeOperationError {
	const { done } = verbsOf(node);
	const inOrder = [...refused].sort((a, b) => a.item - b.item);
	const [first] = inOrder;
	const many = inOrder.length === 1 ? '1 item' : `${inOrder.length} items`;
	const nothing = earlier === undefined ? `nothing was ${done}` : `nothing more was ${done}`;
	const isOneReason = inOrder.every(({ reason: each }) => each === first.reason);
	const { message: reason } = quietTexts({ message: first.reason, description: '' });
	return operationError(node, {
		message: `${many} cannot be ${done}, so ${nothing}. ${isOneReason && (first.concernsAll || inOrder.length > 1) ? '' : `Item ${first.item}: `}${reason}`,
		description: [
			...refusalLines(inOrder),
			...(earlier?.lines ?? []),
			whatToDo(inOrder, done),
		].join(NEW_LINE),
		itemIndex: first.item,
		context: refusedContext(inOrder, earlier?.context),
	});
}

function refusedContext(refused: RefusedItem[], earlier: IDataObject = {}): IDataObject {
	const { counts, ...own } = listed({ refused });
	return {
		...earlier,
		...own,
		counts: { ...(earlier.counts as IDataObject), ...(counts as IDataObject) },
	};
}

/** The fixes, where they are few. */
function whatToDo(inOrder: RefusedItem[], done: string): string {
	const fixes = [...new Set(inOrder.map(({ fix }) => fix))];
	const fix = fixes.length <= MOST_FIXES ? fixes.join(' ') : 'Correct the items.';
	return inOrder.every(({ concernsAll }) => concernsAll)
		? fix
		: `${fix} Or set 'On Error' in the node's settings to continue: then the others are ${done}.`;
}

/** A line for each reason, with the items it holds for. */
function refusalLines(inOrder: RefusedItem[]): string[] {
	const { lines, more } = reasonLines(inOrder, SPELLED_OUT);
	return [
		...lines.map((line) => `${line}.`),
		...(more.length === 0 ? [] : [`And ${more.length} more: ${itemsText(more)}.`]),
	];
}
