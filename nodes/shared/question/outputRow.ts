import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { errorItem, forErrorOutput, hasErrorOutput, type Failure } from '../n8n/errorItem';
import { ERROR_COLUMNS, withoutColumns } from '../n8n/inputColumns';
import { outputColumns } from '../run/outputColumns';
import { isReview } from '../service/nodeErrors';
import type { ResponseKind } from './question';

/**
 * Columns that give an answer, or say that there is none. n8n (2.0 and 2.41) runs the tool behind a
 * human review by `approved` or `data.approved`, and builds the row of the review from the agent's item
 * and the model's arguments: in none of them may the input say anything.
 */
const ANSWER_COLUMNS = [
	...['approved', 'data', 'text', 'fields', 'answeredBy', 'answeredAt', 'confirmedByCode'],
	...['confirmed', 'timedOut', 'sentTo', 'messages', 'failedFor', 'notTold'],
];

/** Tells a model why its call was not approved: n8n (2.41, `processHitlResponses`) takes it for what the person said. */
const SAID_TO_MODEL = 'chatInput';

function reservedColumns(node: INode): string[] {
	return isReview(node) ? [...ANSWER_COLUMNS, SAID_TO_MODEL] : ANSWER_COLUMNS;
}

/** The row with what is said of its question; answers that the row holds move to `inputColumns`. */
export function answerRow(node: INode, row: IDataObject, own: IDataObject): IDataObject {
	const { of } = outputColumns([own]);
	return withoutColumns(row, of(own), [...ERROR_COLUMNS, ...reservedColumns(node)]);
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
	const node = context.getNode();
	const reserved = reservedColumns(node);
	const own = {
		...{ approved: false, error },
		...(isReview(node)
			? { [SAID_TO_MODEL]: `This call was not approved. ${failure.message}` }
			: {}),
		...(outcomeUnknown === undefined ? {} : { outcomeUnknown }),
	};
	const output = { ...others, json: withoutColumns(row, own, reserved) };
	if (isReview(node) || !hasErrorOutput(context)) return output;
	// n8n merges the row in under what stands here: what moved has to be there, without a value.
	for (const name of reserved) {
		if (Object.hasOwn(row, name)) output.json[name] ??= undefined;
	}
	return forErrorOutput(output);
}
