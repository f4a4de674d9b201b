import type { IDataObject } from 'n8n-workflow';

import type { Reply } from '../service/readReply';

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
	/** The service's words (specification, "Error words"). */
	says: RegExp;
	/** The code that stands for it in {@link AcceptedReply}. */
	code: string;
}

/** The accepted reply of an operation; undefined for one that is a failure. */
export function acceptedReply(reply: Reply, answer?: RefusalAsAnswer): AcceptedReply | undefined {
	if (reply.kind === 'accepted') {
		const { code, data, words } = reply;
		return { code, data, words };
	}
	return reply.kind === 'refused' && answer?.says.test(reply.description)
		? { code: answer.code, data: {}, words: [] }
		: undefined;
}
