import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { CAMPAIGN } from '../approve/previewed';
import { errorItem, forErrorOutput, hasErrorOutput, type Failure } from '../n8n/errorItem';
import { ERROR_COLUMNS, OUTCOME_COLUMNS, withoutColumns } from '../n8n/inputColumns';
import { outputColumns } from '../pipeline/output';
import { isReview } from '../service/nodeErrors';
import type { ResponseKind } from './question';
import { CAMPAIGN_APPROVAL } from './questionFields';

/**
 * Columns that give an answer, or say that there is none. n8n (2.0 and 2.41) runs the tool behind a
 * human review by `approved` or `data.approved`, and builds the row of the review from the agent's item
 * and the model's arguments: in none of them may the input say anything.
 */
const ANSWER_COLUMNS = [
	...OUTCOME_COLUMNS,
	...['approved', 'data', 'text', 'fields', 'answeredBy', 'answeredAt', 'messages', 'failedFor'],
];

/** Tells a model why its call was not approved: n8n (2.41, `processHitlResponses`) takes it for what the person said. */
const SAID_TO_MODEL = 'chatInput';

const NO_ANSWER = 'No one answered in time, so this call was not approved, and nothing was done.';

/** What says that a campaign was approved. No item of its preview may say it in the place of a person. */
const CAMPAIGN_COLUMNS = ['approved', 'seal', 'declinedBecause', 'answeredBy'];
/** The same with whatever else is said of the question. */
const COLUMNS_OF_ROW = [
	...[...ERROR_COLUMNS, ...CAMPAIGN_COLUMNS],
	...['answeredAt', 'timedOut', 'sentTo', 'failedFor'],
];

/** Whether the node may ask about a campaign; an expression says so only when it is read. */
function mayAskOfCampaign({ parameters: { responseType = 'approval' } }: INode): boolean {
	return !['approval', 'customForm', 'freeText'].includes(String(responseType));
}

function reservedColumns(node: INode): string[] {
	if (mayAskOfCampaign(node)) return [...ANSWER_COLUMNS, ...CAMPAIGN_COLUMNS];
	return isReview(node) ? [...ANSWER_COLUMNS, SAID_TO_MODEL] : ANSWER_COLUMNS;
}

/** The row with what is said of its question; answers that the row holds move to `inputColumns`. */
export function answerRow(node: INode, row: IDataObject, own: IDataObject): IDataObject {
	const said =
		isReview(node) && own.timedOut === true ? { ...own, [SAID_TO_MODEL]: NO_ANSWER } : own;
	const { of } = outputColumns([said]);
	return withoutColumns(row, of(said), [...ERROR_COLUMNS, ...reservedColumns(node)]);
}

/** The same for a row of a campaign, which stays as its preview made it: n8n stores the same object once. */
export function campaignRow(row: IDataObject, own: IDataObject): IDataObject {
	const said = saidOfRow(row, own);
	const moved = COLUMNS_OF_ROW.filter((name) => row[name] !== said[name]);
	return moved.length === 0 ? row : withoutColumns(row, said, moved);
}

/** What is said of the approval in a row: in each whether it was given, and the rest in the one with what rows share. */
export function saidOfRow(row: IDataObject, own: IDataObject): IDataObject {
	if (!(CAMPAIGN in row)) return { approved: own.approved };
	const isDeclined = own.approved === false && own.answeredBy !== undefined;
	if (!isDeclined) return own;
	// What a person declined is not asked about again: a later yes would hide this no.
	const { seal: _seal, ...campaign } = row[CAMPAIGN] as IDataObject;
	return { ...own, [CAMPAIGN]: campaign };
}

/** What is said of a question whose time passed: an approval that was not given is none. */
export function unanswered({ kind }: ResponseKind): IDataObject {
	const isApproval = kind === 'approval' || kind === CAMPAIGN_APPROVAL;
	return { ...(isApproval ? { approved: false } : {}), timedOut: true };
}

/** The output for a row whose question could not be asked, in the shape of an error item. */
export function notAskedItem(
	context: IExecuteFunctions,
	item: number,
	failure: Failure,
): INodeExecutionData {
	const { json, ...others } = errorItem(context, item, failure);
	const row = context.getInputData()[item]?.json ?? {};
	const { error, outcome } = json;
	const node = context.getNode();
	const reserved = reservedColumns(node);
	const own = {
		...{ outcome, approved: false, error },
		...(isReview(node)
			? { [SAID_TO_MODEL]: `This call was not approved. ${failure.message}` }
			: {}),
	};
	const output = { ...others, json: withoutColumns(row, own, reserved) };
	if (isReview(node) || !hasErrorOutput(context)) return output;
	// n8n merges the row in under what is here: what moved has to be there, without a value.
	for (const name of reserved) {
		if (Object.hasOwn(row, name)) output.json[name] ??= undefined;
	}
	return forErrorOutput(output);
}
