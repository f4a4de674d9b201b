import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { deliver, type Answered, type Delivery } from '../../shared/pipeline/deliver';
import { outputOfRows } from '../../shared/pipeline/output';
import { runOperation } from '../../shared/pipeline/runOperation';
import { comparablePhone } from '../../shared/rules/phones';
import { optionsOfRun } from '../../shared/values/addedOptions';
import { fateOf, openRows } from '../../shared/pipeline/fate';
import { planRequests, type PlannedRecipient } from '../../shared/pipeline/planRequests';
import { readRows } from '../../shared/pipeline/readRows';
import {
	refuseAll,
	rowsOf,
	rowsRun,
	whyNot,
	type CampaignRow,
	type RowsRun,
} from '../../shared/pipeline/rows';
import type { RowsKind } from '../../shared/values/rowsKind';
import { Ledger, purposeOf } from '../../shared/ledger/ledger';
import { runState } from '../../shared/ledger/runState';
import { undocumentedError } from '../../shared/service/apiError';
import { endpoints } from '../../shared/service/endpoints';
import { hashOf } from '../../shared/service/keys';
import { eachGivingWay } from '../../shared/service/pause';
import { acceptedReply } from '../../shared/service/postRequest';
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

/** One try of a change. */
interface ChangeRun extends RowsRun {
	change: ContactChange;
	/** A hash of what each item asks. */
	asked: Map<CampaignRow, string>;
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
export async function changeContacts(
	context: IExecuteFunctions,
	change: ContactChange,
): Promise<INodeExecutionData[][]> {
	const state = runState(context);
	const run: ChangeRun = {
		...rowsRun(context, new Ledger(state, purposeOf(state, 'changes'))),
		...{ change, asked: new Map() },
	};
	return await runOperation(run, [read, send], async () => [await outputOfRows(run)]);
}

/** What one request of many contacts is refused for, such as its list, the next one would be, too. */
async function send(run: ChangeRun): Promise<void> {
	const planned = await planRequests(openRows(run), { mergeDuplicates: true });
	for (const { settingsKey, recipients } of planned) {
		const shared = { ...run.settings.get(settingsKey)!.body, act: run.change.act };
		const batches = batchesOf(shared, recipients);
		await deliver(run, await eachGivingWay(batches, (batch) => deliveryOf(run, batch)));
	}
}

/** Reads what each item asks, and what is known of that from earlier tries. */
async function read(run: ChangeRun): Promise<void> {
	const { context, change, ledger, rows, settings, asked } = run;
	for (const row of rows) row.before = ledger.of(row.item);
	try {
		optionsOfRun(context, change.kind.settingsFields);
	} catch (error) {
		rows.forEach(recall);
		return await Promise.reject(error as Error);
	}
	// What cannot even be read, as without a credential, concerns every item.
	await readRows(run, change.kind, { sendTo: 'items' }).catch((error: Error) =>
		refuseAll(run, whyNot(error)),
	);
	await eachGivingWay(rows, (row) => {
		const { phone, content, fate } = row;
		if (fate.is === 'open') {
			const { body } = settings.get(row.settingsKey)!;
			asked.set(row, hashOf([body, change.act, comparablePhone(phone), content]));
			if (row.before?.asked !== asked.get(row)) delete row.before;
		}
		recall(row);
	});
	run.hasRefused = rows.some(({ fate }) => 'why' in fate);
}

/** What was done before is known, whatever keeps the row from being read now. */
function recall(row: CampaignRow): void {
	const { before, phone } = row;
	if (before === undefined || !('accepted' in before.outcome)) return;
	row.fate = fateOf([{ phone, ...before.outcome.accepted[0] }]);
}

/** Requests for the same phone keep their order; within one, all phones differ. */
function deliveryOf(run: ChangeRun, batch: Batch): Delivery<CampaignRow> {
	return {
		rows: batch.recipients.flatMap((recipient) => rowsOf(run, recipient)),
		whom: batch.recipients.map(({ phone }) => comparablePhone(phone)),
		request: async () => await post(run, batch),
		noted: (rows) =>
			rows.map((row) => ({ items: [{ item: row.item }], asked: run.asked.get(row) })),
	};
}

/** Makes a request; each of its contacts has a result of its own. */
async function post(
	run: ChangeRun,
	{ body, recipients }: Batch,
): Promise<Array<Answered<CampaignRow>>> {
	const { change, account } = run;
	const list = recipients.map(({ phone }) => phone);
	const request = { ...body, list: list.join(',') };
	const asked = { url: endpoints.contacts, effect: 'changes' as const, body: request };
	const reply = readContactReply(await acceptedReply(account.context, asked), list);
	if ('undocumented' in reply) {
		throw undocumentedError(run.context.getNode(), reply.undocumented, 'changes');
	}
	return recipients.flatMap((recipient) => {
		const result = reply.results.get(recipient.phone)!;
		const rows = rowsOf(run, recipient);
		const isRepeat = rows.some(({ before }) => before !== undefined);
		const json = { result, ...change.outcome(result, { body, isRepeat }) };
		return rows.map((row) => ({ rows: [row], says: [{ phone: row.phone, ...json }] }));
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
