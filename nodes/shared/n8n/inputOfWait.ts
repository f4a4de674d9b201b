import type { INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

/**
 * The items that a waiting node left, as a webhook of its execution gets them.
 *
 * n8n (1.123, 2.0 and 2.41, `webhook-context`) has them at hand, and offers a webhook no method for them. `$input.all()`
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
