// Many contacts in the fewest requests: Add Many and Remove Many.
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { Ledger, purposeOf } from '../../shared/ledger/ledger';
import { runState, eachGivingWay } from '../../shared/ledger/runState';
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
import {
	deliver,
	type Answered,
	type Delivery,
	runOperation,
	outputOfRows,
} from '../../shared/pipeline/run';
import { comparablePhone } from '../../shared/rules/phones';
import { undocumentedError } from '../../shared/service/apiError';
import { endpoints } from '../../shared/service/endpoints';
import { acceptedReply } from '../../shared/service/postRequest';
import { optionsOfRun } from '../../shared/values/addedOptions';
import type { RowsKind } from '../../shared/values/rowsKind';
import { contactOutcome, readContactReply, type ContactAct } from './contactReply';

/** What an operation does with the contacts of its items. */
interface ContactChange {
	kind: RowsKind;
	act: ContactAct;
}

/** One request: contacts that share everything, or one with its own fields. */
interface Batch {
	body: IDataObject;
	recipients: PlannedRecipient[];
}

/** One try of a change. */
interface ChangeRun extends RowsRun {
	change: ContactChange;
}

/**
 * Adds or removes the contacts of all items. Contacts without their own fields share requests of up
 * to 10,000. The others get one request each: the service takes fields for one number only
 * (specification, "Contacts").
 *
 * Items that an earlier try handled keep their results. Items whose answer was lost are sent again,
 * since sending twice does no harm.
 *
 * @returns one item for each input item, in their order
 * @throws with "On Error: Stop" only: NodeOperationError for items that break a rule, NodeApiError
 *   for a failed request
 */
export async function changeContacts(
	context: IExecuteFunctions,
	change: ContactChange,
): Promise<INodeExecutionData[][]> {
	const state = runState(context);
	const run: ChangeRun = { ...rowsRun(context, new Ledger(state, purposeOf(state))), change };
	return await runOperation(run, [read, send], async () => [await outputOfRows(run)]);
}

/** Reads the items that no earlier try handled. */
async function read(run: ChangeRun): Promise<void> {
	const { context, change, ledger, rows } = run;
	for (const row of rows) {
		row.before = ledger.of(row.item);
		if (row.before && 'accepted' in row.before.outcome) row.fate = fateOf(ledger.said(row.item));
	}
	optionsOfRun(context, change.kind.settingsFields);
	// An error here, such as a missing credential, concerns every item.
	await readRows(run, change.kind, { sendTo: 'items' }).catch((error: Error) =>
		refuseAll(run, whyNot(error)),
	);
}

/** Planned requests wait for each other: what refuses one, such as its list, refuses the next. */
async function send(run: ChangeRun): Promise<void> {
	const planned = await planRequests(openRows(run), { mergeDuplicates: true });
	for (const { settingsKey, recipients } of planned) {
		const shared = { ...run.settings.get(settingsKey)!.body, act: run.change.act };
		const batches = batchesOf(shared, recipients);
		await deliver(run, await eachGivingWay(batches, (batch) => deliveryOf(run, batch)));
	}
}

/** Requests for one phone keep their order. All phones of a request differ. */
function deliveryOf(run: ChangeRun, batch: Batch): Delivery<CampaignRow> {
	return {
		rows: batch.recipients.flatMap((recipient) => rowsOf(run, recipient)),
		whom: batch.recipients.map(({ phone }) => comparablePhone(phone)),
		request: async () => await post(run, batch),
		noted: (rows) => rows.map(({ item }) => ({ items: [{ item }] })),
	};
}

/** Makes a request. Each of its contacts has its own result. */
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
		const said = contactOutcome(change.act, result);
		return rows.map((row) => ({ rows: [row], says: [{ phone: row.phone, ...said }] }));
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
