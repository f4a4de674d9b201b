import type { JsonObject } from './json';
import type { ServiceError } from './serviceError';

/** What an endpoint answers when it did not fail. */
export interface Outcome {
	/** The whole plain reply, for example `OK 123`. */
	plain: string;
	/** JSON `message`; `OK` when left out. */
	message?: string;
	/** JSON `data` without `remoteIP`. */
	data?: JsonObject;
	/** Campaign or run code, for the request log. */
	taskId?: string;
}

/** The outcome that is one word in both forms, such as `CODE_SENT` or `NOT_REG`. */
export const oneWord = (word: string): Outcome => ({ plain: word, message: word });

/** A reply ready to be written. */
export interface RenderedReply {
	contentType: string;
	body: string;
}

/** What rendering needs to know about the request. */
export interface ReplyContext {
	json: boolean;
	/** JSON `action`; undefined for the automation trigger, which has none. */
	action: string | undefined;
	remoteIp: string;
}

/** Content-Type of a plain reply. */
export const plainType = 'text/plain; charset=utf-8';
/** Content-Type of a JSON reply. */
export const jsonType = 'application/json; charset=utf-8';

/** A success (also a result code that is no error) in the request's reply form (specification, conventions "plain reply" and "JSON reply"). */
export function renderOutcome(outcome: Outcome, context: ReplyContext): RenderedReply {
	if (!context.json) return { contentType: plainType, body: outcome.plain };
	const body = {
		status: 1,
		...(context.action === undefined ? {} : { action: context.action }),
		message: outcome.message ?? 'OK',
		data: { ...outcome.data, remoteIP: context.remoteIp },
	};
	return { contentType: jsonType, body: JSON.stringify(body) };
}

/** An error in the request's reply form; its shape may drop `action` or force plain text. */
export function renderError(error: ServiceError, context: ReplyContext): RenderedReply {
	if (!context.json || error.shape === 'plain') {
		return { contentType: plainType, body: `ERROR --> Description: ${error.description}` };
	}
	const action = error.shape === 'withoutAction' ? undefined : context.action;
	const body = {
		status: 0,
		...(action === undefined ? {} : { action }),
		message: 'ERROR',
		data: { description: error.description, remoteIP: context.remoteIp },
	};
	return { contentType: jsonType, body: JSON.stringify(body) };
}
