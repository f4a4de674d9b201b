import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { errorItem, forErrorOutput, hasErrorOutput, type Failure } from '../n8n/errorItem';
import { besideColumnsOfSuccess, withoutColumns } from '../n8n/inputColumns';
import type { ResponseKind } from './question';

/**
 * Columns in which an answer, or that there is none, is told. n8n (2.0 and 2.41) runs the tool behind a
 * human review by `approved` or `data.approved`, and builds the row of the review from the agent's item
 * and the model's arguments: in none of them may the input say anything.
 */
const ANSWER_COLUMNS = [
	...['approved', 'data', 'text', 'fields', 'answeredBy', 'answeredAt', 'confirmedByCode'],
	...['timedOut', 'sentTo', 'messages', 'failedFor', 'notTold'],
];

/** The row with what is said of its question; answers that the row holds move to `inputColumns`. */
export function answerRow(row: IDataObject, own: IDataObject): IDataObject {
	return besideColumnsOfSuccess(row, own, ANSWER_COLUMNS);
}

/** What is said of a question whose time passed: an approval that was not given is none. */
export function unanswered(response: ResponseKind): IDataObject {
	return { ...(response.kind === 'approval' ? { approved: false } : {}), timedOut: true };
}

/** The output for a row whose question could not be asked, in the shape of an error item. */
export function notAskedItem(
	context: IExecuteFunctions,
	item: number,
	failure: Failure,
): INodeExecutionData {
	const { json, ...others } = errorItem(context, item, failure);
	const row = context.getInputData()[item]?.json ?? {};
	const { error, outcomeUnknown } = json;
	const own = {
		...{ approved: false, error },
		...(outcomeUnknown === undefined ? {} : { outcomeUnknown }),
	};
	const output = { ...others, json: withoutColumns(row, own, ANSWER_COLUMNS) };
	if (!hasErrorOutput(context)) return output;
	// n8n merges the row in under what stands here: what moved has to be there, without a value.
	for (const name of ANSWER_COLUMNS) {
		if (Object.hasOwn(row, name)) output.json[name] ??= undefined;
	}
	return forErrorOutput(output);
}
