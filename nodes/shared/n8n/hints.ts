import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { verbsOf } from '../service/verbs';
import { OUTCOME } from '../service/rowOutcome';
import { hasErrorOutput, outcomeOf } from './errorItem';

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
 * Says how many items failed in a run that continues, and where they are: among many others they are easily
 * overlooked. Those that may have been sent are counted separately.
 */
export function hintAtFailed(context: IExecuteFunctions, output: INodeExecutionData[]): void {
	const failed = output.filter(({ json }) => typeof json.error === 'string');
	if (failed.length === 0) return;
	const unknown = failed.filter((item) => outcomeOf(item) === 'unknown').length;
	const counts = countsOf(context, failed.length, unknown);
	const where = hasErrorOutput(context) ? 'They are in the error output, and each' : 'Each';
	giveHint(context, `${counts} ${where} says why in 'error'.`, 'warning');
}

function countsOf(context: IExecuteFunctions, failed: number, unknown: number): string {
	const total = context.getInputData().length;
	if (unknown === 0) return `${failed} of ${total} items failed.`;
	const { done, toDo, mayRepeat } = verbsOf(context.getNode());
	const certain = failed - unknown;
	const [some, sure] =
		certain === 0
			? [`${unknown} of ${total} items`, '']
			: [
					`${unknown}`,
					`${certain} of ${total} items ${certain === 1 ? 'was' : 'were'} not ${done}. `,
				];
	const again = `${toDo} ${unknown === 1 ? 'it' : 'them'} again`;
	const fix = mayRepeat ? `to ${again} does no harm` : `check in the service before you ${again}`;
	return `${sure}${some} may have been ${done}: ${fix} ('${OUTCOME}': unknown).`;
}
