import { NodeApiError, NodeOperationError, type IDataObject } from 'n8n-workflow';

import { entriesOf, recipientsOfBody, toSomeOf } from '../rules/lists';
import { fateOf, openRows, type Said } from './fate';
import { keptKey } from '../ledger/earlierKey';
import { messageHash, type Noted } from '../ledger/ledger';
import { doneOnce } from '../ledger/modelCalls';
import { sendsUnknownAgain } from '../ledger/unknownOutcome';
import { connectionError, replyError } from '../service/apiError';
import { connectionOf, type Connection } from '../service/connection';
import { isTool } from '../service/nodeErrors';
import { postRequest } from '../service/postRequest';
import type { Reply } from '../service/readReply';
import type { Delivery } from './deliver';
import { saidByRecord } from './keys';
import type { AcceptedReply, RefusalAsAnswer, Row, ItemsRun } from './row';
import { toolCall } from './toolCall';

/** The requests of the rows that are open. */
export function itemRequests(run: ItemsRun): Array<Delivery<Row>> {
	const connection = connectionOf(run.node);
	const isAsked = run.work.effect === 'asks';
	return openRows(run).map((row) => ({
		rows: [row],
		whom: recipientsOfBody(row.request!.body).map(({ compared }) => compared),
		known: () => {
			const { body, extra } = restOf(run, row);
			return body === undefined ? fateOf([extra]) : undefined;
		},
		request: async () => [{ rows: [row], says: await request(run, connection, row) }],
		...(!isAsked && isTool(run.node) && { once: onceByTool(run, row) }),
		...(!isAsked && !isTool(run.node) && { noted: () => [notedOf(row)] }),
	}));
}

/** What later tries know a request by. */
function notedOf(row: Row): Omit<Noted, 'outcome'> {
	const { body } = row.request!;
	const lists = body.pid === undefined ? undefined : String(body.pid);
	const phones = [...recipientsOfBody(body).map(({ name }) => name), ...entriesOf(body.phone)];
	const whom = lists === undefined ? phones : [undefined];
	const reached = whom.map((phone) => ({ phone, message: messageHash(body, phone) }));
	return {
		items: [{ item: row.item }, ...reached.map((each) => ({ item: row.item, ...each }))],
		...(lists !== undefined && { lists }),
		...(row.key !== undefined && { key: keptKey(row.key) }),
	};
}

/** What is left of a request now, without those who got the message before; no body where that is nobody. */
function restOf({ records }: ItemsRun, row: Row): { body?: IDataObject; extra: Said } {
	const { body } = row.request!;
	const record = records.find((each) => each.has(row));
	if (record === undefined) return { body, extra: {} };
	const [left, sent, unknown] = ([undefined, 'sent', 'unknown'] as const).map((became) =>
		record.recipientsOf(row, became).map(({ recipient }) => recipient),
	);
	const isWhole = sent.length + unknown.length === 0;
	return {
		...(left.length > 0 && { body: isWhole ? body : toSomeOf(body, left) }),
		extra: saidByRecord(body, { left, sent, unknown }),
	};
}

/** A tool makes the request of rows only if its agent made none that is the same. */
function onceByTool({ context, node, work, state }: ItemsRun, row: Row): Delivery<Row>['once'] {
	const { item, body } = row.request!;
	const mayRepeat = work.effect === 'changes' || sendsUnknownAgain(context, row.item);
	return async (make) => {
		const call = toolCall(item, state, work, body);
		const send = async () => (await make())[0].says;
		return [{ rows: [row], says: await doneOnce(state, node, call, mayRepeat, send) }];
	};
}

/** Makes the request of a row to those who are left. */
async function request(run: ItemsRun, connection: Connection, row: Row): Promise<Said[]> {
	const { body, extra } = restOf(run, row);
	const says = await post(run, connection, row, body!);
	return says.map((each) => ({ ...each, ...extra }));
}

/** Makes a request as it is to be sent now, and what the output says of its reply. */
async function post(
	{ work }: ItemsRun,
	connection: Connection,
	row: Row,
	body: IDataObject,
): Promise<Said[]> {
	const { item } = row.request!;
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
		const says = [await work.output(answer, item, last.body)].flat();
		// An operation says itself what else an accepted reply may mean.
		const accepted: Said = effect === 'asks' ? {} : { outcome: 'accepted' };
		return says.map((each) => ({ ...accepted, ...each, ...last.extraOutput }));
	} catch (error) {
		// Whatever goes wrong now, the request was sent.
		throw ownError(error) ?? connectionError(node, error, index, effect, 'answered');
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
