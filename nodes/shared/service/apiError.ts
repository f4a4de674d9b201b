import {
	NodeOperationError,
	UserError,
	type Failure,
	type INode,
	type NodeApiError,
} from 'n8n-workflow';

import {
	type ErrorParts,
	messageForModel,
	quietNumbers,
	requestError,
	verbsOf,
} from './nodeErrors';
import type { Effect } from './endpoints';
import { explainErrorText } from './errorTexts';
import { UNDOCUMENTED, type NotAccepted } from './readReply';

/** A wait may help: said only where nothing can have happened, since n8n may repeat the request because of it. */
const SERVICE_DOWN: Failure = { cause: 'temporarily-unavailable' };

/** n8n's HTTP client aborts a request whose time is over. */
const TIMED_OUT = new Set(['ETIMEDOUT', 'ECONNABORTED', 'ESOCKETTIMEDOUT']);

const TOO_MANY_FIX =
	'The service did not accept the request. Try again later, or make fewer requests at once.';

/** What is said before the service's own words where they say everything. */
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
 * The error for a reply that is no success: what happened, in the service's own words too, and how to fix it
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
			message: known?.hidesWords ? known.what : `${known?.what ?? REFUSED}: "${words}"`,
			description: known?.fix ?? 'Compare the values of this item with what the service says.',
		};
		const quiet = quietNumbers(texts);
		return buildError(node, {
			...quiet,
			...(quiet.message === texts.message ? {} : { context: { texts } }),
			httpCode: String(reply.httpStatus),
			outcome: 'refused',
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

/** The error for an accepted reply of which something, named by `what`, is not documented. */
export function undocumentedError(
	node: INode,
	what: string,
	effect: Effect,
	itemIndex?: number,
): NodeApiError {
	const outcome = effect === 'asks' ? 'notAccepted' : 'unknown';
	const reason = `${UNDOCUMENTED} (${what})`;
	return replyError(node, { kind: 'failed', reason, outcome, httpStatus: 200 }, itemIndex, effect);
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
 * The error for whatever broke a request before a reply was read, without the request itself, whose body holds
 * the token. What is not known to have happened before the request was sent counts as an unknown outcome.
 *
 * @param isAnswered true when a reply had come, so that the request was certainly sent
 */
export function connectionError(
	node: INode,
	thrown: unknown,
	itemIndex?: number,
	effect: Effect = 'once',
	isAnswered = false,
): NodeApiError {
	const causes = causesOf(thrown);
	const parts =
		(isAnswered ? undefined : notSent(node, causes)) ?? lostAnswer(node, causes, effect);
	return buildError(node, { ...parts, itemIndex });
}

/** What kept a request from being sent; undefined where it may have been sent. */
function notSent(node: INode, causes: unknown[]): ErrorParts | undefined {
	const nothingDone = `Nothing was ${verbsOf(node).done}.`;
	const outcome = 'refused';
	const own = causes.find(
		(cause): cause is Error => cause instanceof UserError || cause instanceof NodeOperationError,
	);
	if (own !== undefined) {
		return { message: own.message, description: nothingDone, httpCode: 'none', outcome };
	}
	if (!isFromHttpClient(causes)) {
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
		failure: isToMend(causes) ? { cause: 'configuration-invalid' } : SERVICE_DOWN,
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
				failure: SERVICE_DOWN,
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
	const { description, httpCode, context, failure } = error as Partial<NodeApiError>;
	return buildError(node, {
		message: error.message,
		description: description ?? '',
		httpCode: httpCode ?? 'none',
		outcome: context?.outcome === 'unknown' ? 'unknown' : 'refused',
		itemIndex,
		...(failure === undefined ? {} : { failure }),
	});
}

/** Codes of Node's network layer and of n8n's HTTP client. */
const NETWORK_CODE = /^E[A-Z_]+$|^[A-Z]+_[A-Z\d_]+$/;

/** n8n wraps the error of its HTTP client, so what happened may sit on a cause. */
function causesOf(thrown: unknown): unknown[] {
	const causes: unknown[] = [];
	let error = thrown;
	while (error !== undefined && error !== null && !causes.includes(error)) {
		causes.push(error);
		error = (error as { cause?: unknown }).cause;
	}
	return causes;
}

/** Whether n8n's HTTP client threw an error; others come from what n8n does before, such as reading the credential. */
function isFromHttpClient(causes: unknown[]): boolean {
	return causes.some((cause) => {
		const { name, isAxiosError, code, httpCode, response, message } = cause as Record<
			string,
			unknown
		>;
		return (
			isAxiosError === true ||
			name === 'AxiosError' ||
			response !== undefined ||
			[code, httpCode].some((each) => NETWORK_CODE.test(String(each))) ||
			/timeout of \d+ ?ms|socket|connection|abort/i.test(String(message))
		);
	});
}

/** The network code of an error, or its time-out as one. Without any, the connection just broke. */
function networkCode(causes: unknown[]): string {
	for (const cause of causes) {
		const { code, httpCode, message } = cause as Record<string, unknown>;
		if (/timeout of \d+ ?ms exceeded/i.test(String(message))) return 'ETIMEDOUT';
		const found = [code, httpCode].map(String).find((each) => NETWORK_CODE.test(each));
		if (found !== undefined) return found;
	}
	return 'ECONNRESET';
}

/** Errors of addresses and of names, which come before any connection. */
const BEFORE_CONNECTING = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ERR_INVALID_URL']);

/**
 * Certificates that Node refuses (its `tls` documentation, "X509 certificate error codes"), which it
 * does before it writes anything to the connection.
 */
const CERTIFICATE =
	/^(?:(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|UNABLE_TO_|CERT_|CRL_|ERROR_IN_C|INVALID_(?:CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$|HOSTNAME_MISMATCH$|ERR_TLS_CERT_ALTNAME)/;

/** An https URL at a port that speaks http. */
const NO_TLS = /wrong.version.number/i;

/** Tells whether an error shows that no request was ever sent. With every other one that is not known. */
function neverLeft(causes: unknown[]): boolean {
	const code = networkCode(causes);
	if (BEFORE_CONNECTING.has(code) || CERTIFICATE.test(code)) return true;
	return causes.some((cause) => isConnecting(cause) || isNoTls(cause));
}

/** A connection that never came about; one to several addresses fails with a list of errors. */
function isConnecting(cause: unknown): boolean {
	const { syscall, message, errors } = cause as Record<string, unknown>;
	if (Array.isArray(errors) && errors.length > 0) return errors.every(isConnecting);
	return syscall === 'connect' || /^connect E[A-Z]+/.test(String(message));
}

function isNoTls(cause: unknown): boolean {
	const { code, message } = cause as Record<string, unknown>;
	return NO_TLS.test(`${String(code)} ${String(message)}`);
}

/** Tells whether someone has to correct something before the next request. */
function isToMend(causes: unknown[]): boolean {
	const code = networkCode(causes);
	return (
		['ENOTFOUND', 'ERR_INVALID_URL'].includes(code) ||
		CERTIFICATE.test(code) ||
		causes.some(isNoTls)
	);
}
