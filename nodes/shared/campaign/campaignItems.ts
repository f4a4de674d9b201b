import { NodeApiError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { notAcceptedTexts, refusedItemError } from './campaignErrors';
import type { SentRequest } from './campaignMemory';
import { runOption, type RefusedItem } from './readRows';

/**
 * The node's output: campaigns first, then what was not sent, or with "One Item per: Recipient"
 * one item per input item in its order. Each is paired to the input items it stands for.
 */
export function campaignItems(
	context: IExecuteFunctions,
	sent: SentRequest[],
	refused: RefusedItem[],
): INodeExecutionData[] {
	const node = context.getNode();
	const refusedItems = refused.map((refusal) => ({
		item: refusal.item,
		output: {
			json: { phone: refusal.phone },
			error: refusedItemError(node, refusal),
			pairedItem: { item: refusal.item },
		},
	}));
	if (runOption(context, 'output', 'campaign') === 'campaign') {
		const campaigns = sent.flatMap((request) => campaignOutput(context, request));
		return [...campaigns, ...refusedItems.map(({ output }) => output)];
	}
	const recipients = sent.flatMap((request) =>
		request.items.map((item) => ({ item, output: recipientOutput(context, request, item) })),
	);
	return [...recipients, ...refusedItems]
		.sort((a, b) => a.item - b.item)
		.map(({ output }) => output);
}

function campaignOutput(context: IExecuteFunctions, { items, outcome }: SentRequest) {
	if (!('accepted' in outcome)) return items.map((item) => failedOutput(context, outcome, item));
	return [{ json: outcome.accepted, pairedItem: items.map((item) => ({ item })) }];
}

function recipientOutput(
	context: IExecuteFunctions,
	{ outcome }: SentRequest,
	item: number,
): INodeExecutionData {
	if (!('accepted' in outcome)) return failedOutput(context, outcome, item);
	const { taskId } = outcome.accepted;
	return {
		json: { ...context.getInputData()[item].json, taskId },
		pairedItem: { item },
	};
}

function failedOutput(
	context: IExecuteFunctions,
	outcome: SentRequest['outcome'],
	item: number,
): INodeExecutionData {
	const { message, description } = notAcceptedTexts(outcome);
	const error = new NodeApiError(context.getNode(), {}, { message, description, itemIndex: item });
	error.message = message;
	error.description = description;
	return { json: {}, error, pairedItem: { item } };
}
