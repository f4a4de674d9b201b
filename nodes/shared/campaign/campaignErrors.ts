import type { NodeOperationError } from 'n8n-workflow';
import { NodeApiError, type IDataObject, type INode } from 'n8n-workflow';

import type { Failure } from '../engine/errorItem';
import { quietTexts } from '../transport/quietError';
import { accountFor, accountingLines, itemsText } from './accounting';
import type { SentRequest } from './campaignMemory';
import { operationError } from './operationError';
import type { RefusedItem } from './readRows';

/** How many refused items an error's description gives a line each; the others by their numbers. */
const SPELLED_OUT = 100;

/** n8n's error panel shows a description as HTML, where a line break alone is a space. */
const NEW_LINE = '<br>\n';

/**
 * The error that stops a campaign before anything left, naming each refused item and its reason.
 * Its `context.refused` lists them all.
 *
 * @param sent what an earlier try sent
 * @param count how many items there are
 */
export function refusedItemsError(
	node: INode,
	refused: RefusedItem[],
	sent: SentRequest[] = [],
	count = 0,
): NodeOperationError {
	const inOrder = [...refused].sort((a, b) => a.item - b.item);
	const [first] = inOrder;
	const many = inOrder.length === 1 ? '1 item' : `${inOrder.length} items`;
	const nothing = sent.length === 0 ? 'nothing was sent' : 'nothing more was sent';
	const accounting = sent.length === 0 ? undefined : accountFor(sent, count);
	const error = operationError(
		node,
		`${many} cannot be sent, so ${nothing}. ${first.concernsAll ? '' : `Item ${first.item}: `}${quietTexts({ message: first.reason, description: '' }).message}`,
		[
			...refusalLines(inOrder),
			...(accounting ? accountingLines(accounting) : []),
			whatToDo(inOrder),
		].join(NEW_LINE),
		first.item,
	);
	Object.assign(error.context, accounting, { refused: inOrder as unknown as IDataObject[] });
	return error;
}

/** The fix, where there is one for all. */
function whatToDo(inOrder: RefusedItem[]): string {
	const fixes = new Set(inOrder.map(({ fix }) => fix));
	const fix = fixes.size === 1 ? inOrder[0].fix : 'Correct the items.';
	return inOrder.every(({ concernsAll }) => concernsAll)
		? fix
		: `${fix} Or set "On Error" in the node's settings to continue: then the others are sent.`;
}

/** A line for each item; one for all items that share a reason of the campaign as a whole. */
function refusalLines(inOrder: RefusedItem[]): string[] {
	const shared = new Map<string, number[]>();
	for (const { item, reason, concernsAll } of inOrder) {
		if (!concernsAll) continue;
		const items = shared.get(reason);
		if (items === undefined) shared.set(reason, [item]);
		else items.push(item);
	}
	const own = inOrder.filter(({ concernsAll }) => !concernsAll);
	const more = own.slice(SPELLED_OUT).map(({ item }) => item);
	return [
		...[...shared].map(([reason, items]) => `${capital(itemsText(items))}: ${reason}.`),
		...own.slice(0, SPELLED_OUT).map((refusal) => `${itemName(refusal)}: ${refusal.reason}.`),
		...(more.length === 0 ? [] : [`And ${more.length} more: ${itemsText(more)}.`]),
	];
}

/** An item as n8n numbers it, with its phone, for example `Item 1 (050-11)`. */
function itemName({ item, phone }: RefusedItem): string {
	return phone === undefined || phone === '' ? `Item ${item}` : `Item ${item} (${phone})`;
}

function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The error that stops a run after something was tried: what happened, and what became of every item.
 *
 * @param cause why it stopped, and the items that concerns
 * @param count how many items there are
 */
export function campaignStopped(
	node: INode,
	cause: Failure & { items: number[]; isUnknown?: boolean },
	sent: SentRequest[],
	count: number,
): NodeApiError {
	const { message, description, items, isUnknown = false } = cause;
	const accounting = accountFor(sent, count);
	const error = new NodeApiError(node, {}, { message, itemIndex: items[0] ?? 0 });
	error.message = message;
	error.description = [String(description ?? '').trim(), ...accountingLines(accounting)]
		.filter((line) => line !== '')
		.join(NEW_LINE);
	Object.assign(error.context, accounting, {
		itemIndexes: items,
		outcome: isUnknown ? 'unknown' : 'notAccepted',
	});
	return error;
}
