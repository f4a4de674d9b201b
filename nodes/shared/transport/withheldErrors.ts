import {
	sleep,
	type IExecuteSingleFunctions,
	type IHttpRequestOptions,
	type PreSendAction,
} from 'n8n-workflow';

import { nodeRun, type NodeRun, type SendingContext } from './nodeRun';

/**
 * n8n prepares the requests of all items, in batches with a pause between them, and only then looks
 * at what became of the first. An error thrown before that belongs to nobody: n8n logs it as an
 * uncaught exception, with the phone number it names. So errors wait until everything is prepared.
 */

/** Milliseconds between two looks at how far n8n is. */
const LOOK_EVERY_MS = 10;

/** Looks without a further item after which nothing more is expected: n8n gave up, or left items out. */
const MOST_LOOKS = 25;

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
export async function withheld<T>(context: SendingContext, work: Promise<T>): Promise<T> {
	await work.catch(async () => await untilPrepared(context));
	return await work;
}

async function untilPrepared(context: SendingContext): Promise<void> {
	const run = nodeRun(context);
	const { data } = context.getExecuteData();
	const last = context.getNode().executeOnce ? 0 : (data.main?.[0]?.length ?? 1) - 1;
	if (run.lastPrepared >= last) return;
	// One look for all errors that wait: there may be thousands.
	run.preparation ??= watchPreparation(run, last).finally(() => {
		run.preparation = undefined;
	});
	await run.preparation;
}

async function watchPreparation(run: NodeRun, last: number): Promise<void> {
	let looks = 0;
	while (run.lastPrepared < last && looks < MOST_LOOKS) {
		const seen = run.lastPrepared;
		await sleep(LOOK_EVERY_MS);
		looks = run.lastPrepared === seen ? looks + 1 : 0;
	}
}
