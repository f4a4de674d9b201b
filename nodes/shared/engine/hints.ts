import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { hasErrorOutput } from './errorItem';

/** How much a hint matters. */
type Weight = 'info' | 'warning';

/**
 * Shows a hint at the node's output. n8n 1.123, 2.0 and 2.41 can, but not in every context they run a
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

/** Says how many items failed in a run that goes on, and where they are: beside many others they are overlooked. */
export function hintAtFailed(context: IExecuteFunctions, output: INodeExecutionData[]): void {
	const failed = output.filter(({ json }) => typeof json.error === 'string').length;
	if (failed === 0) return;
	const total = context.getInputData().length;
	const where = hasErrorOutput(context) ? 'They are in the error output, and each' : 'Each';
	giveHint(context, `${failed} of ${total} items failed. ${where} says why in 'error'.`, 'warning');
}

/**
 * Says when campaigns begin that quiet hours or spreading put off.
 *
 * @param campaigns the data of their output items, with `scheduledFor` and `scheduledBecause`
 */
export function scheduledHint(campaigns: IDataObject[]): string | undefined {
	const later = campaigns.filter(({ scheduledBecause }) => scheduledBecause !== undefined);
	const times = later.flatMap(({ scheduledFor }) => (scheduledFor ? [String(scheduledFor)] : []));
	if (times.length === 0) return undefined;
	times.sort((a, b) => Date.parse(instantOf(a)) - Date.parse(instantOf(b)));
	const [first, last] = [times[0], times[times.length - 1]].map(readable);
	return times.length === 1
		? `The service sends it later: it begins at ${first}.`
		: `The service sends ${times.length} campaigns later: the first begins at ${first}, the last at ${last}.`;
}

/** A scheduled time without the name of its zone. */
function instantOf(scheduledFor: string): string {
	return scheduledFor.replace(/\[.*$/, '');
}

function readable(scheduledFor: string): string {
	return scheduledFor.replace(/^(\S{10})T(\S{5})[^[]*\[(.+)\]$/, '$1 $2 ($3)');
}
