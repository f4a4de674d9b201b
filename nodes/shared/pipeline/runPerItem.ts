// Operations with a request for each item: their steps, and how a request is made.
import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { optionPath } from '../fields/field';
import { timeZoneOption } from '../fields/sendingOptions';
import { quietHoursOption } from '../fields/timingFields';
import { keptKey, sendsUnknownAgain } from '../ledger/retries';
import { Ledger, purposeOf, messageHash, type Noted } from '../ledger/ledger';
import { doneOnce } from '../ledger/modelCalls';
import { runState } from '../ledger/runState';
import { giveHint } from '../n8n/output';
import { entriesOf, recipientsOfBody, toSomeOf } from '../rules/lists';
import { readQuietHours, quietFor } from '../rules/quietHours';
import { quietStart } from '../rules/schedule';
import { serviceZone } from '../rules/timeZones';
import { connectionError, replyError } from '../service/apiError';
import { connectionOf, type Connection, type FinalizeRequest } from '../service/connection';
import { scheduledHint, recipientsOfRequest } from '../service/documentedReplies';
import { inputError, isTool } from '../service/nodeErrors';
import { postRequest } from '../service/postRequest';
import type { Reply } from '../service/readReply';
import { warningsHint, type ItemWarnings } from './accountWords';
import { wordsForModel } from './errorOfRun';
import { OPEN, openRows, fateOf, type Said } from './fate';
import type { ItemsRun, PerItemWork, Row, AcceptedReply, RefusalAsAnswer } from './row';
import { lookUpKeys, readKeys, oneMessagePerList, readItems } from './rowSteps';
import { deliver, newRun, runOperation, type Delivery, outputOfRows } from './run';
import { toolCall } from './toolCall';

/**
 * Runs an operation with a request for each item, and returns each input item once: as its output,
 * or as an error item.
 *
 * @throws under "On Error: Stop", one error for all items, before sending if one breaks a rule
 */
export async function runPerItem(
	context: IExecuteFunctions,
	work: PerItemWork,
): Promise<INodeExecutionData[][]> {
	return await runOperation(
		newItemsRun(context, work),
		[readItems, readKeys, oneMessagePerList, lookUpKeys, send],
		outputOf,
	);
}

/** A run with a row for each item, before its first step. */
export function newItemsRun(context: IExecuteFunctions, work: PerItemWork): ItemsRun {
	const [node, state] = [context.getNode(), runState(context)];
	const rows = context.getInputData().map((_, item): Row => ({ item, fate: OPEN }));
	const ledger = new Ledger(state, purposeOf(state));
	return {
		...{ ...newRun(context, rows, ledger), node, work, state },
		// Each item of a tool is a call of its own.
		stops: !context.continueOnFail() && !isTool(node),
	};
}

async function send(run: ItemsRun): Promise<void> {
	const { context, work } = run;
	// If rules refuse all rows, there is no hint about sending.
	const isTried = openRows(run).length > 0;
	await deliver(run, itemRequests(run));
	if (!isTried) return;
	const hint = work.hintOfRun?.(context);
	if (hint !== undefined) giveHint(context, hint);
	const warnings = warningsOfRows(run);
	if (warnings.size > 0) giveHint(context, warningsHint(warnings), 'warning');
}

async function outputOf(run: ItemsRun): Promise<INodeExecutionData[][]> {
	const { context, node, rows } = run;
	const said = rows.flatMap(({ fate }): IDataObject[] => ('says' in fate ? fate.says : []));
	const starts = scheduledHint(said);
	if (starts !== undefined) giveHint(context, starts);
	if (!isTool(node)) return [await outputOfRows(run)];
	return [rows.flatMap(({ fate }) => wordsForModel(context, fate))];
}

function warningsOfRows({ rows }: ItemsRun): ItemWarnings {
	const found = rows.flatMap(({ item, request: { warnings = [] } = {} }) =>
		warnings.length === 0 ? [] : [[item, warnings] as const],
	);
	return new Map(found);
}

/** The requests of the open rows. */
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

/** What later tries recognize a request by. */
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

/** A request without those who already got its message; no body if no recipient is left. */
function restOf({ records }: ItemsRun, row: Row): { body?: IDataObject; extra: Said } {
	const { body } = row.request!;
	const record = records.find((each) => each.has(row));
	if (record === undefined) return { body, extra: {} };
	const [left, sent, unknown] = ([undefined, 'sent', 'unknown'] as const).map((became) =>
		record.recipientsOf(row, became).map(({ recipient }) => recipient),
	);
	return {
		...(left.length > 0 && { body: toSomeOf(body, left) }),
		extra: saidByRecord(body, { left, sent, unknown }),
	};
}

/** The recipients who are left, who already got the message, and who may have got it. */
interface Recipients {
	left: string[];
	sent: string[];
	unknown: string[];
}

/** Whether the row was sent before, and to whom; of several recipients, also which. */
function saidByRecord(body: IDataObject, { left, sent, unknown }: Recipients): Said {
	const isOut = left.length === 0;
	const isOne = left.length + sent.length + unknown.length === 1;
	const outcome = unknown.length > 0 ? 'unknown' : isOut ? 'alreadySent' : 'accepted';
	return {
		outcome,
		...(isOut ? { taskId: null, ...recipientsOfRequest(body) } : {}),
		...(!isOne && sent.length > 0 ? { alreadySentTo: sent } : {}),
		...(!isOne && unknown.length > 0 ? { outcomeUnknownFor: unknown } : {}),
	};
}

/** Makes a tool's request only if its agent has not made the same one. */
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
		// An operation may say itself what else an accepted reply means.
		const accepted: Said = effect === 'asks' ? {} : { outcome: 'accepted' };
		return says.map((each) => ({ ...accepted, ...each, ...last.extraOutput }));
	} catch (error) {
		// The request was sent, whatever goes wrong now.
		throw ownError(error) ?? connectionError(node, error, index, effect, 'answered');
	}
}

/** Errors that an operation made of a reply have an outcome, or are about the item. */
function ownError(error: unknown): Error | undefined {
	const isOwn =
		error instanceof NodeOperationError ||
		(error instanceof NodeApiError && error.context.outcome !== undefined);
	return isOwn ? error : undefined;
}

/** The accepted reply of an operation; undefined for a failure. */
function acceptedReply(reply: Reply, answer?: RefusalAsAnswer): AcceptedReply | undefined {
	if (reply.kind === 'accepted') {
		return reply;
	}
	return reply.kind === 'refused' && answer?.words.test(reply.description)
		? { code: answer.code, data: {} }
		: undefined;
}

/**
 * Keeps the option Quiet Hours (see {@link quietStart}), and says when a scheduled send starts.
 *
 * @throws NodeOperationError for quiet hours that cannot be read
 */
export const keepQuietHours: FinalizeRequest = (item, body) => {
	const entered = item.parameter(optionPath(quietHoursOption), null) as IDataObject | null;
	const read = entered === null ? { value: undefined } : readQuietHours(entered);
	if ('problem' in read) {
		const problem = { field: quietHoursOption.displayName, ...read.problem };
		throw inputError(item.node, [problem], item.index);
	}
	// Expressions take time: what is sent at once needs no time zone.
	if (read.value === undefined && body.dy === undefined) return { body, extraOutput: {} };
	const zone = serviceZone(item.parameter(optionPath(timeZoneOption), ''));
	return quietStart(body, quietFor(read.value, { timeZone: zone }), zone, Date.now());
};
