import { fateOf, refuse, whyOf, type EndedRow, type Fate, type Said } from './fate';
import type { Noted, Outcome } from '../ledger/ledger';
import type { RecordOfRows } from './recordOfRows';
import { runState } from '../ledger/runState';
import { isUnknownOutcome, textsOf } from '../service/nodeErrors';
import { eachAtOnce } from '../service/pause';
import { withRetryAfter } from '../service/postRequest';
import { notTriedError } from './output';
import type { Run } from './run';

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
