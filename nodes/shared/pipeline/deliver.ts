import { NodeApiError, NodeOperationError, type IDataObject } from 'n8n-workflow';

import { entriesOf, groupedBy, recipientsOfBody } from '../rules/lists';
import { toolCall } from './toolCall';
import { keptKey } from '../sentBefore/earlierKey';
import { messageHash, type Outcome } from '../sentBefore/ledger';
import { doneOnce } from '../sentBefore/modelCalls';
import { sendsUnknownAgain } from '../sentBefore/unknownOutcome';
import { connectionError, replyError } from '../service/apiError';
import { connectionOf, type Connection } from '../service/connection';
import { isTool, isUnknownOutcome, textsOf } from '../service/nodeErrors';
import { eachAtOnce } from '../service/pause';
import { postRequest, withRetryAfter } from '../service/postRequest';
import type { Reply } from '../service/readReply';
import type { RunItem } from '../service/itemCredential';
import { KeyedRows } from './keys';
import { notTriedError } from './output';
import { fateOf, openRows, refuse, refusedFate, whyOf, type Fate, type Said } from '../run/fate';
import type { AcceptedReply, RefusalAsAnswer, Row, Run } from './row';

/** The sending of one try. */
interface Sending {
	run: Run;
	connection: Connection;
	keyed?: KeyedRows;
	/** The rows of each request beside the one that makes it. */
	sharing: Map<Row, Row[]>;
	/** True once a request failed under "On Error: Stop": no further one is sent. */
	isStopped: boolean;
	/** Why rows after that were not tried. */
	notTried: Error;
}

/**
 * Sends the rows that are open, those for one recipient one after the other, and notes what became of each in its fate.
 * Under "On Error: Stop" nothing is sent when anything is wrong with any row.
 */
export async function deliver(run: Run): Promise<void> {
	const notTried = notTriedError(run.node);
	const isHeld = () => run.stops && run.hasRefused;
	let keyed: KeyedRows | undefined;
	try {
		if (!isHeld()) keyed = await KeyedRows.of(run);
		if (!isHeld()) await sendAll(run, keyed, notTried);
	} catch (error) {
		refuse(run, openRows(run), error as Error);
	} finally {
		await keyed?.close();
	}
	refuse(run, openRows(run), notTried);
}

async function sendAll(run: Run, keyed: KeyedRows | undefined, notTried: Error): Promise<void> {
	const shared = run.rows.filter(({ as }) => as !== undefined);
	const sharing = groupedBy(shared, ({ as }) => as!) as Map<Row, Row[]>;
	const connection = connectionOf(run.node);
	const sending: Sending = { run, connection, keyed, sharing, isStopped: false, notTried };
	const before = new Map<string, Promise<unknown>>();
	const own = openRows(run).filter(({ as }) => as === undefined);
	await eachAtOnce(own, run.state.requestsAtOnce, async (row) => {
		const names = recipientsOfBody(row.request!.body).map(({ compared }) => compared);
		const earlier = names.map((name) => before.get(name));
		const sent = Promise.all(earlier).then(async () => (row.fate = await sendRow(sending, row)));
		for (const name of names) before.set(name, sent);
		await sent;
	});
	for (const row of shared) row.fate = row.as!.fate;
}

/** Makes the request of a row when it is its turn, once all earlier ones to its recipients are over. */
async function sendRow(sending: Sending, row: Row): Promise<Fate> {
	const { run, keyed } = sending;
	const { context, node, work, state } = run;
	const { item, body } = row.request!;
	const rest = keyed?.restOf(row);
	if (rest !== undefined && rest.body === undefined) return fateOf([rest.extra]);
	const inTurn = async (isRepeat: boolean) =>
		await state.inTurn(async () => {
			if (sending.isStopped) throw sending.notTried;
			const send = async () =>
				await withRetryAfter(context, async () =>
					request(sending, item, rest?.body ?? body, isRepeat),
				);
			return await (rest?.noted(send) ?? send());
		});
	try {
		if (isTool(node) && work.effect !== 'asks') {
			const mayRepeat = work.effect === 'changes' || sendsUnknownAgain(context, row.item);
			const call = toolCall(item, state, work, body);
			return fateOf(await doneOnce(state, node, call, mayRepeat, inTurn));
		}
		const says = await inTurn(row.before !== undefined);
		note(sending, row, { accepted: says });
		return fateOf(says);
	} catch (error) {
		sending.isStopped ||= run.stops;
		if (!isUnknownOutcome(error)) return refusedFate(row, whyOf(error as Error));
		note(sending, row, { unknown: textsOf(error) });
		return { is: 'unknown', why: whyOf(error) };
	}
}

/** Keeps what became of a request for later tries. */
function note({ run, sharing }: Sending, row: Row, outcome: Outcome): void {
	const { node, work, ledger } = run;
	if (work.effect === 'asks' || isTool(node)) return;
	const { body } = row.request!;
	const rows = [row, ...(sharing.get(row) ?? [])];
	const lists = body.pid === undefined ? undefined : String(body.pid);
	const phones = [...recipientsOfBody(body).map(({ name }) => name), ...entriesOf(body.phone)];
	const whom = lists === undefined ? phones : [undefined];
	const reached = whom.map((phone) => ({ phone, message: messageHash(body, phone) }));
	ledger.add({
		items: rows.flatMap(({ item }) => [{ item }, ...reached.map((each) => ({ item, ...each }))]),
		outcome,
		...(lists !== undefined && { lists }),
		...(row.asked !== undefined && { asked: row.asked }),
		...(row.key !== undefined && { key: keptKey(row.key) }),
	});
}

/** Makes a request as it is to be sent now, and what the output says of its reply. */
async function request(
	{ run: { work }, connection }: Sending,
	item: RunItem,
	body: IDataObject,
	isRepeat: boolean,
): Promise<Said[]> {
	const { endpoint: url, effect, finalizeRequest, refusalAsAnswer } = work;
	const { context, node, index } = item;
	const last = finalizeRequest?.(item, body) ?? { body, extraOutput: {} };
	const asked = { url, body: last.body, effect, connection, itemIndex: index };
	const reply = await postRequest(context, asked);
	const answer = acceptedReply(reply, refusalAsAnswer);
	if (answer === undefined) {
		throw replyError(node, reply as Parameters<typeof replyError>[1], index, effect);
	}
	try {
		const says = [await work.output(answer, item, last.body, isRepeat)].flat();
		// An operation says itself what else an accepted reply may mean.
		const accepted: Said = effect === 'asks' ? {} : { outcome: 'accepted' };
		return says.map((each) => ({ ...accepted, ...each, ...last.extraOutput }));
	} catch (error) {
		// Whatever goes wrong now, the request was sent.
		throw ownError(error) ?? connectionError(node, error, index, effect, true);
	}
}

/** Errors an operation made of a reply carry an outcome, or are about the item. */
function ownError(error: unknown): Error | undefined {
	const isOwn =
		error instanceof NodeOperationError ||
		(error instanceof NodeApiError && error.context.outcome !== undefined);
	return isOwn ? error : undefined;
}

/** The accepted reply of an operation; undefined for one that is a failure. */
function acceptedReply(reply: Reply, answer?: RefusalAsAnswer): AcceptedReply | undefined {
	if (reply.kind === 'accepted') {
		return reply;
	}
	return reply.kind === 'refused' && answer?.words.test(reply.description)
		? { code: answer.code, data: {} }
		: undefined;
}
