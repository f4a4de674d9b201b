// How n8n puts an execution to wait.
import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

/**
 * Puts the execution to wait.
 *
 * n8n (2.0 and 2.41, `waiting-webhooks`, `handleWaitingState`) disables the node of the waiting
 * run, so that it does not run again. Later runs share this object: the second of two reviewed
 * tools that a model calls in one turn, or a second branch to the node. They would output their
 * input without running. So this run gets its own object. Delete this when n8n marks the run
 * instead of the node.
 */
export async function putToWait(context: IExecuteFunctions, until: Date): Promise<void> {
	const executeData = context.getExecuteData();
	executeData.node = { ...executeData.node };
	await context.putExecutionToWait(until);
}

/**
 * The items of a waiting node, as a webhook of its execution gets them.
 *
 * n8n (2.0 and 2.41, `webhook-context`) has them, but gives webhooks no method for them.
 * `$input.all()` gives the same. On 2.41, however, it copies each row out of the sandbox of
 * expressions, which gives up after five seconds. With 100,000 rows, or 10,000 on a busy machine,
 * no answer would count. Delete this when webhooks have `getInputData`.
 */
export function inputOfWait(context: IWebhookFunctions): INodeExecutionData[] {
	const { connectionInputData } = context as { connectionInputData?: INodeExecutionData[] };
	return (
		connectionInputData ??
		(context.evaluateExpression('{{ $input.all() }}') as unknown as INodeExecutionData[])
	);
}
