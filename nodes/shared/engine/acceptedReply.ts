import type {
	IDataObject,
	IExecuteSingleFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
} from 'n8n-workflow';

import { replyError } from '../transport/apiError';
import { onlyDocumented } from '../transport/documentedReplies';
import { effectOf } from '../transport/endpoints';
import { runState } from './runState';
import { readReply } from '../transport/readReply';

/** What an operation's own postReceive hooks find on the item after {@link onlyAccepted}. */
export interface AcceptedReply extends IDataObject {
	/** `OK`, or a result code that is not an error. */
	code: string;
	/** The reply's data, without the sender's IP address. */
	data: IDataObject;
	/** What followed `OK` in a plain reply. */
	words: string[];
}

/**
 * First postReceive hook of every operation: reads the reply and lets only an accepted one pass, as
 * one item holding {@link AcceptedReply}.
 *
 * @throws NodeApiError with the service's words and the fix (specification, "Errors")
 */
export async function onlyAccepted(
	this: IExecuteSingleFunctions,
	_items: INodeExecutionData[],
	response: IN8nHttpFullResponse,
): Promise<INodeExecutionData[]> {
	const item = this.getItemIndex();
	const { url, body } = noteAnswered(this);
	const reply = onlyDocumented(url, body, readReply(response));
	if (reply.kind !== 'accepted') {
		throw replyError(this.getNode(), reply, item, effectOf(url, body));
	}
	const { code, data, words } = reply;
	return [{ json: { code, data, words } }];
}

/** Notes that an item's request was answered: whatever goes wrong now, it has left. */
export function noteAnswered(context: IExecuteSingleFunctions): { url: string; body: IDataObject } {
	const asked = runState(context).asked.get(context.getItemIndex());
	if (asked === undefined) return { url: '', body: {} };
	asked.isAnswered = true;
	return asked;
}
