// One request to the service, its reply, and when to make it again.
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
import {
	type Accepted,
	type HttpReply,
	type Reply,
	readReply,
	tooLong,
	type NotAccepted,
	type Written,
} from './readReply';
import { withoutKeys, withoutToken } from './secrets';

/** A request to the service. */
export interface ServiceRequest {
	url: Endpoint;
	/** Parameters by wire name, without the token. */
	body: IDataObject;
	/** Decides what a lost answer leaves open. */
	effect: Effect;
	/** Milliseconds until it counts as lost, instead of the node's own timeout. */
	timeoutMs?: number;
	itemIndex?: number;
	/** How to connect; by default as the node's settings say. */
	connection?: Connection;
}

/**
 * Makes one request with the node's credential and reads its reply, whatever that says.
 *
 * @throws NodeApiError if no reply came; NodeOperationError for settings that cannot be read
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
			// Opened once, for n8n and here.
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

/** Only its message may hold words that are not ours. */
function cleanError(error: NodeApiError, clean: (text: string) => string): NodeApiError {
	error.message = clean(error.message);
	return error;
}

/** n8n takes a request's cancel signal from its context; this one also fires at a deadline. */
function until<T extends object>(deadline: AbortSignal, context: T): T {
	const { getExecutionCancelSignal } = context as Partial<IExecuteFunctions>;
	if (getExecutionCancelSignal === undefined) return context;
	const canceled = getExecutionCancelSignal.call(context);
	const ended = canceled === undefined ? deadline : AbortSignal.any([canceled, deadline]);
	return Object.assign(Object.create(context) as T, { getExecutionCancelSignal: () => ended });
}

/**
 * Like {@link postRequest}, for a reply that must be a success.
 *
 * @throws NodeApiError for any other; `context.outcome` says whether the service may have acted
 */
export async function acceptedReply(...asked: Parameters<typeof postRequest>): Promise<Accepted> {
	const reply = await postRequest(...asked);
	if (reply.kind === 'accepted') return reply;
	const [context, { itemIndex, effect }] = asked;
	throw replyError(context.getNode(), reply, itemIndex, effect);
}

/** How often to repeat a request that the service turned away. */
const MOST_REPEATS = 3;
/** The longest wait in seconds; if the service asks for more, the request fails. */
const LONGEST_WAIT_SECONDS = 60;
/** Seconds to wait if the service names no time. */
const DEFAULT_WAIT_SECONDS = 1;

/**
 * Repeats a request that the service turned away unread (HTTP 429), after the time it asked for.
 * The service did not accept the first one, so nothing is done twice.
 *
 * @throws the last error if repeating did not help, or at once if it cannot
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

/** Most bytes of a reply, unpacked: 30 times the longest of the specification (10,000 numbers). */
const MOST_BYTES = 5_000_000;

/** The longest time that Node can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** When a request and its reply must be over. n8n's own limit begins anew with each byte. */
export function deadlineIn(ms: number): AbortSignal {
	return AbortSignal.timeout(Math.min(ms, LONGEST_MS));
}

/** The error of a request that took too long. */
export function timeOut(): Error {
	return Object.assign(new Error('The reply did not end in time'), { code: 'ETIMEDOUT' });
}

/**
 * Reads a reply whose body n8n gives as a stream: n8n unpacks any other without a limit, and it may
 * not fit into memory.
 *
 * @param clean removes secrets from the text before anyone reads it
 * @throws what breaks the stream; {@link timeOut} if the deadline passes first
 */
export async function receive(
	response: HttpReply,
	deadline: AbortSignal,
	clean: (text: string) => string,
): Promise<Written | NotAccepted> {
	const { body } = response;
	// Anything else comes from n8n when it evaluates agents without a service.
	if (!isStream(body)) return readReply(response);
	const text = await textOf(body, deadline);
	return text === undefined ? tooLong(response) : readReply({ ...response, body: clean(text) });
}

/** What is used of a stream; its full type is in Node's own module. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
	destroy(error?: Error): unknown;
}

function isStream(body: unknown): body is ByteStream {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** The text of a stream; closes it and returns undefined if it is too long. */
async function textOf(stream: ByteStream, deadline: AbortSignal): Promise<string | undefined> {
	const end = () => stream.destroy(timeOut());
	deadline.addEventListener('abort', end);
	if (deadline.aborted) end();
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	try {
		// Leaving the loop closes the stream.
		for await (const chunk of stream) {
			bytes += chunk.length;
			if (bytes > MOST_BYTES) return undefined;
			chunks.push(chunk);
		}
	} finally {
		deadline.removeEventListener('abort', end);
	}
	return Buffer.concat(chunks).toString('utf8');
}
