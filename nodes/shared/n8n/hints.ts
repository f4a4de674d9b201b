import type { IExecuteFunctions } from 'n8n-workflow';

import { verbsOf } from '../service/verbs';
import { OUTCOME } from '../service/rowOutcome';

/** How much a hint matters. */
type Weight = 'info' | 'warning';

/**
 * Shows a hint at the node's output. n8n 2.0 and 2.41 can, but not in every context they run a
 * node in. Delete the question when all have it.
 */
export function giveHint(
	context: IExecuteFunctions,
	message: string | undefined,
	type: Weight = 'info',
): void {
	const { addExecutionHints } = context as Partial<IExecuteFunctions>;
	if (message === undefined || addExecutionHints === undefined) return;
	addExecutionHints.call(context, { message, type, location: 'outputPane' });
}

/**
 * Says how many items failed in a run that continues: among many others they are easily
 * overlooked. Those that may have been sent are counted separately.
 */
export function hintAtFailed(
	context: IExecuteFunctions,
	{ failed, unknown, all }: Record<'failed' | 'unknown' | 'all', number>,
): void {
	if (failed === 0) return;
	const { done, mayRepeat } = verbsOf(context.getNode());
	const advice = mayRepeat ? 'run them again' : 'check in the service before you run them again';
	const open = `, and ${unknown} of them may have been ${done} ('${OUTCOME}': unknown): ${advice}`;
	const count = `${failed} of ${all} items failed`;
	giveHint(context, `${count}${unknown === 0 ? '' : open}. Each says why in 'error'.`, 'warning');
}
