import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Shows a hint at the node's output. n8n 1.123, 2.0 and 2.41 can, but not in every context they run a
 * node in. Delete the question when all have it.
 */
export function giveHint(
	context: IExecuteFunctions,
	message: string | undefined,
	type: 'info' | 'warning' = 'info',
): void {
	const { addExecutionHints } = context as Partial<IExecuteFunctions>;
	if (message === undefined || addExecutionHints === undefined) return;
	addExecutionHints.call(context, { message, type, location: 'outputPane' });
}
