// What the output says of a row whose person was asked: answered, not answered, or not asked.
import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { CAMPAIGN } from '../approve/previewed';
import { besideColumns, ERROR_COLUMNS, OUTCOME_COLUMNS } from '../n8n/inputColumns';
import { errorItem, type Failure } from '../n8n/output';
import { inOrder } from '../pipeline/fate';
import { isReview } from '../service/nodeErrors';
import { OUTCOME } from '../service/rowOutcome';
import { asksForApproval, type Answerable } from './question';
import { CAMPAIGN_APPROVAL } from './questionFields';

/** Columns that say what was answered, or that no one did. No row may say it in the place of a person. */
const OF_ANSWER = [
	...[...ERROR_COLUMNS, 'approved', 'seal', 'declinedBecause', 'answeredBy', 'answeredAt'],
	...['timedOut', 'sentTo', 'failedFor'],
];
/**
 * The same with whatever else an ordinary question says. n8n (2.0 and 2.41) runs the tool behind a human review by
 * `approved` or `data.approved`, and builds the row of the review from the agent's item and the model's arguments.
 */
const OF_QUESTION = [...OUTCOME_COLUMNS, ...OF_ANSWER, 'data', 'text', 'fields'];

/** Tells a model why its call was not approved: n8n (2.41, `processHitlResponses`) takes it for what the person said. */
const SAID_TO_MODEL = 'chatInput';

function reservedColumns(node: INode): string[] {
	return isReview(node) ? [...OF_QUESTION, SAID_TO_MODEL] : OF_QUESTION;
}

/** A row whose question no one answered in time; answers that it holds itself move to `inputColumns`. */
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
		// A row that says it already stays as its preview made it: n8n stores the same object once.
		const isSaid = OF_ANSWER.every((name) => row[name] === own[name]);
		return isSaid ? row : besideColumns(row, own, OF_ANSWER);
	}
	return besideColumns(row, inOrder(said), reservedColumns(node));
}

/** The same row with what was answered. */
export function answeredRow(
	unanswered: IDataObject,
	said: IDataObject,
	{ type }: Answerable,
): IDataObject {
	if (type === CAMPAIGN_APPROVAL) return { ...unanswered, ...saidOfRow(unanswered, said) };
	// What the node says comes first, where a person looks.
	return { [OUTCOME]: unanswered[OUTCOME], ...said, ...unanswered, ...said };
}

/** What is said of a campaign's approval in a row: in each whether it was given, and the rest in the one with what rows share. */
function saidOfRow(row: IDataObject, own: IDataObject): IDataObject {
	if (!(CAMPAIGN in row)) return { approved: own.approved };
	const isDeclined = own.approved === false && own.answeredBy !== undefined;
	if (!isDeclined) return own;
	// What a person declined is not asked about again: a later yes would hide this no.
	const { seal: _seal, ...campaign } = row[CAMPAIGN] as IDataObject;
	return { ...own, [CAMPAIGN]: campaign };
}

/** The output for a row whose question could not be asked, in the shape of an error item. */
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
