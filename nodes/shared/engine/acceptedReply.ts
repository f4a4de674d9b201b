import type {
	IDataObject,
	IExecuteSingleFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
	PostReceiveAction,
} from 'n8n-workflow';

import { replyError } from '../transport/apiError';
import { onlyDocumented } from '../transport/documentedReplies';
import { readReply } from '../transport/readReply';
import { runState } from './runState';

/** An accepted reply, as an operation makes its output of it. */
export interface AcceptedReply extends IDataObject {
	/** `OK`, or a result code that is not an error. */
	code: string;
	/** The reply's data, without the sender's IP address. */
	data: IDataObject;
	/** What followed `OK` in a plain reply. */
	words: string[];
}

/** A refusal that is an answer to the request, unlike a wrong token. */
export interface RefusalAsAnswer {
	/** The service's words (specification, "Errors"). */
	says: RegExp;
	/** The code that stands for it in {@link AcceptedReply}. */
	code: string;
}

/**
 * Makes the first postReceive hook of an operation: it reads the reply and lets only an accepted one
 * pass, as one item holding {@link AcceptedReply}.
 *
 * n8n (1.123, 2.0 and 2.41, `routing-node`) judges a reply by its HTTP status alone and hands any
 * body to the postReceive hooks. Delete this when a description can say which replies are successes.
 *
 * @throws NodeApiError with the service's words and the fix (specification, "Errors")
 */
export function onlyAccepted(answer?: RefusalAsAnswer): PostReceiveAction {
	return async function (
		this: IExecuteSingleFunctions,
		_items: INodeExecutionData[],
		response: IN8nHttpFullResponse,
	) {
		const item = this.getItemIndex();
		const asked = runState(this).asked.get(item)!;
		// Whatever goes wrong now, the request has left.
		asked.isAnswered = true;
		const reply = onlyDocumented(asked.url, asked.body, readReply(response));
		if (reply.kind === 'accepted') {
			const { code, data, words } = reply;
			return [{ json: { code, data, words } }];
		}
		if (reply.kind === 'refused' && answer?.says.test(reply.description)) {
			return [{ json: { code: answer.code, data: {}, words: [] } }];
		}
		throw replyError(this.getNode(), reply, item, asked.effect);
	};
}
