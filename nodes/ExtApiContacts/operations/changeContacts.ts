import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { notTriedError, outputOfRows } from '../../shared/pipeline/output';
import { postAccepted } from '../../shared/pipeline/postAccepted';
import { comparablePhone } from '../../shared/rules/phones';
import { optionProblemsOfRun } from '../../shared/run/choices';
import { fateOf, openRows, refuse, whyOf } from '../../shared/run/fate';
import { planRequests, type PlannedRecipient } from '../../shared/run/planRequests';
import { readRows } from '../../shared/run/readRows';
import {
	refuseAll,
	rowsOf,
	rowsRun,
	whyNot,
	type CampaignRow,
	type RowsRun,
} from '../../shared/run/rows';
import type { RowsKind } from '../../shared/run/rowsKind';
import { Ledger, purposeOf, type Outcome } from '../../shared/sentBefore/ledger';
import { runState } from '../../shared/sentBefore/runState';
import { undocumentedError } from '../../shared/service/apiError';
import { endpoints } from '../../shared/service/endpoints';
import { hashOf } from '../../shared/service/keys';
import { inputError, isUnknownOutcome, textsOf } from '../../shared/service/nodeErrors';
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

/** One try of a change. */
interface ChangeRun extends RowsRun {
	change: ContactChange;
	ledger: Ledger;
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
	const node = context.getNode();
	const state = runState(context);
	const ledger = new Ledger(state, purposeOf(state, 'changes'));
	const run: ChangeRun = { ...rowsRun(context), change, ledger, asked: new Map() };
	const wrong = optionProblemsOfRun(context, change.kind.settingsFields);
	if (wrong.length > 0) throw inputError(node, wrong, 0);
	await read(run);
	const isStopped = () => run.hasRefused && !context.continueOnFail();
	// Requests for the same phone keep their order; within one, all phones differ.
	for (const { settingsKey, recipients } of await planRequests(openRows(run), {
		mergeDuplicates: true,
	})) {
		if (isStopped()) break;
		const shared = { ...run.settings.get(settingsKey)!.body, act: change.act };
		await eachAtOnce(batchesOf(shared, recipients), state.requestsAtOnce, async (batch) => {
			await send(run, batch, isStopped);
		});
	}
	refuse(run, openRows(run), notTriedError(node));
	return [await outputOfRows(context, node, run.rows)];
}

/** Reads what each item asks, and what is known of that from earlier tries. */
async function read(run: ChangeRun): Promise<void> {
	const { change, ledger, rows, settings, asked } = run;
	for (const row of rows) row.before = ledger.of(row.item);
	// What cannot even be read, as without a credential, concerns every item.
	await readRows(run, change.kind, {
		sendTo: 'items',
		oneAccountFor: 'This operation',
	}).catch((error: Error) => refuseAll(run, whyNot(error)));
	await eachGivingWay(rows, (row) => {
		const { before, phone, content, fate } = row;
		if (fate.is === 'open') {
			const { body } = settings.get(row.settingsKey)!;
			asked.set(row, hashOf([body, change.act, comparablePhone(phone), content]));
			if (before?.asked !== asked.get(row)) {
				delete row.before;
				return;
			}
		}
		// What was done before is known, whatever keeps the row from being read now.
		if (before && 'accepted' in before.outcome) succeed(row, before.outcome.accepted[0]);
	});
	run.hasRefused = rows.some(({ fate }) => 'why' in fate);
}

function succeed(row: CampaignRow, json: IDataObject): void {
	row.fate = fateOf([{ phone: row.phone, ...json }]);
}

/** Makes a request, and sets what became of its rows. */
async function send(
	run: ChangeRun,
	{ body, recipients }: Batch,
	isStopped: () => boolean,
): Promise<void> {
	const { context, change, ledger, asked } = run;
	const node = context.getNode();
	const note = (row: CampaignRow, outcome: Outcome) =>
		ledger.add({ items: [{ item: row.item }], outcome, asked: asked.get(row) });
	try {
		const list = recipients.map(({ phone }) => phone);
		const request = {
			...{ url: endpoints.contacts, effect: 'changes' as const },
			body: { ...body, list: list.join(',') },
		};
		const reply = readContactReply(await postAccepted(context, request, isStopped), list);
		if ('undocumented' in reply) throw undocumentedError(node, reply.undocumented, 'changes');
		for (const recipient of recipients) {
			const result = reply.results.get(recipient.phone)!;
			const rows = rowsOf(run, recipient);
			const isRepeat = rows.some(({ before }) => before !== undefined);
			const json = { result, ...change.outcome(result, { body, isRepeat }) };
			for (const row of rows) {
				succeed(row, json);
				note(row, { accepted: [json] });
			}
		}
	} catch (error) {
		const rows = recipients.flatMap((recipient) => rowsOf(run, recipient));
		if (!isUnknownOutcome(error)) return refuse(run, rows, error as Error);
		run.hasRefused = true;
		const fate = { is: 'unknown', why: whyOf(error) } as const;
		for (const row of rows) {
			row.fate = fate;
			note(row, { unknown: textsOf(error) });
		}
	}
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
