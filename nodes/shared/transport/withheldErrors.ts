import {
	sleep,
	type IExecuteSingleFunctions,
	type IHttpRequestOptions,
	type PreSendAction,
} from 'n8n-workflow';

import { nodeRun, type NodeRun } from './nodeRun';

/**
 * n8n prepares the requests of all items, in batches with a pause between them, and only then looks
 * at what became of the first. An error thrown before that belongs to nobody: n8n logs it as an
 * uncaught exception, with the phone number it names. So errors wait until everything is prepared.
 */

/** Milliseconds between two looks at how far n8n is. */
const LOOK_EVERY_MS = 10;

/** Milliseconds, beside a pause, without a further item: nothing more is expected, n8n gave up or left items out. */
const PATIENCE_MS = 250;

/** The first preSend hook of every request: notes how far n8n is. */
export async function notePrepared(
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	nodeRun(this).lastPrepared = this.getItemIndex();
	return options;
}

/** The preSend hooks of an operation, in their order; their errors wait until n8n looks at them. */
export function preparing(...hooks: PreSendAction[]): PreSendAction[] {
	return hooks.map(
		(hook): PreSendAction =>
			async function (this: IExecuteSingleFunctions, options: IHttpRequestOptions) {
				return await withheld(this, hook.call(this, options));
			},
	);
}

/** The outcome of some work for an item; an error comes when n8n has prepared the requests of all items. */
export async function withheld<T>(context: IExecuteSingleFunctions, work: Promise<T>): Promise<T> {
	await work.catch(async () => await untilPrepared(context));
	return await work;
}

async function untilPrepared(context: IExecuteSingleFunctions): Promise<void> {
	const run = nodeRun(context);
	const { data } = context.getExecuteData();
	const last = context.getNode().executeOnce ? 0 : (data.main?.[0]?.length ?? 1) - 1;
	if (run.lastPrepared >= last) return;
	// One look for all errors that wait: there may be thousands.
	run.preparation ??= watchPreparation(run, last, pauseOf(context)).finally(() => {
		run.preparation = undefined;
	});
	await run.preparation;
}

/** Milliseconds n8n pauses between two batches. */
function pauseOf(context: IExecuteSingleFunctions): number {
	return Number(context.getNodeParameter('requestOptions.batching.batch.batchInterval', 0)) || 0;
}

async function watchPreparation(run: NodeRun, last: number, pause: number): Promise<void> {
	const mostLooks = (pause + PATIENCE_MS) / LOOK_EVERY_MS;
	let looks = 0;
	while (run.lastPrepared < last && looks < mostLooks) {
		const seen = run.lastPrepared;
		await sleep(LOOK_EVERY_MS);
		looks = run.lastPrepared === seen ? looks + 1 : 0;
	}
}
