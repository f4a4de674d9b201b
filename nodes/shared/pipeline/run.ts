// How every operation runs: its steps, its requests, its output. Nothing else sends.
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INode,
	NodeOperationError,
} from 'n8n-workflow';

import type { Ledger, Noted, Outcome } from '../ledger/ledger';
import { runState, eachAtOnce, eachGivingWay } from '../ledger/runState';
import { errorItems, hintAtFailed } from '../n8n/output';
import { isUnknownOutcome, operationError, textsOf, verbsOf } from '../service/nodeErrors';
import { withRetryAfter } from '../service/postRequest';
import { type EndedRun, errorOfRun, failureOf } from './errorOfRun';
import {
	hasFailed,
	openRows,
	refuse,
	type EndedRow,
	type Refusing,
	fateOf,
	whyOf,
	type Fate,
	type Said,
	inOrder,
} from './fate';
import type { RecordOfRows } from './recordOfRows';

/** One try of an operation, from its items to its output. */
export interface Run<Row extends EndedRow = EndedRow> extends EndedRun<Row>, Refusing {
	/** What this execution did, or may have. */
	ledger: Ledger;
	/** What notes who is sent to, over all executions: by a Campaign Key, and by an approval. */
	records: Array<RecordOfRows<Row>>;
	/** True for "On Error: Stop": nothing more is sent once anything is wrong with a row. */
	stops: boolean;
}

/** A run of which nothing is known yet. */
export function newRun<Row extends EndedRow>(
	context: IExecuteFunctions,
	rows: Row[],
	ledger: Ledger,
): Run<Row> {
	const stops = !context.continueOnFail();
	return { context, rows, ledger, records: [], stops, hasRefused: false };
}

/** Looks at the rows of a run, and sets what becomes of them. `over` leaves nothing to do for the steps after it. */
export type Step<OfRun> = (run: OfRun) => Promise<void | 'over'> | void | 'over';

/**
 * Runs an operation: its steps in their order, from reading to sending, and then its output. Whatever breaks on the way
 * stops the run, and the output says what that leaves of each row; under "On Error: Continue" it is the reason of every
 * row that has none.
 *
 * @throws what `output` throws: under "On Error: Stop" one error that accounts for every row
 */
export async function runOperation<OfRun extends Run>(
	run: OfRun,
	steps: Array<Step<OfRun>>,
	output: (run: OfRun) => Promise<INodeExecutionData[][]>,
): Promise<INodeExecutionData[][]> {
	try {
		for (const step of steps) if ((await step(run)) === 'over') break;
	} catch (error) {
		run.cause = error as Error;
		if (!run.stops) refuse(run, openRows(run), run.cause);
	} finally {
		for (const record of run.records) await record.close();
	}
	const items = await output(run);
	const failed = run.rows.filter(hasFailed);
	if (failed.length === 0) return items;
	const unknown = failed.filter(({ fate }) => fate.is === 'unknown');
	const counts = { failed: failed.length, unknown: unknown.length, all: run.rows.length };
	hintAtFailed(run.context, counts);
	return items;
}

/**
 * The output of a run whose rows all have a fate: each input item once.
 *
 * @throws one error for all rows under "On Error: Stop", when one of them failed
 */
export async function outputOfRows(run: EndedRun): Promise<INodeExecutionData[]> {
	const { context, rows, cause } = run;
	if (!context.continueOnFail() && (cause !== undefined || rows.some(hasFailed))) {
		throw await errorOfRun(run);
	}
	const failedItem = rows.some(hasFailed) ? errorItems(context) : undefined;
	const outputs = await eachGivingWay(rows, ({ item, fate }) => {
		if ('says' in fate)
			return fate.says.map((each) => ({ json: inOrder(each), pairedItem: { item } }));
		return 'why' in fate ? failedItem!(item, failureOf(fate)) : [];
	});
	return outputs.flat();
}

/** What an accepted reply says of some rows of a request, or of all. */
export interface Answered<Row> {
	rows: Row[];
	says: Said[];
	/** What an error says of them. */
	told?: string;
}

/** Makes a request in its turn, noted in every record. */
type Make<Row> = () => Promise<Array<Answered<Row>>>;

