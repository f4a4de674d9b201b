import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	NodeApiError,
} from 'n8n-workflow';

import type { RowsKind } from '../../shared/run/rowsKind';
import { planRequests, type PlannedRecipient } from '../../shared/run/planRequests';
import { allRefused, readRows } from '../../shared/run/readRows';
import { refusalOf, refusedItemsError } from '../../shared/run/refusedItems';
import { errorItem } from '../../shared/n8n/errorItem';
import { type ItemResult, notTriedError, stoppedError } from '../../shared/run/stoppedError';
import { runState } from '../../shared/sentBefore/runState';
import {
	isUnknownOutcome,
	operationError,
	requestError,
	inputError,
} from '../../shared/service/nodeErrors';
import { comparablePhone } from '../../shared/rules/phones';
import { askedFor, ContactMemory } from './contactMemory';
import type { OutcomeReader } from './contactOutcome';
import { sendContacts } from './sendContacts';
import { optionProblemsOfRun } from '../../shared/run/addedOptions';

/** What a collective operation does with the contacts of its items. */
export interface ContactChange {
	kind: RowsKind;
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
 * number (specification, "Contacts").
 *
 * Items that an earlier try handled keep their results and are not sent again, unless they ask for something
 * else now. Those whose answer was lost are, since twice does no harm, and their results say what that leaves open.
 *
 * @returns one item for each input item, in their order
 * @throws with "On Error: Stop" only: NodeOperationError for items that break a rule, NodeApiError
 * for a failed request
 */
export async function changeMany(
	context: IExecuteFunctions,
	{ kind, act, outcome }: ContactChange,
): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	const wrong = optionProblemsOfRun(context, kind.settingsFields);
	if (wrong.length > 0) throw inputError(node, wrong, 0);
	const memory = new ContactMemory(runState(context));
	// What cannot even be read, as without a credential, concerns every item.
	const { rows, refused, settings } = await readRows(context, kind, new Set(), {
		sendTo: 'items',
		oneAccountFor: 'This operation',
	}).catch((error: Error) => allRefused(context, new Set(), refusalOf(error)));
	if (refused.length > 0 && memory.isEmpty && !context.continueOnFail()) {
		throw refusedItemsError(node, refused);
	}
	const handled = new Map<number, IDataObject>();
	const open = new Set<number>();
	const asked = new Map<number, string>();
	for (const { item, phone, settingsKey, content } of rows) {
		const settingsOf = { ...settings.get(settingsKey)!.body, act };
		const ask = askedFor(settingsOf, comparablePhone(phone), content);
		asked.set(item, ask);
		const known = memory.resultOf(item, ask);
		if (known !== undefined) handled.set(item, known);
		else if (memory.isOpen(item, ask)) open.add(item);
	}

	const failures = new Map<number, Error>(
		refused.map(({ item, reason, fix }) => [
			item,
			operationError(node, { message: reason, description: fix, itemIndex: item }),
		]),
	);
	const change = async ({ body, recipients }: Batch) => {
		const isStopped = () => failures.size > 0 && !context.continueOnFail();
		const sent = await sendContacts(context, body, recipients, isStopped);
		const items = recipients.flatMap((recipient) => recipient.items);
		if ('failed' in sent) {
			for (const item of items) {
				if (isUnknownOutcome(sent.failed)) memory.rememberOpen(item, asked.get(item)!);
				failures.set(item, sent.failed);
			}
			return;
		}
		for (const { phone, items: sameContact } of recipients) {
			const result = sent.results.get(phone)!;
			const isRepeat = sameContact.some((item) => open.has(item));
			const json = { result, ...outcome(result, { body, isRepeat }) };
			for (const item of sameContact) {
				handled.set(item, json);
				memory.rememberResult(item, asked.get(item)!, json);
			}
		}
	};
	// That a repeat failed says nothing of the request whose answer was lost.
	const failureAt = (item: number): Error => {
		const failure = failures.get(item) ?? notTriedError(node, item);
		return open.has(item) && !isUnknownOutcome(failure) ? stillOpen(node, item, failure) : failure;
	};
	const phones = new Map([...refused, ...rows].map(({ item, phone }) => [item, phone ?? '']));
	const stopIfFailed = () => {
		if (failures.size === 0 || context.continueOnFail()) return;
		const results = context.getInputData().map((_input, item): ItemResult => {
			const json = handled.get(item);
			return json === undefined ? { failed: failureAt(item) } : { output: [{ json }] };
		});
		throw stoppedError(node, phones, results);
	};
	stopIfFailed();
	const left = rows.filter(({ item }) => !handled.has(item));
	// Requests for the same phone keep their order; within one, all phones differ.
	for (const { settingsKey, recipients } of await planRequests(left, { mergeDuplicates: true })) {
		const shared = { ...settings.get(settingsKey)!.body, act };
		await Promise.all(batchesOf(shared, recipients).map(change));
		stopIfFailed();
	}
	const outputs = context.getInputData().map((_input, item): INodeExecutionData => {
		const json = handled.get(item);
		return json === undefined
			? errorItem(context, item, failureAt(item))
			: { json: { phone: phones.get(item), ...json }, pairedItem: { item } };
	});
	return [outputs];
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

function stillOpen(node: INode, itemIndex: number, { message }: Error): NodeApiError {
	return requestError(node, {
		message:
			'The outcome is unknown: the answer to an earlier request was lost, and the repeat failed',
		description: `${message}. Run again: making the change a second time does no harm.`,
		itemIndex,
		outcome: 'unknown',
	});
}
