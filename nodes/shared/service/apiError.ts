import {
	NodeOperationError,
	UserError,
	type Failure,
	type INode,
	type NodeApiError,
} from 'n8n-workflow';

import { verbsOf } from './verbs';
import type { Effect } from './endpoints';
import { explainErrorText } from './errorTexts';
import { messageForModel, requestError, type ErrorParts, quietNumbers } from './nodeErrors';
import { causesOf, isFromHttpClient, isToMend, networkCode, neverLeft } from './networkCauses';
import type { NotAccepted } from './readReply';

/** Whether the service may have acted although the node reports an error. */
export type Outcome = 'notAccepted' | 'unknown';

/** A wait may help: said only where nothing can have happened, since n8n may repeat the request because of it. */
const SERVICE_DOWN: Failure = { cause: 'temporarily-unavailable' };

/** n8n's HTTP client aborts a request whose time is over. */
const TIMED_OUT = new Set(['ETIMEDOUT', 'ECONNABORTED', 'ESOCKETTIMEDOUT']);

const TOO_MANY_FIX =
	'The service did not accept the request. Try again later, or make fewer requests at once.';

/** What to do about an unknown outcome, by what the request does. */
function unknownFix(node: INode, effect: Exclude<Effect, 'asks'>): string {
	if (effect === 'changes') {
		return 'The service may have made the change. Run again: making it a second time does no harm.';
	}
	const { toDo } = verbsOf(node);
	const again = toDo === 'send' ? 'send again' : `${toDo} it again`;
	return `The service may have accepted the request, so the node did not repeat it. Check in the service before you ${again}.`;
}

function buildError(node: INode, parts: ErrorParts): NodeApiError {
	const error = requestError(node, parts);
	error.message = messageForModel(node, parts.message, parts.description);
	return error;
}

/**
 * Turns a reply that is no success into the error a person sees: what happened, in the service's
 * own words too, and how to fix it (specification, "Error words").
 *
 * @param effect what the request does: a question leaves nothing open
 */
export function replyError(
	node: INode,
	reply: NotAccepted,
	itemIndex?: number,
	effect: Effect = 'once',
): NodeApiError {
	if (reply.kind === 'refused') {
		const words = reply.description;
		const known = explainErrorText(words);
		const texts = {
			message: known?.hidesWords
				? known.what
				: `${known?.what ?? 'The service refused the request'}: "${words}"`,
			description: known?.fix ?? 'Compare the values of this item with what the service says.',
		};
		const quiet = quietNumbers(texts);
		return buildError(node, {
			...quiet,
			...(quiet.message === texts.message ? {} : { context: { texts } }),
			httpCode: String(reply.httpStatus),
			outcome: 'notAccepted',
			itemIndex,
			...(known?.cause === undefined ? {} : { failure: { cause: known.cause } }),
		});
	}
	const { reason, outcome, httpStatus, retryAfterSeconds } = reply;
	return buildError(node, {
		...unusableReply(node, reason, outcome === 'unknown' ? effect : 'asks'),
		...(effect === 'asks' && httpStatus >= 500 ? { failure: SERVICE_DOWN } : {}),
		...(httpStatus === 429 ? tooMany(retryAfterSeconds) : {}),
		httpCode: String(httpStatus),
		itemIndex,
		context: { reason, retryAfterSeconds },
	});
}

function tooMany(retryAfterSeconds?: number) {
	const wait = retryAfterSeconds === undefined ? {} : { retryAfterMs: retryAfterSeconds * 1000 };
	const failure: Failure = { cause: 'rate-limited', ...wait };
	return { description: TOO_MANY_FIX, failure };
}

function unusableReply(node: INode, reason: string, effect: Effect) {
	return effect !== 'asks'
		? {
				message: `The outcome is unknown: the service answered with ${reason}`,
				description: unknownFix(node, effect),
				outcome: 'unknown' as const,
			}
		: {
				message: `The service gave no usable answer: ${reason}`,
				description:
					'Nothing was changed. Check the base URL in the credential and any proxy between n8n and the service, then run again.',
				outcome: 'notAccepted' as const,
			};
}

/**
 * Turns whatever broke a request before a reply was read into the error a person sees, without the
 * request itself, whose body holds the token. What is not known to have happened before the request
 * left counts as an unknown outcome.
 *
 * @param effect what the request does: a question leaves nothing open
 * @param isAnswered true when a reply had come, so that the request certainly left
 */
export function connectionError(
	node: INode,
	thrown: unknown,
	itemIndex?: number,
	effect: Effect = 'once',
	isAnswered = false,
): NodeApiError {
	const nothingDone = `Nothing was ${verbsOf(node).done}.`;
	const causes = causesOf(thrown);
	const own = causes.find(
		(cause) => cause instanceof UserError || cause instanceof NodeOperationError,
	);
	if (own instanceof Error && !isAnswered) {
		return buildError(node, {
			message: own.message,
			description: nothingDone,
			httpCode: 'none',
			outcome: 'notAccepted',
			itemIndex,
		});
	}
	if (!isAnswered && !isFromHttpClient(causes)) {
		const { message } = causes.at(-1) as Error;
		return buildError(node, {
			message: `The request could not be made: ${message}`,
			description: `${nothingDone} Check the credential, then run again.`,
			httpCode: 'none',
			outcome: 'notAccepted',
			itemIndex,
		});
	}
	const code = networkCode(causes);
	if (!isAnswered && neverLeft(causes)) {
		return buildError(node, {
			message: `The service cannot be reached (${code})`,
			description: `${nothingDone} Check the base URL in the credential and whether this n8n can reach it.`,
			httpCode: code,
			outcome: 'notAccepted',
			itemIndex,
			failure: isToMend(causes) ? { cause: 'configuration-invalid' } : SERVICE_DOWN,
		});
	}
	const timedOut = TIMED_OUT.has(code);
	const what = timedOut ? 'the service did not answer in time' : 'the connection broke';
	if (effect === 'asks') {
		return buildError(node, {
			message: `No answer from the service: ${what} (${code})`,
			description: 'Nothing was changed. Run again.',
			httpCode: code,
			outcome: 'notAccepted',
			itemIndex,
			failure: SERVICE_DOWN,
		});
	}
	return buildError(node, {
		message: `The outcome is unknown: ${what}${timedOut ? '' : ' after the request left'} (${code})`,
		description: unknownFix(node, effect),
		httpCode: code,
		outcome: 'unknown',
		itemIndex,
	});
}

/** The same error for one of the items its request was made for. */
export function errorForItem(node: INode, error: Error, itemIndex: number): NodeApiError {
	const { description, httpCode, context, failure } = error as Partial<NodeApiError>;
	return buildError(node, {
		message: error.message,
		description: description ?? '',
		httpCode: httpCode ?? 'none',
		outcome: context?.outcome === 'unknown' ? 'unknown' : 'notAccepted',
		itemIndex,
		...(failure === undefined ? {} : { failure }),
	});
}