/** One request of a run. */
export interface Delivery<Row extends EndedRow> {
	rows: Row[];
	/** Its recipients in the form that is compared: requests to one of them are made one after the other. */
	whom?: string[];
	/** What became of its rows until it is its turn; undefined where it is to be made. */
	known?(): Fate | undefined;
	/** Makes the request as it is to be sent now, and reads its reply. */
	request(): Promise<Array<Answered<Row>>>;
	/** Does that only where nothing else did the same; as a rule there is nothing to compare with. */
	once?(make: Make<Row>): Promise<Array<Answered<Row>>>;
	/** What later tries know some of its rows by; none of a request that they may make again. */
	noted?(rows: Row[]): Array<Omit<Noted, 'outcome'>>;
}

/**
 * Makes the requests of a run in order, so many at once, and notes what became of each: in its rows, for later tries,
 * and for other executions. It is the only place that sends or changes anything. Rows stay open that another one kept
 * back.
 *
 * @param atOnce how many run at a time; the next one of a list is not begun before
 */
export async function deliver<Row extends EndedRow>(
	run: Run<Row>,
	deliveries: Array<Delivery<Row>>,
	atOnce = runState(run.context).requestsAtOnce,
): Promise<void> {
	const before = new Map<string, Promise<unknown>>();
	const notTried = notTriedError(run.context.getNode());
	let isStopped = run.stops && run.hasRefused;
	await eachAtOnce(isStopped ? [] : deliveries, atOnce, async (delivery) => {
		const { whom = [] } = delivery;
		const earlier = whom.map((name) => before.get(name));
		const sent = Promise.all(earlier).then(async () => {
			const isDone = await isDelivered(run, delivery, () => {
				if (isStopped) throw notTried;
			});
			isStopped ||= run.stops && !isDone;
		});
		for (const name of whom) before.set(name, sent);
		await sent;
	});
}

/**
 * Makes a request when it is its turn.
 *
 * @param goOn throws why it is not to be made any more
 * @returns whether it was accepted
 */
async function isDelivered<Row extends EndedRow>(
	run: Run<Row>,
	delivery: Delivery<Row>,
	goOn: () => void,
): Promise<boolean> {
	const { context, ledger, records } = run;
	const { rows, noted } = delivery;
	const known = delivery.known?.();
	if (known !== undefined) {
		for (const row of rows) row.fate = known;
		return true;
	}
	const note = (some: Row[], outcome: Outcome) => {
		for (const each of noted?.(some) ?? []) ledger.add({ ...each, outcome });
	};
	try {
		const make: Make<Row> = async () =>
			await runState(context).inTurn(async () => {
				goOn();
				return await notedIn(records, rows, async () => {
					return await withRetryAfter(context, async () => await delivery.request());
				});
			});
		const answers = await (delivery.once?.(make) ?? make());
		for (const { rows: some, says, told } of answers) {
			note(some, { accepted: says });
			const fate = fateOf(says, told);
			for (const row of some) row.fate = fate;
		}
		return true;
	} catch (error) {
		const isUnknown = isUnknownOutcome(error);
		if (!isUnknown) refuse(run, rows, error as Error);
		else {
			note(rows, { unknown: textsOf(error) });
			const fate = { is: 'unknown', why: whyOf(error) } as const;
			for (const row of rows) row.fate = fate;
			run.hasRefused = true;
		}
		return false;
	}
}

/** Makes a request that each record has before it is sent. */
async function notedIn<Row extends EndedRow, Made>(
	[record, ...others]: Array<RecordOfRows<Row>>,
	rows: Row[],
	request: () => Promise<Made>,
): Promise<Made> {
	if (record === undefined) return await request();
	return await record.noted(rows, async () => await notedIn(others, rows, request));
}

/**
 * The failure of items that were right, and were kept back because others were not, or failed before. One error is
 * made for all of them: thousands would take n8n seconds.
 */
function notTriedError(node: INode): NodeOperationError {
	const { done, toDo } = verbsOf(node);
	return operationError(node, {
		message: `Not ${done}, because another item failed`,
		description: `Run again to ${toDo} it.`,
		outcome: 'notTried',
	});
}
