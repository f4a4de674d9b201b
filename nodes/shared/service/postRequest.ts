import {
	type IDataObject,
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type IWebhookFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { connectionError, replyError } from './apiError';
import { connectionOf, type Connection, requestDefaults } from './connection';
import { documentedReply } from './documentedReplies';
import type { Effect, Endpoint } from './endpoints';
import { pause } from './pause';
import type { Accepted, HttpReply, Reply } from './readReply';
import { deadlineIn, receive, timeOut } from './receive';
import { withoutKeys, withoutToken } from './secrets';

/** A request to the service. */
export interface ServiceRequest {
	url: Endpoint;
	/** Parameters by wire name, without the token. */
	body: IDataObject;
	/** What it does to the world: decides what a lost answer leaves open. */
	effect: Effect;
	/** Milliseconds after which it counts as lost, where that is not the node's own timeout. */
	timeoutMs?: number;
	itemIndex?: number;
	/** How to connect; as the node's settings say when left out. */
	connection?: Connection;
}

/**
 * Makes one request with the node's credential and reads its reply, whatever that says.
 *
 * @throws NodeApiError when no reply came; NodeOperationError for settings that cannot be read
 */
export async function postRequest(
	context: IExecuteFunctions | IWebhookFunctions | ILoadOptionsFunctions,
	{ url, body, effect, timeoutMs, itemIndex, connection }: ServiceRequest,
): Promise<Reply> {
	const node = context.getNode();
	const settings = connection ?? connectionOf(node);
	const timeout = timeoutMs ?? settings.timeout;
	let deadline: AbortSignal | undefined;
	let progress: 'before' | 'asked' | 'answered' = 'before';
	let clean = withoutToken(undefined);
	try {
		const data = await context.getCredentials('extApi');
		clean = withoutToken(data.token);
		deadline = deadlineIn(timeout);
		progress = 'asked';
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			until(deadline, context),
			'extApi',
			{
				...requestDefaults,
				...{ ...settings, timeout },
				headers: { ...requestDefaults.headers },
				url,
				body: { ...body },
				returnFullResponse: true,
				abortSignal: deadline,
			},
			// Opened once, for n8n and for us.
			{ credentialsDecrypted: { id: '', name: '', type: 'extApi', data } },
		)) as HttpReply;
		progress = 'answered';
		const reply = await receive(response, deadline, clean);
		return documentedReply(url, body, withoutKeys(reply, body));
	} catch (error) {
		const broken = deadline?.aborted === true ? timeOut() : error;
		throw cleanError(connectionError(node, broken, itemIndex, effect, progress), clean);
	}
}

function cleanError(error: NodeApiError, clean: (text: string) => string): NodeApiError {
	error.message = clean(error.message);
	error.description = clean(String(error.description ?? ''));
	return error;
}

/** The same context, for a request that ends at a time, or with its execution: n8n asks the context for that. */
function until<T extends object>(deadline: AbortSignal, context: T): T {
	const { getExecutionCancelSignal } = context as Partial<IExecuteFunctions>;
	if (getExecutionCancelSignal === undefined) return context;
	const canceled = getExecutionCancelSignal.call(context);
	const ended = canceled === undefined ? deadline : AbortSignal.any([canceled, deadline]);
	return Object.assign(Object.create(context) as T, { getExecutionCancelSignal: () => ended });
}

/**
 * The same for a reply that has to be a success.
 *
 * @throws NodeApiError also when it is none; its `context.outcome` says whether the service may have acted
 */
export async function acceptedReply(...asked: Parameters<typeof postRequest>): Promise<Accepted> {
	const reply = await postRequest(...asked);
	if (reply.kind === 'accepted') return reply;
	const [context, { itemIndex, effect }] = asked;
	throw replyError(context.getNode(), reply, itemIndex, effect);
}

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
				const isNodeError = error instanceof NodeApiError || error instanceof NodeOperationError;
				throw isNodeError ? error : connectionError(context.getNode(), error);
			}
			await pause(seconds, () => signal?.aborted === true);
			// Made now, it would never leave, and count as one that may have.
			if (signal?.aborted) return await Promise.reject(error as Error);
		}
	}
}

function secondsToWait(error: unknown): number | undefined {
	if (!(error instanceof NodeApiError) || error.httpCode !== '429') return undefined;
	const seconds = Number(error.context.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS);
	return seconds <= LONGEST_WAIT_SECONDS ? seconds : undefined;
}
