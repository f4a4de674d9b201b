// How n8n puts an execution to wait.
import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

/**
 * Puts the execution to wait.
 *
 * n8n (2.0 and 2.41, `waiting-webhooks`, `handleWaitingState`) disables the node of the run that
 * waited, so that it is not run again. Runs of the node that are due after it hold the same object, such as
 * the second of two reviewed tools a model calls in one turn, or a second branch that leads to the node: they
 * pass their input on as their output without being run. So this run gets an object of its own. Delete
 * this when n8n marks the run instead of the node.
 */
export async function putToWait(context: IExecuteFunctions, until: Date): Promise<void> {
	const executeData = context.getExecuteData();
	executeData.node = { ...executeData.node };
	await context.putExecutionToWait(until);
}

/**
 * The items that a waiting node left, as a webhook of its execution gets them.
 *
 * n8n (2.0 and 2.41, `webhook-context`) has them at hand, and offers a webhook no method for them. `$input.all()`
 * gives the same, but on 2.41 it copies each row out of the sandbox of expressions, which gives up after five seconds:
 * of 100,000 rows, or of 10,000 on a busy machine, nothing would come, and no answer would count. Delete this when
 * webhooks have `getInputData`.
 */
export function inputOfWait(context: IWebhookFunctions): INodeExecutionData[] {
	const { connectionInputData } = context as { connectionInputData?: INodeExecutionData[] };
	return (
		connectionInputData ??
		(context.evaluateExpression('{{ $input.all() }}') as unknown as INodeExecutionData[])
	);
}
