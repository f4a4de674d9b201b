import { NodeApiError, NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { connectionError } from './apiError';
import { pause } from './pause';

/** How often a request the service turned away for the moment is made again. */
const MOST_REPEATS = 3;
/** Seconds a single wait may take; a service that asks for more gets an error instead. */
const LONGEST_WAIT_SECONDS = 60;
/** Seconds to wait when the service names no time. */
const DEFAULT_WAIT_SECONDS = 1;

/**
 * Makes a request again after the time the service asked for, when it turned the request away
 * unread (HTTP 429 with or without Retry-After). A refused request was not accepted, so this
 * repeats nothing.
 *
 * n8n (1.123, 2.0 and 2.41, `routing-node`) words HTTP 429 as a hint at its batching settings and
 * does not wait. Delete this when it heeds Retry-After.
 *
 * @throws the last error when repeating did not help, or at once when it cannot
 */
export async function withRetryAfter<T>(
	context: IExecuteFunctions,
	request: () => Promise<T>,
): Promise<T> {
	for (let repeat = 0; ; repeat++) {
		try {
			return await request();
		} catch (error) {
			const seconds = secondsToWait(error);
			const signal = context.getExecutionCancelSignal();
			if (seconds === undefined || repeat >= MOST_REPEATS || signal?.aborted) {
				throw asNodeError(context, error);
			}
			await pause(seconds, () => signal?.aborted === true);
		}
	}
}

function asNodeError(
	context: IExecuteFunctions,
	error: unknown,
): NodeApiError | NodeOperationError {
	const isNodeError = error instanceof NodeApiError || error instanceof NodeOperationError;
	return isNodeError ? error : connectionError(context.getNode(), error);
}

function secondsToWait(error: unknown): number | undefined {
	if (!(error instanceof NodeApiError) || error.httpCode !== '429') return undefined;
	const seconds = Number(error.context.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS);
	return seconds <= LONGEST_WAIT_SECONDS ? seconds : undefined;
}
