import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { errorItem } from './errorItem';
import { hintAtFailed } from './hints';
import { asNodeError } from '../transport/nodeErrors';

/**
 * Stands around an operation over all items: what it throws becomes an error item for each row.
 *
 * With "On Error: Continue" n8n (1.123, 2.0 and 2.41, `handleNodeExecutionError`) passes a node's
 * input on as its output when it throws, so that every row would look sent. Delete this when n8n puts
 * error items out instead.
 */
export function overAllItems(
	operation: (context: IExecuteFunctions) => Promise<INodeExecutionData[][]>,
) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const output = await outputOf(this, operation);
		hintAtFailed(this, output[0] ?? []);
		return output;
	};
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
