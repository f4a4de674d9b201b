import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { refusedItemsError } from '../../shared/campaign/campaignErrors';
import type { ItemsKind } from '../../shared/campaign/campaignKind';
import { planRequests, type PlannedRecipient } from '../../shared/campaign/planRequests';
import { readRows } from '../../shared/campaign/readRows';
import { errorItem, type Failure } from '../../shared/engine/errorItem';
import { errorForItem } from '../../shared/transport/apiError';
import { nodeRun } from '../../shared/transport/nodeRun';
import { isUnknownOutcome } from '../../shared/transport/postToService';
import { ContactMemory } from './contactMemory';
import type { OutcomeReader } from './contactOutcome';
import { sendContacts } from './sendContacts';

/** What a collective operation does with the contacts of its items. */
export interface ContactChange {
	kind: ItemsKind;
	/** The service's word for it. */
	act: 'add' | 'del';
	outcome: OutcomeReader;
}

/** One request: contacts that share everything, or one with fields of its own. */
interface Batch {
	body: IDataObject;
	recipients: PlannedRecipient[];
}

/**
 * Adds or removes the contacts of all items: those without fields of their own together, up to
 * 10,000 in a request, the others one request each, since the service takes fields for exactly one
 * number (specification, "Manage distribution-list contacts").
 *
 * Items that an earlier try handled keep their results and are not sent again. Those whose answer was
 * lost are, since twice does no harm, and their results say what that leaves open.
 *
 * @returns one item for each input item, in their order
 * @throws with "On Error: Stop" only: NodeOperationError for items that break a rule, NodeApiError
 * for a failed request
 */
export async function changeMany(
	context: IExecuteFunctions,
	change: ContactChange,
): Promise<INodeExecutionData[][]> {
	try {
		return [await changeAll(context, change)];
	} catch (error) {
		if (!context.continueOnFail()) throw asNodeError(context, error);
		// n8n would pass its input on as success.
		const failure = failureOf(error);
		return [context.getInputData().map((_input, item) => errorItem(context, item, failure))];
	}
}

async function changeAll(
	context: IExecuteFunctions,
	{ kind, act, outcome }: ContactChange,
): Promise<INodeExecutionData[]> {
	const memory = new ContactMemory(nodeRun(context));
	const handled = memory.results();
	const open = memory.open();
	const { rows, refused, settings } = await readRows(context, kind, 'items', new Set());
	const newlyRefused = refused.filter(({ item }) => !handled.has(item));
	if (newlyRefused.length > 0 && !context.continueOnFail()) {
		throw refusedItemsError(context.getNode(), newlyRefused);
	}

	const failures = new Map<number, Failure>(
		newlyRefused.map(({ item, reason, fix }) => [item, { message: reason, description: fix }]),
	);
	const change = async ({ body, recipients }: Batch) => {
		const sent = await sendContacts(context, kind.url, body, recipients);
		const items = recipients.flatMap((recipient) => recipient.items);
		if ('failed' in sent) {
			if (isUnknownOutcome(sent.failed)) memory.rememberOpen(items);
			for (const item of items) failures.set(item, failureOf(sent.failed));
			return { failed: sent.failed, items };
		}
		for (const { phone, items: sameContact } of recipients) {
			const result = sent.results.get(phone)!;
			const isRepeat = sameContact.some((item) => open.has(item));
			const json = { result, ...outcome(result, { body, isRepeat }) };
			for (const item of sameContact) {
				handled.set(item, json);
				memory.rememberResult(item, json);
			}
		}
		return undefined;
	};
	const left = rows.filter(({ item }) => !handled.has(item));
	// Requests for the same phone keep their order; within one, all phones differ.
	for (const { settingsKey, recipients } of await planRequests(left, { mergeDuplicates: true })) {
		const shared = { ...settings.get(settingsKey)!.body, act };
		const changed = await Promise.all(batchesOf(shared, recipients).map(change));
		const stop = changed.find((failed) => failed !== undefined);
		if (stop !== undefined && !context.continueOnFail()) {
			throw stoppedError(context, stop.failed, stop.items[0], handled.size);
		}
	}
	const phones = new Map([...refused, ...rows].map(({ item, phone }) => [item, phone]));
	return context.getInputData().map((_input, item) => {
		const json = handled.get(item);
		return json === undefined
			? errorItem(context, item, failures.get(item)!)
			: { json: { phone: phones.get(item), ...json }, pairedItem: { item } };
	});
}

function batchesOf(shared: IDataObject, recipients: PlannedRecipient[]): Batch[] {
	const plain = recipients.filter(({ content }) => content === '');
	const withFields = recipients.filter(({ content }) => content !== '');
	return [
		...(plain.length === 0 ? [] : [{ body: shared, recipients: plain }]),
		...withFields.map((each) => ({
			body: { ...shared, ...(JSON.parse(each.content) as IDataObject) },
			recipients: [each],
		})),
	];
}

/** The error that stops the node at a failed request, with what a further try leaves out. */
function stoppedError(context: IExecuteFunctions, failed: Error, item: number, handled: number) {
	const error = errorForItem(context.getNode(), failed, item);
	const all = context.getInputData().length;
	const rest =
		handled === 0
			? 'No other item was handled.'
			: `${handled} of ${all} items were handled; they keep their results and are not sent again if you retry.`;
	error.description = `${error.description ?? ''} ${rest}`.trim();
	return error;
}

function failureOf(error: unknown): Failure {
	const { message, description } = error as Error & { description?: string | null };
	return { message, description };
}

function asNodeError(context: IExecuteFunctions, error: unknown) {
	const isNodeError = error instanceof NodeApiError || error instanceof NodeOperationError;
	return isNodeError ? error : new NodeOperationError(context.getNode(), error as Error);
}
