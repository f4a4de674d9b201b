import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { optionProblemsOfRun } from '../../shared/run/choices';
import { notTriedError, outputOfRows } from '../../shared/pipeline/output';
import { refusalOf } from '../../shared/run/refusedItem';
import { fateOf, type EndedRow } from '../../shared/pipeline/row';
import { planRequests, type PlannedRecipient } from '../../shared/run/planRequests';
import { postAccepted } from '../../shared/pipeline/postAccepted';
import { allRefused, readRows } from '../../shared/run/readRows';
import type { RowsKind } from '../../shared/run/rowsKind';
import { comparablePhone } from '../../shared/rules/phones';
import { runState } from '../../shared/sentBefore/runState';
import { hashOf } from '../../shared/service/keys';
import { Ledger, purposeOf, type Outcome } from '../../shared/sentBefore/ledger';
import { stillUnknown } from '../../shared/sentBefore/unknownOutcome';
import { undocumentedError } from '../../shared/service/apiError';
import { endpoints } from '../../shared/service/endpoints';
import {
	inputError,
	isUnknownOutcome,
	nothingDone,
	quietError,
	textsOf,
	type ErrorTexts,
} from '../../shared/service/nodeErrors';
import { outcomeOfError } from '../../shared/service/rowOutcome';
import { eachAtOnce, eachGivingWay } from '../../shared/service/pause';
import { readContactReply, type OutcomeReader } from './contactReply';

/** What a collective operation does with the contacts of its items. */
interface ContactChange {
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
	const state = runState(context);
	const wrong = optionProblemsOfRun(context, kind.settingsFields);
	if (wrong.length > 0) throw inputError(node, wrong, 0);
	// What cannot even be read, as without a credential, concerns every item.
	const { rows, refused, settings } = await readRows(context, kind, new Set(), {
		sendTo: 'items',
		oneAccountFor: 'This operation',
	}).catch((error: Error) => allRefused(context, new Set(), refusalOf(error)));
	const ledger = new Ledger(state, purposeOf(state, 'changes'));
	const ended = context.getInputData().map((_, item): EndedRow => ({ item, fate: { is: 'open' } }));
	const succeed = (item: number, json: IDataObject) => {
		ended[item].fate = fateOf([{ phone: ended[item].phone, ...json }]);
	};
	/** What was asked before, and may have been done. */
	const before = new Map<number, { unknown: ErrorTexts }>();
	// That a repeat failed, or was not tried, says nothing of the request whose answer was lost.
	const fail = (item: number, error: Error) => {
		const known = isUnknownOutcome(error) ? undefined : before.get(item);
		const told = known === undefined ? error : stillUnknown(node, known);
		ended[item].fate = { is: outcomeOfError(told), error: told };
	};

	await eachGivingWay(refused, ({ item, phone = '', reason, fix }) => {
		const known = ledger.of(item)?.outcome;
		ended[item].phone = phone;
		// What was done before is known, whatever keeps the row from being read now.
		if (known && 'accepted' in known) {
			succeed(item, known.accepted[0]);
			return;
		}
		if (known) before.set(item, known);
		const description = `${fix} ${nothingDone(node)}`;
		fail(item, quietError(node, { message: reason, description }, item));
	});

	const asked = new Map<number, string>();
	await eachGivingWay(rows, ({ item, phone, settingsKey, content }) => {
		ended[item].phone = phone;
		const { body } = settings.get(settingsKey)!;
		const now = hashOf([body, act, comparablePhone(phone), content]);
		asked.set(item, now);
		const known = ledger.of(item);
		if (known?.asked !== now) return;
		if ('accepted' in known.outcome) succeed(item, known.outcome.accepted[0]);
		else before.set(item, known.outcome);
	});
	let isStopped = !context.continueOnFail() && ended.some(({ fate }) => 'error' in fate);
	const change = async ({ body, recipients }: Batch) => {
		const note = (item: number, became: Outcome) =>
			ledger.add({ items: [{ item }], outcome: became, asked: asked.get(item) });
		try {
			const list = recipients.map(({ phone }) => phone);
			const request = {
				...{ url: endpoints.contacts, effect: 'changes' as const },
				body: { ...body, list: list.join(',') },
			};
			const read = readContactReply(await postAccepted(context, request, () => isStopped), list);
			if ('undocumented' in read) throw undocumentedError(node, read.undocumented, 'changes');
			for (const { phone, items } of recipients) {
				const result = read.results.get(phone)!;
				const isRepeat = items.some((item) => before.has(item));
				const json = { result, ...outcome(result, { body, isRepeat }) };
				for (const item of items) {
					succeed(item, json);
					note(item, { accepted: [json] });
				}
			}
		} catch (error) {
			isStopped ||= !context.continueOnFail();
			for (const item of recipients.flatMap(({ items }) => items)) {
				fail(item, error as Error);
				if (isUnknownOutcome(error)) note(item, { unknown: textsOf(error) });
			}
		}
	};
	const left = rows.filter(({ item }) => ended[item].fate.is === 'open');
	// Requests for the same phone keep their order; within one, all phones differ.
	for (const { settingsKey, recipients } of await planRequests(left, { mergeDuplicates: true })) {
		if (isStopped) break;
		const shared = { ...settings.get(settingsKey)!.body, act };
		await eachAtOnce(batchesOf(shared, recipients), state.requestsAtOnce, change);
	}
	const notTried = notTriedError(node);
	for (const { item, fate } of ended) if (fate.is === 'open') fail(item, notTried);
	return [await outputOfRows(context, node, ended)];
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
