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
	readReply,
	type Accepted,
	type HttpReply,
	type NotAccepted,
	type Reply,
	type Written,
} from './readReply';

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
	const settings = connection ?? connectionOf(context.getNode());
	let response: HttpReply;
	try {
		response = (await context.helpers.httpRequestWithAuthentication.call(context, 'extApi', {
			...requestDefaults,
			...settings,
			...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
			headers: { ...requestDefaults.headers },
			url,
			body: { ...body },
			returnFullResponse: true,
		})) as HttpReply;
	} catch (error) {
		throw connectionError(context.getNode(), error, itemIndex, effect);
	}
	try {
		return documentedReply(url, body, withoutSecrets(readReply(response), body));
	} catch (error) {
		// Whatever goes wrong now, the request was sent.
		throw connectionError(context.getNode(), error, itemIndex, effect, true);
	}
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

/**
 * What the URLs of this package prove themselves by, and anyone who has them could use: the signature of a file
 * (`token`) or of a waiting execution (`signature`), the key of a notification (`key`), of an answer (`k`), of an opt-out (`o`).
 */
const SECRETS = /\b(?:token|signature|key|k|o)=([\w.-]{16,})/g;
/** Longer words may hold a secret, whole or cut, in whatever coding; none of the service's own is as long. */
const LONG_WORD = /\S{24,}/g;

/**
 * A reply without the secrets of the URLs in its request, which the service may repeat in
 * the words of a refusal. Of an accepted reply only codes and numbers are read.
 */
export function withoutSecrets(
	reply: Written | NotAccepted,
	body: IDataObject,
): Written | NotAccepted {
	if (reply.kind !== 'refused') return reply;
	const secrets = [...JSON.stringify(body).matchAll(SECRETS)].map(([, secret]) => secret);
	if (secrets.length === 0) return reply;
	const short = reply.description.replace(LONG_WORD, '…');
	// Alone, the shortest of them is no long word.
	const held = new Set(secrets.filter((secret) => short.includes(secret)));
	const description = [...held].reduce((text, secret) => text.replaceAll(secret, '…'), short);
	return { ...reply, description };
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
		}
	}
}

function secondsToWait(error: unknown): number | undefined {
	if (!(error instanceof NodeApiError) || error.httpCode !== '429') return undefined;
	const seconds = Number(error.context.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS);
	return seconds <= LONGEST_WAIT_SECONDS ? seconds : undefined;
}
