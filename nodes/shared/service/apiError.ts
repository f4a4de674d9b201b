// The error of a reply, or of none: what happened, and whether the service may have acted.
import { NodeOperationError, UserError, type INode, type NodeApiError } from 'n8n-workflow';

import type { Effect } from './endpoints';
import { causesOf, networkCode, neverLeft } from './networkCauses';
import {
	type ErrorParts,
	messageForModel,
	quietNumbers,
	requestError,
	verbsOf,
} from './nodeErrors';
import { UNDOCUMENTED, type NotAccepted } from './readReply';
import texts from './errorTexts.json';

/** n8n's HTTP client aborts a request whose time is over. */
const TIMED_OUT = new Set(['ETIMEDOUT', 'ECONNABORTED', 'ESOCKETTIMEDOUT']);

const TOO_MANY_FIX =
	'The service did not accept the request. Try again later, or make fewer requests at once.';

/** Comes before the service's own words if the node has no explanation of them. */
export const REFUSED = 'The service refused the request';

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
 * The error for a reply that is no success, with the service's own words and how to fix it
 * (specification, "Error words").
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
			message: `${known?.what ?? REFUSED}: "${words}"`,
			description: known?.fix ?? 'Compare the values of this item with what the service says.',
		};
		return buildError(node, {
			...quietNumbers(texts),
			context: { texts },
			httpCode: String(reply.httpStatus),
			outcome: 'refused',
			itemIndex,
		});
	}
	const { reason, outcome, httpStatus, retryAfterSeconds } = reply;
	return buildError(node, {
		...unusableReply(node, reason, outcome === 'unknown' ? effect : 'asks'),
		...(httpStatus === 429 ? { description: TOO_MANY_FIX } : {}),
		httpCode: String(httpStatus),
		itemIndex,
		context: { reason, retryAfterSeconds },
	});
}

/** The error for an accepted reply with an undocumented part, which `what` names. */
export function undocumentedError(
	node: INode,
	what: string,
	effect: Effect,
	itemIndex?: number,
): NodeApiError {
	const reason = `${UNDOCUMENTED} (${what})`;
	const reply = { kind: 'failed', reason, outcome: 'unknown', httpStatus: 200 } as const;
	return replyError(node, reply, itemIndex, effect);
}

function unusableReply(node: INode, reason: string, effect: Effect): ErrorParts {
	return effect === 'asks'
		? {
				message: `The service gave no usable answer: ${reason}`,
				description:
					'Nothing was changed. Check the base URL in the credential and any proxy between n8n and the service, then run again.',
				outcome: 'refused',
			}
		: {
				message: `The outcome is unknown: the service answered with ${reason}`,
				description: unknownFix(node, effect),
				outcome: 'unknown',
			};
}

/**
 * The error for a request that broke before its reply was read. It leaves out the request, whose
 * body holds the token. The outcome is unknown unless the request certainly was not sent.
 *
 * @param progress whether n8n was not asked yet (`before`), was `asked`, or the service `answered`
 */
export function connectionError(
	node: INode,
	thrown: unknown,
	itemIndex?: number,
	effect: Effect = 'once',
	progress: 'before' | 'asked' | 'answered' = 'asked',
): NodeApiError {
	const causes = causesOf(thrown);
	const parts =
		(progress === 'answered' ? undefined : notSent(node, causes, progress === 'before')) ??
		lostAnswer(node, causes, effect);
	return buildError(node, { ...parts, itemIndex });
}

/** What kept a request from being sent; undefined if it may have been sent. */
function notSent(node: INode, causes: unknown[], isBefore: boolean): ErrorParts | undefined {
	const nothingDone = `Nothing was ${verbsOf(node).done}.`;
	const outcome = 'refused';
	const own = causes.find(
		(cause): cause is Error => cause instanceof UserError || cause instanceof NodeOperationError,
	);
	if (own !== undefined) {
		return { message: own.message, description: nothingDone, httpCode: 'none', outcome };
	}
	if (isBefore) {
		const { message } = causes.at(-1) as Error;
		return {
			message: `The request could not be made: ${message}`,
			description: `${nothingDone} Check the credential, then run again.`,
			httpCode: 'none',
			outcome,
		};
	}
	if (!neverLeft(causes)) return undefined;
	const code = networkCode(causes);
	return {
		message: `The service cannot be reached (${code})`,
		description: `${nothingDone} Check the base URL in the credential and whether this n8n instance can reach it.`,
		httpCode: code,
		outcome,
	};
}

/** What broke a request that may have been sent. */
function lostAnswer(node: INode, causes: unknown[], effect: Effect): ErrorParts {
	const code = networkCode(causes);
	const timedOut = TIMED_OUT.has(code);
	const what = timedOut ? 'the service did not answer in time' : 'the connection broke';
	return effect === 'asks'
		? {
				message: `No answer from the service: ${what} (${code})`,
				description: 'Nothing was changed. Run again.',
				httpCode: code,
				outcome: 'refused',
			}
		: {
				message: `The outcome is unknown: ${what}${timedOut ? '' : ' after the request was made'} (${code})`,
				description: unknownFix(node, effect),
				httpCode: code,
				outcome: 'unknown',
			};
}

/** The same error for one of the items its request was made for. */
export function errorForItem(node: INode, error: Error, itemIndex: number): NodeApiError {
	const { description, httpCode, context } = error as Partial<NodeApiError>;
	return buildError(node, {
		message: error.message,
		description: description ?? '',
		httpCode: httpCode ?? 'none',
		outcome: context?.outcome === 'unknown' ? 'unknown' : 'refused',
		itemIndex,
	});
}

/** What an error text of the service means, and what to do. */
interface ErrorText {
	pattern: RegExp;
	/** What happened, as a sentence without a full stop. */
	what: string;
	/** How to fix it, in sentences. */
	fix: string;
}

/**
 * Error texts of the specification ("Error words" and the rules of each endpoint) that need an
 * explanation, most specific first. The service's own words are shown beside it.
 */
export const errorTexts = texts.map(({ words, ...text }): ErrorText => ({
	pattern: new RegExp(words, 'i'),
	...text,
}));

/** What an error text of the service means; undefined if it is not documented. */
export function explainErrorText(description: string): ErrorText | undefined {
	const words = description.replaceAll('`', '').trim();
	return errorTexts.find(({ pattern }) => pattern.test(words));
}
