import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	PostReceiveAction,
} from 'n8n-workflow';

import { runState } from '../../shared/engine/runState';
import { endedUnknown, itemKey } from '../../shared/engine/sendOnce';
import type { AcceptedReply } from '../../shared/engine/acceptedReply';
import type { OutcomeReader } from './contactOutcome';
import { readContactReply } from './contactReply';
import { undocumentedError } from './undocumentedError';

/** The request of each item under way: n8n shows a reply's hooks only the reply. */
const requests = new WeakMap<IExecuteSingleFunctions, IDataObject>();

/** Last preSend hook of adding and removing: notes the request {@link contactResults} needs. */
export async function noteRequest(
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	requests.set(this, { ...(options.body as IDataObject) });
	return options;
}

/**
 * Makes the postReceive hook that gives one item per phone number, with the reason list it is in or
 * `OK` (specification, "Manage distribution-list contacts").
 *
 * @param outcome what a result means for the operation
 * @throws NodeApiError for a reply that leaves open what became of the numbers
 */
export function contactResults(outcome: OutcomeReader): PostReceiveAction {
	return async function (this: IExecuteSingleFunctions, [item]: INodeExecutionData[]) {
		const body = requests.get(this) ?? {};
		const phones = String(body.list ?? '').split(',');
		const read = readContactReply(item.json as AcceptedReply, phones);
		if ('undocumented' in read) {
			throw undocumentedError(this.getNode(), read.undocumented, this.getItemIndex());
		}
		const run = runState(this);
		const isRepeat = endedUnknown(run, itemKey(run, this.getItemIndex()));
		return [...read.results].map(([phone, result]) => ({
			json: { phone, result, ...outcome(result, { body, isRepeat }) },
			pairedItem: { item: this.getItemIndex() },
		}));
	};
}
