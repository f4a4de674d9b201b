// What a stopped run says, and what a model reads of a failure.
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { hasCampaignKey, eachGivingWay } from '../ledger/runState';
import { errorText, outcomeColumn, type Failure } from '../n8n/output';
import { groupedBy } from '../rules/lists';
import { asNodeError, type ErrorTexts, fullTexts, textsOf } from '../service/nodeErrors';
import { stoppedError } from './account';
import { SENT_BEFORE, type AccountLine } from './accountLines';
import {
	inOrder,
	openBefore,
	openRows,
	type EndedRow,
	type Fate,
	type Said,
	type Why,
} from './fate';

/** What the end of a run says is made of this. */
export interface EndedRun<Row extends EndedRow = EndedRow> {
	context: IExecuteFunctions;
	/** Its items, or the people it asks. */
	rows: Row[];
	/** What stopped it, if that is no row's error. */
	cause?: Error;
}

/**
 * The error of a run: what became of each row. If it stopped before anything can have been sent,
 * its cause alone.
 *
 * @param keyHolds whether the record of a Campaign Key holds what was sent
 * @param because what to say of the whole run, by default its cause
 */
export async function errorOfRun(
	{ context, rows, cause }: EndedRun,
	keyHolds = hasCampaignKey(context.getNode()),
	because: ErrorTexts | undefined = cause && textsOf(cause),
): Promise<Error> {
	const node = context.getNode();
	const isUntouched = rows.every(({ fate, before }) => fate.is === 'open' && !before);
	if (cause !== undefined && isUntouched) return asNodeError(node, cause);
	for (const row of openRows({ rows })) {
		const why = openBefore(row);
		if (why !== undefined) row.fate = { is: 'unknown', why };
	}
	const lines = await eachGivingWay(
		groupedBy(rows, ({ fate }) => fate),
		([fate, same]) =>
			lineOf(
				fate,
				same.map(({ item }) => item),
			),
	);
	const phones = new Map(
		rows.flatMap(({ item, phone }) => (phone ? [[item, phone] as const] : [])),
	);
	return stoppedError(node, { lines, phones, count: rows.length, keyHolds }, because);
}

/**
 * A model reads what went wrong as the tool's result: n8n would log a thrown error and shorten it.
 * Version 2.2 of the AI Agent would give its model an empty text (`get-input-connection-data`), but
 * tries a tool again only when it throws.
 */
export function wordsForModel(context: IExecuteFunctions, fate: Fate): INodeExecutionData[] {
	if ('says' in fate) return fate.says.map((json) => ({ json: inOrder(json) }));
	if (!('why' in fate)) return [];
	const { isToolExecution } = context as Partial<IExecuteFunctions>;
	const node = context.getNode();
	const failure = failureOf(fate);
	if (node.retryOnFail && isToolExecution?.call(context)) throw asNodeError(node, failure);
	return [{ json: { ...outcomeColumn(context, failure), error: errorText(fullTexts(failure)) } }];
}

/** What to say of items with the same fate. */
function lineOf(fate: Fate, items: number[]): AccountLine {
	if ('says' in fate) return saidLine(items, fate);
	if ('why' in fate) return { standing: fate.is, items, ...fate.why };
	return { standing: 'notTried', items, reason: 'not tried' };
}

/** What the error item of a row says. */
export function failureOf({ is, why }: Extract<Fate, { why: Why }>): Failure {
	return why.error ?? { message: why.reason, description: why.fix, outcome: is };
}

/** What to say of rows that the service answered, by their operation's output. */
function saidLine(
	items: number[],
	{ is, says, told }: Extract<Fate, { says: Said[] }>,
): AccountLine {
	const open = says.filter(({ outcome }) => outcome === 'unknown' || outcome === 'refused');
	const [{ taskId } = {} as Said] = says;
	const known = taskId === undefined ? 'done' : `campaign ${String(taskId)}`;
	const reason = open.length > 0 ? open.map(answerOf).join(', ') : known;
	return {
		...{ standing: is, items, reason: told ?? (is === 'leftOut' ? SENT_BEFORE : reason) },
		// The campaign of those who certainly got it.
		...(typeof taskId === 'string' && is !== 'answered' && { facts: told ? says[0] : { taskId } }),
	};
}

/** What the service answered without success, or what an earlier request may have done. */
function answerOf({ result, note, reason, taskId, outcomeUnknownFor }: IDataObject): string {
	if (result !== undefined) return [result, note].filter(Boolean).join('. ');
	if (typeof reason === 'string') return reason;
	return Array.isArray(outcomeUnknownFor) && typeof taskId === 'string'
		? `campaign ${taskId} for the others; an earlier request may have sent it to ${outcomeUnknownFor.join(', ')}`
		: 'left out, because an earlier request may have sent it';
}
