import {
	NodeApiError,
	NodeOperationError,
	UserError,
	type IDataObject,
	type INode,
	type JsonObject,
} from 'n8n-workflow';

import { quietNumbers } from '../engine/quietError';
import { explainErrorText } from './errorTexts';
import type { Reply } from './readReply';
import { errorMessage } from './toolCall';

/** Whether the service may have acted although the node reports an error. */
export type Outcome = 'notAccepted' | 'unknown';

/** Connection errors that show that no request ever left. Every other one leaves that open. */
const NEVER_LEFT = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'CERT_HAS_EXPIRED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'ERR_INVALID_URL',
]);

/** n8n's HTTP client aborts a request whose time is over. */
const TIMED_OUT = new Set(['ETIMEDOUT', 'ECONNABORTED', 'ESOCKETTIMEDOUT']);

const UNKNOWN_FIX =
	'The request was not repeated by itself, because the service may have accepted it. Check in the service before you send again.';

interface ErrorParts {
	message: string;
	description: string;
	httpCode: string;
	outcome: Outcome;
	itemIndex?: number;
	context?: IDataObject;
}

function buildError(node: INode, parts: ErrorParts): NodeApiError {
	const { message, description, httpCode, outcome, itemIndex, context } = parts;
	const error = new NodeApiError(node, {} as JsonObject, {
		message,
		description,
		httpCode,
		itemIndex,
	});
	// n8n swaps the texts of known HTTP and network codes for its own; ours say more.
	error.message = errorMessage(node, message, description);
	error.description = description;
	Object.assign(error.context, context, { outcome });
	return error;
}

/**
 * Turns a reply that is no success into the error a person sees: what happened, in the service's
 * own words too, and how to fix it (specification, "Errors").
 *
 * @param repeatable true for requests that send nothing, where nothing can be left open
 */
export function replyError(
	node: INode,
	reply: Exclude<Reply, { kind: 'accepted' }>,
	itemIndex?: number,
	repeatable = false,
): NodeApiError {
	if (reply.kind === 'refused') {
		const known = explainErrorText(reply.description);
		return buildError(node, {
			...quietNumbers({
				message: `${known?.what ?? 'The service refused the request'}: "${reply.description}"`,
				description:
					known?.fix ??
					'These are the words of the service. Check the values of this item against them.',
			}),
			httpCode: String(reply.httpStatus),
			outcome: 'notAccepted',
			itemIndex,
		});
	}
	const { reason, outcome, httpStatus, retryAfterSeconds } = reply;
	return buildError(node, {
		...unusableReply(reason, outcome === 'unknown' && !repeatable),
		httpCode: String(httpStatus),
		itemIndex,
		context: { reason, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) },
	});
}

function unusableReply(reason: string, unknown: boolean) {
	return unknown
		? {
				message: `The outcome is unknown: the service answered with ${reason}`,
				description: UNKNOWN_FIX,
				outcome: 'unknown' as const,
			}
		: {
				message: `The service gave no usable answer: ${reason}`,
				description:
					'Nothing was changed. Check the base URL in the credential and what stands between n8n and the service, then run again.',
				outcome: 'notAccepted' as const,
			};
}

/**
 * Rewords an error of a request that sends nothing: there an unreadable reply leaves nothing open.
 *
 * @returns the same error
 */
export function withoutUnknownOutcome(error: NodeApiError): NodeApiError {
	if (error.context.outcome === 'unknown' && typeof error.context.reason === 'string') {
		const { message, description, outcome } = unusableReply(error.context.reason, false);
		error.message = errorMessage(error.node, message, description);
		error.description = description;
		error.context.outcome = outcome;
	}
	return error;
}

/**
 * Turns whatever broke a request before a reply was read into the error a person sees, without the
 * request itself, whose body holds the token. What is not known to have happened before the request
 * left counts as an unknown outcome.
 *
 * @param repeatable true for requests that send nothing, where nothing can be left open
 */
export function connectionError(
	node: INode,
	thrown: unknown,
	itemIndex?: number,
	repeatable = false,
): NodeApiError {
	const causes = causesOf(thrown);
	const own = causes.find(
		(cause) => cause instanceof UserError || cause instanceof NodeOperationError,
	);
	if (own instanceof Error) {
		return buildError(node, {
			message: own.message,
			description: 'Nothing was sent.',
			httpCode: 'none',
			outcome: 'notAccepted',
			itemIndex,
		});
	}
	const code = networkCode(causes);
	if (NEVER_LEFT.has(code)) {
		return buildError(node, {
			message: `The service cannot be reached (${code})`,
			description:
				'Nothing was sent. Check the base URL in the credential and that this n8n may reach it.',
			httpCode: code,
			outcome: 'notAccepted',
			itemIndex,
		});
	}
	const timedOut = TIMED_OUT.has(code);
	const what = timedOut ? 'the service did not answer in time' : 'the connection broke';
	return buildError(node, {
		message: repeatable
			? `No answer from the service: ${what} (${code})`
			: `The outcome is unknown: ${what}${timedOut ? '' : ' after the request left'} (${code})`,
		description: repeatable ? 'Nothing was changed. Run again.' : UNKNOWN_FIX,
		httpCode: code,
		outcome: repeatable ? 'notAccepted' : 'unknown',
		itemIndex,
	});
}

/** The same error for one of the items its request was made for. */
export function errorForItem(node: INode, error: Error, itemIndex: number): NodeApiError {
	const { description, httpCode, context } = error as Partial<NodeApiError>;
	return buildError(node, {
		message: error.message,
		description: description ?? '',
		httpCode: httpCode ?? 'none',
		outcome: context?.outcome === 'unknown' ? 'unknown' : 'notAccepted',
		itemIndex,
	});
}

/** n8n wraps the error of its HTTP client, so what happened may sit on a cause. */
function causesOf(thrown: unknown): unknown[] {
	const causes: unknown[] = [];
	for (let error = thrown; error !== undefined && error !== null && causes.length < 5;) {
		causes.push(error);
		error = (error as { cause?: unknown }).cause;
	}
	return causes;
}

/** The network code of an error, or its time-out as one. Without any, the connection just broke. */
function networkCode(causes: unknown[]): string {
	for (const cause of causes) {
		const { code, httpCode, message } = cause as Record<string, unknown>;
		if (/timeout of \d+ ?ms exceeded/i.test(String(message))) return 'ETIMEDOUT';
		for (const candidate of [code, httpCode]) {
			if (typeof candidate === 'string' && /^E[A-Z_]+$|^[A-Z]+_[A-Z_]+$/.test(candidate))
				return candidate;
		}
	}
	return 'ECONNRESET';
}
