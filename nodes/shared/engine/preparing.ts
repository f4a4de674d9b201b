import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	PreSendAction,
} from 'n8n-workflow';

import { readCredentialBy } from './openingOnce';
import { runState } from './runState';
import { isSettled, itemKey } from './sendOnce';

/**
 * The first preSend hook of every request: the gate counts the items n8n has prepared, and the item's
 * request reads the credential the run has opened.
 */
export async function notePrepared(
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const { items } = runState(this);
	const item = this.getItemIndex();
	items?.gate.notePrepared(item);
	if (items !== undefined) readCredentialBy(this, items.credentialOf);
	notePhone(this, (options.body ?? {}) as IDataObject);
	return options;
}

/** Notes the phone of an item as it was entered, by which its error names it; none where the body has none. */
export function notePhone(
	context: IExecuteSingleFunctions,
	{ list, to, phone }: IDataObject,
): void {
	const phones = runState(context).items?.phones;
	const entered = list ?? to ?? phone;
	if (typeof entered === 'string' || typeof entered === 'number') {
		phones?.set(context.getItemIndex(), String(entered));
	} else {
		phones?.delete(context.getItemIndex());
	}
}

/**
 * The preSend hooks of an operation, in their order. What they find wrong with an item is kept until
 * all items are prepared, so that all bad items are named together and nothing has left by then.
 *
 * n8n (1.123, 2.0 and 2.41) takes an error thrown here for the whole node's under "On Error: Stop",
 * and while it still prepares other items nobody listens to it: it is logged as an uncaught one.
 *
 * Delete this when n8n runs the preSend hooks of all items before the first request, and gathers
 * their errors.
 */
export function preparing(...hooks: PreSendAction[]): PreSendAction[] {
	return hooks.map(
		(hook): PreSendAction =>
			async function (this: IExecuteSingleFunctions, options: IHttpRequestOptions) {
				const run = runState(this);
				const item = this.getItemIndex();
				if (run.items === undefined) return await prepareAlone(hook, this, options);
				// What was sent in an earlier try is not checked again: its time may have passed meanwhile.
				if (run.items.problems.has(item)) return options;
				if (isSettled(run, itemKey(run, item), () => this.getNode())) return options;
				try {
					return await hook.call(this, options);
				} catch (error) {
					run.items.problems.set(item, error as Error);
					return options;
				}
			},
	);
}

/** What is wrong with a request that n8n makes for a tool alone, by its options. */
const problems = new WeakMap<object, Error>();

/** What the hooks found wrong with a request; it must not leave. */
export function problemOf(options: object): Error | undefined {
	return problems.get(options);
}

async function prepareAlone(
	hook: PreSendAction,
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	if (problems.has(options)) return options;
	try {
		return await hook.call(context, options);
	} catch (error) {
		problems.set(options, error as Error);
		return options;
	}
}
