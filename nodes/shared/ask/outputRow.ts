// What the output says of a row: answered, not answered, or not asked.
import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { CAMPAIGN, isShared } from '../approve/previewed';
import { besideColumns, ERROR_COLUMNS, OUTCOME_COLUMNS } from '../n8n/inputColumns';
import { errorItem, type Failure } from '../n8n/output';
import { inOrder } from '../pipeline/fate';
import { isReview } from '../service/nodeErrors';
import { OUTCOME } from '../service/rowOutcome';
import { asksForApproval, type Answerable } from './question';
import { CAMPAIGN_APPROVAL } from './questionFields';

/** Columns that say what a person answered. A row's own columns must not say it instead. */
const OF_ANSWER = [
	...[...ERROR_COLUMNS, 'approved', 'seal', 'declinedBecause', 'answeredBy', 'answeredAt'],
	...['timedOut', 'sentTo', 'failedFor'],
];
/**
 * The same for an ordinary question. n8n (2.0 and 2.41) runs the tool behind a human review by
 * `approved` or `data.approved`. The row of a review holds the agent's item and the model's
 * arguments.
 */
const OF_QUESTION = [...OUTCOME_COLUMNS, ...OF_ANSWER, 'data', 'text', 'fields'];

/** n8n's column for a person's words to a model (2.41, `processHitlResponses`). */
const SAID_TO_MODEL = 'chatInput';

function reservedColumns(node: INode): string[] {
	return isReview(node) ? [...OF_QUESTION, SAID_TO_MODEL] : OF_QUESTION;
}

/** A row whose question got no answer in time. Its own answer columns move to `inputColumns`. */
export function unansweredRow(
	node: INode,
	row: IDataObject,
	question: Answerable,
	sending: IDataObject,
): IDataObject {
	const said = {
		...(asksForApproval(question) ? { approved: false } : {}),
		...{ timedOut: true, ...sending },
	};
	if (question.type === CAMPAIGN_APPROVAL) {
		const own = saidOfRow(row, said);
		// A row that already says it remains the same object, which n8n stores once.
		const isSaid = OF_ANSWER.every((name) => row[name] === own[name]);
		return isSaid ? row : besideColumns(row, own, OF_ANSWER);
	}
	return besideColumns(row, inOrder(said), reservedColumns(node));
}

/** The same row with its answer. */
export function answeredRow(
	unanswered: IDataObject,
	said: IDataObject,
	{ type }: Answerable,
): IDataObject {
	if (type === CAMPAIGN_APPROVAL) return { ...unanswered, ...saidOfRow(unanswered, said) };
	// The node's columns come first, where a person looks.
	return { [OUTCOME]: unanswered[OUTCOME], ...said, ...unanswered, ...said };
}

/** Each row gets `approved`. The rest is in the row with what rows share. */
function saidOfRow(row: IDataObject, own: IDataObject): IDataObject {
	if (!isShared(row[CAMPAIGN])) return { approved: own.approved };
	const isDeclined = own.approved === false && own.answeredBy !== undefined;
	if (!isDeclined) return own;
	// A declined campaign is not asked about again: a later yes would hide this no.
	const { seal: _seal, ...campaign } = row[CAMPAIGN] as IDataObject;
	return { ...own, [CAMPAIGN]: campaign };
}

/** The output for a row whose question could not be asked: an error item. */
export function notAskedItem(
	context: IExecuteFunctions,
	item: number,
	failure: Failure,
): INodeExecutionData {
	const node = context.getNode();
	const toModel = { [SAID_TO_MODEL]: `This call was not approved. ${failure.message}` };
	const more = { approved: false, ...(isReview(node) && toModel) };
	return errorItem(context, item, failure, more, reservedColumns(node));
}
