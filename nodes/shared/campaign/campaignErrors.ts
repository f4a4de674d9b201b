import { NodeApiError, NodeOperationError, type IDataObject, type INode } from 'n8n-workflow';

import { quietTexts } from '../engine/quietError';
import type { SentRequest } from './campaignMemory';
import type { RefusedItem } from './readRows';

/** How many refused items an error's description spells out; all are in its context. */
const SPELLED_OUT = 25;

/** The error of one refused item, for "On Error: Continue". */
export function refusedItemError(
	node: INode,
	{ item, reason, fix }: RefusedItem,
): NodeOperationError {
	return new NodeOperationError(node, reason, { description: fix, itemIndex: item });
}

/**
 * The error that stops a campaign before anything left, naming each refused item and its reason.
 * Its `context.refused` lists them all.
 */
export function refusedItemsError(node: INode, refused: RefusedItem[]): NodeOperationError {
	const inOrder = [...refused].sort((a, b) => a.item - b.item);
	const lines = inOrder.slice(0, SPELLED_OUT).map(({ item, reason }) => `Item ${item}: ${reason}.`);
	const more = inOrder.length - lines.length;
	if (more > 0) lines.push(`And ${more} more.`);
	const [first] = inOrder;
	const count = inOrder.length === 1 ? '1 item' : `${inOrder.length} items`;
	const error = new NodeOperationError(
		node,
		`${count} cannot be sent, so nothing was sent. Item ${first.item}: ${quietTexts({ message: first.reason, description: '' }).message}`,
		{
			description: `${lines.join('\n')}\n\nCorrect the items, or set "On Error" in the node's settings to continue: then the others are sent.`,
			itemIndex: first.item,
		},
	);
	error.context.refused = inOrder as unknown as IDataObject[];
	return error;
}

/** The error for a request that failed or whose outcome is unknown, with what was accepted before. */
export function campaignStopped(
	node: INode,
	{ items, outcome }: SentRequest,
	sent: SentRequest[],
): NodeApiError {
	const { message, description } = notAcceptedTexts(outcome);
	const accepted = sent.flatMap((request) =>
		'accepted' in request.outcome ? [request.outcome.accepted] : [],
	);
	const codes = accepted.map(({ taskId, recipients, lists }) =>
		lists === undefined ? `${taskId} (${recipients} recipients)` : `${taskId} (lists ${lists})`,
	);
	const before =
		codes.length === 0
			? 'No campaign was accepted before.'
			: `Accepted before, and not sent again if you retry: campaign ${codes.join(', ')}.`;
	const error = new NodeApiError(node, {}, { message, itemIndex: items[0] });
	error.message = message;
	error.description = `${description} ${before}`.trim();
	Object.assign(error.context, {
		accepted,
		itemIndexes: items,
		outcome: 'unknown' in outcome ? 'unknown' : 'notAccepted',
	});
	return error;
}

/** Message and advice of a request that was not accepted for certain. */
export function notAcceptedTexts(outcome: SentRequest['outcome']): {
	message: string;
	description: string;
} {
	if ('unknown' in outcome) return outcome.unknown;
	if (!('failed' in outcome)) return { message: '', description: '' };
	const { failed } = outcome;
	const isNodeError = failed instanceof NodeApiError || failed instanceof NodeOperationError;
	return {
		message: failed.message,
		description: isNodeError ? String(failed.description ?? '') : '',
	};
}
