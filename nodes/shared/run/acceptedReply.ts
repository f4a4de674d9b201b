import type { Accepted, Reply } from '../service/readReply';

/** An accepted reply, as an operation makes its output of it. */
export type AcceptedReply = Pick<Accepted, 'code' | 'data'>;

/** A refusal that is an answer to the request, unlike a wrong token. */
export interface RefusalAsAnswer {
	/** The service's words (specification, "Error words"). */
	words: RegExp;
	/** The code that stands for it in {@link AcceptedReply}. */
	code: string;
}

/** The accepted reply of an operation; undefined for one that is a failure. */
export function acceptedReply(reply: Reply, answer?: RefusalAsAnswer): AcceptedReply | undefined {
	if (reply.kind === 'accepted') {
		return reply;
	}
	return reply.kind === 'refused' && answer?.words.test(reply.description)
		? { code: answer.code, data: {} }
		: undefined;
}
