import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { errorItem } from '../n8n/errorItem';
import { hintAtFailed } from '../n8n/hints';
import { asNodeError } from '../service/nodeErrors';

/**
 * Runs an operation over the input items; what it throws becomes an error item for each row.
 *
 * With "On Error: Continue" n8n (1.123, 2.0 and 2.41, `handleNodeExecutionError`) passes a node's
 * input on as its output when it throws, so that every row would look sent. Delete this when n8n puts
 * error items out instead.
 *
 * @throws NodeOperationError or NodeApiError under "On Error: Stop"
 */
export async function runOverItems(
	context: IExecuteFunctions,
	operation: (context: IExecuteFunctions) => Promise<INodeExecutionData[][]>,
): Promise<INodeExecutionData[][]> {
	const output = await outputOf(context, operation);
	hintAtFailed(context, output[0] ?? []);
	return output;
}

async function outputOf(
	context: IExecuteFunctions,
	operation: (context: IExecuteFunctions) => Promise<INodeExecutionData[][]>,
): Promise<INodeExecutionData[][]> {
	try {
		return await operation(context);
	} catch (error) {
		if (!context.continueOnFail()) throw asNodeError(context.getNode(), error);
		return [context.getInputData().map((_, item) => errorItem(context, item, error as Error))];
	}
}
