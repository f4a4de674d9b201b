import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { refusedItemError, refusedItemsError } from '../../shared/campaign/campaignErrors';
import type { ItemsKind } from '../../shared/campaign/campaignKind';
import { planRequests, type PlannedRecipient } from '../../shared/campaign/planRequests';
import { readRows } from '../../shared/campaign/readRows';
import { errorForItem } from '../../shared/transport/apiError';
import { postToService } from '../../shared/transport/postToService';
import { comparablePhone } from '../../shared/validation/phones';
import { reasonByPhone } from './contactResults';

/** What became of one contact: its reason list, `OK`, or the error of its request. */
type Outcome = { phone: string; result: string } | { failed: Error };

/**
 * Adds or removes the contacts of all items: those without fields of their own together, up to
 * 10,000 in a request, the others one request each, since the service takes fields for exactly one
 * number (specification, "Manage distribution-list contacts").
 *
 * @param act the service's word for the change
 * @param outcome what a result means, as booleans a person can branch on
 * @returns one item for each input item, in their order
 * @throws NodeOperationError for items that break a rule, NodeApiError for a failed request
 */
export async function changeMany(
	context: IExecuteFunctions,
	kind: ItemsKind,
	act: 'add' | 'del',
	outcome: (result: string) => IDataObject,
): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	const { rows, refused, settings } = await readRows(context, kind, 'items', new Set());
	if (refused.length > 0 && !context.continueOnFail()) throw refusedItemsError(node, refused);

	const outcomes = new Map<number, Outcome>();
	// Requests for the same phone keep their order; within one, all phones differ.
	for (const { settingsKey, recipients } of await planRequests(rows, {
		mergeDuplicates: true,
	})) {
		const shared = { ...settings.get(settingsKey)!.body, act };
		const plain = recipients.filter(({ content }) => content === '');
		const batches = [
			...(plain.length === 0 ? [] : [{ batch: plain, fields: {} }]),
			...recipients
				.filter(({ content }) => content !== '')
				.map((each) => ({ batch: [each], fields: JSON.parse(each.content) as IDataObject })),
		];
		await Promise.all(
			batches.map(async ({ batch, fields }) => {
				await change(context, kind.url, { ...shared, ...fields }, batch, outcomes);
			}),
		);
		for (const [item, each] of outcomes) {
			if ('failed' in each && !context.continueOnFail()) {
				throw errorForItem(node, each.failed, item);
			}
		}
	}
	const items: Array<[number, INodeExecutionData]> = [
		...[...outcomes].map(([item, each]): [number, INodeExecutionData] => [
			item,
			outputOf(node, each, item, outcome),
		]),
		...refused.map((refusal): [number, INodeExecutionData] => [
			refusal.item,
			{ json: {}, error: refusedItemError(node, refusal), pairedItem: { item: refusal.item } },
		]),
	];
	return [items.sort(([a], [b]) => a - b).map(([, output]) => output)];
}

async function change(
	context: IExecuteFunctions,
	url: string,
	body: IDataObject,
	batch: PlannedRecipient[],
	outcomes: Map<number, Outcome>,
): Promise<void> {
	const list = batch.map(({ phone }) => phone).join(',');
	let reasons = new Map<string, string>();
	let failed: Error | undefined;
	try {
		reasons = reasonByPhone((await postToService(context, url, { ...body, list })).data);
	} catch (error) {
		failed = error as Error;
	}
	for (const { phone, items } of batch) {
		const result = reasons.get(comparablePhone(phone)) ?? 'OK';
		for (const item of items) outcomes.set(item, failed ? { failed } : { phone, result });
	}
}

function outputOf(
	node: INode,
	each: Outcome,
	item: number,
	outcome: (result: string) => IDataObject,
): INodeExecutionData {
	if ('failed' in each) {
		return { json: {}, error: errorForItem(node, each.failed, item), pairedItem: { item } };
	}
	return { json: { ...each, ...outcome(each.result) }, pairedItem: { item } };
}
