import {
	NodeApiError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { cleanPhone } from '../validation/phones';
import { notAcceptedTexts, refusedItemError } from './campaignErrors';
import type { SendTo } from './campaignKind';
import type { SentRequest } from './campaignMemory';
import { endOfRecipient, type CampaignEnd } from './completion/campaignEnd';
import { givingWay } from './eventLoop';
import { phoneReader, runOption, type RefusedItem } from './readRows';

/** An accepted campaign and how it ended, if it was awaited. */
interface AcceptedCampaign {
	accepted: IDataObject;
	end?: CampaignEnd;
}

/**
 * The node's output: campaigns first, then what was not sent, or with "One Item per: Recipient"
 * one item per input item in its order. Each is paired to the input items it stands for.
 *
 * @param ends how the campaigns ended, by their codes, if they were awaited
 */
export async function campaignItems(
	context: IExecuteFunctions,
	sendTo: SendTo,
	sent: SentRequest[],
	refused: RefusedItem[],
	ends = new Map<string, CampaignEnd>(),
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const refusedItems = refused.map((refusal) => ({
		item: refusal.item,
		output: {
			json: refusal.phone === undefined ? {} : { phone: refusal.phone },
			error: refusedItemError(node, refusal),
			pairedItem: { item: refusal.item },
		},
	}));
	const perRecipient =
		sendTo === 'items' && runOption<string>(context, 'output', 'campaign') === 'recipient';
	const makeOutput = perRecipient ? recipientOutput(context) : undefined;

	const giveWay = givingWay();
	const outputs: Array<{ item: number; output: INodeExecutionData }> = [];
	for (const { items, outcome } of sent) {
		const accepted = 'accepted' in outcome ? outcome.accepted : undefined;
		const campaign = accepted && { accepted, end: ends.get(String(accepted.taskId)) };
		if (campaign !== undefined && makeOutput === undefined) {
			await giveWay();
			outputs.push({ item: items[0], output: campaignOutput(campaign, items) });
			continue;
		}
		for (const item of items) {
			await giveWay();
			const output =
				campaign && makeOutput ? makeOutput(campaign, item) : failedOutput(context, outcome, item);
			outputs.push({ item, output });
		}
	}
	const all = [...outputs, ...refusedItems];
	return (makeOutput ? all.sort((a, b) => a.item - b.item) : all).map(({ output }) => output);
}

function campaignOutput({ accepted, end }: AcceptedCampaign, items: number[]): INodeExecutionData {
	return { json: { ...accepted, ...end }, pairedItem: items.map((item) => ({ item })) };
}

function recipientOutput(context: IExecuteFunctions) {
	const inputs = context.getInputData();
	const phoneAt = phoneReader(context);
	return ({ accepted, end }: AcceptedCampaign, item: number): INodeExecutionData => {
		const { json } = inputs[item];
		const recipient = cleanPhone(phoneAt(item, json));
		return {
			json: {
				...json,
				taskId: accepted.taskId,
				recipient,
				...(end && endOfRecipient(end, recipient)),
			},
			pairedItem: { item },
		};
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
