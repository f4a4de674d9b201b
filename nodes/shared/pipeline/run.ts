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
	/** The records of who is sent to, over all executions: for a Campaign Key, for an approval. */
	records: Array<RecordOfRows<Row>>;
	/** True for "On Error: Stop": once anything is wrong with a row, nothing more is sent. */
	stops: boolean;
}

/** A run before its first step. */
export function newRun<Row extends EndedRow>(
	context: IExecuteFunctions,
	rows: Row[],
	ledger: Ledger,
): Run<Row> {
	const stops = !context.continueOnFail();
	return { context, rows, ledger, records: [], stops, hasRefused: false };
}

/** Looks at the rows of a run, and sets their fates. `over` skips the steps after it. */
export type Step<OfRun> = (run: OfRun) => Promise<void | 'over'> | void | 'over';

/**
 * Runs the steps of an operation in order, then makes its output. An error in a step stops the run;
 * under "On Error: Continue" it becomes the reason of every open row.
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
 * @throws under "On Error: Stop", if a row failed, one error for all
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

/** What an accepted reply says of all or some rows of a request. */
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
	/** Its recipients in compared form: requests to the same one wait for each other. */
	whom?: string[];
	/** What became of its rows before its turn; undefined if it is still to be made. */
	known?(): Fate | undefined;
	/** Makes the request in its current form, and reads its reply. */
	request(): Promise<Array<Answered<Row>>>;
	/** Does that only if nothing else did the same; usually there is nothing to compare with. */
	once?(make: Make<Row>): Promise<Array<Answered<Row>>>;
	/** What later tries recognize its rows by; none for a request that they may repeat. */
	noted?(rows: Row[]): Array<Omit<Noted, 'outcome'>>;
}

/**
 * Makes the requests of a run in order, and notes what became of each: in its rows, for later
 * tries, and for other executions. Nothing else sends or changes anything. Rows that another one
 * kept back stay open.
 *
 * @param atOnce how many requests run at a time
 */
export async function deliver<Row extends EndedRow>(
	run: Run<Row>,
	deliveries: Array<Delivery<Row>>,
	atOnce = runState(run.context).requestsAtOnce,
): Promise<void> {
	const before = new Map<string, Promise<unknown>>();
	let notTried: Error | undefined;
	let isStopped = run.stops && run.hasRefused;
	await eachAtOnce(isStopped ? [] : deliveries, atOnce, async (delivery) => {
		const { whom = [] } = delivery;
		const earlier = whom.map((name) => before.get(name));
		const sent = Promise.all(earlier).then(async () => {
			const isDone = await isDelivered(run, delivery, () => {
				if (isStopped) throw (notTried ??= notTriedError(run.context.getNode()));
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
 * @param goOn throws if it must not be made any more, also while it waits to be made again
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
		const makeNow = async () => {
			goOn();
			return await delivery.request();
		};
		const make: Make<Row> = async () => {
			// Thousands that are not made should not wait for their turns.
			goOn();
			return await runState(context).inTurn(async () => {
				return await notedIn(records, rows, async () => await withRetryAfter(context, makeNow));
			});
		};
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

/** Makes a request after noting it in each record. */
async function notedIn<Row extends EndedRow, Made>(
	[record, ...others]: Array<RecordOfRows<Row>>,
	rows: Row[],
	request: () => Promise<Made>,
): Promise<Made> {
	if (record === undefined) return await request();
	return await record.noted(rows, async () => await notedIn(others, rows, request));
}

/**
 * The failure of valid items that another one kept back. All of them share one error: thousands
 * would take n8n seconds.
 */
function notTriedError(node: INode): NodeOperationError {
	const { done, toDo } = verbsOf(node);
	return operationError(node, {
		message: `Not ${done}, because another item failed`,
		description: `Run again to ${toDo} it.`,
		outcome: 'notTried',
	});
}
