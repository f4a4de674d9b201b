import { decodePairs, decodeText } from './decode';
import { isJsonObject, type JsonObject, type JsonValue } from './json';
import { Params } from './params';
import type { Readings } from './readings';
import { ServiceError } from './serviceError';

/** How a request reached the service (specification, conventions "three forms", "JSON by header" and "declared method"). */
export type RequestMode = 'get' | 'post' | 'json' | 'jsonUrl';

/** One request, read but not yet judged by an endpoint. */
export interface IncomingCall {
	mode: RequestMode;
	method: string;
	/** Path and query as sent. */
	url: string;
	params: Params;
	/** The decoded parameters for the request log; the JSON value as sent when it is no object. */
	recorded: JsonValue;
	/** Set when the body could not be read. */
	problem?: ServiceError;
	/** The body as sent, when it is no JSON although it should be. */
	unread?: string;
}

/** Whether the reply to this call is JSON by default. */
export const isJsonMode = (mode: RequestMode): boolean => mode === 'json' || mode === 'jsonUrl';

function pairsToObject(pairs: Array<[string, string]>): JsonObject {
	const object: JsonObject = {};
	for (const [name, value] of pairs) object[name] = value;
	return object;
}

/**
 * Reads a request in any of the four modes. JSON mode needs the header or `json=1` in the URL; otherwise a GET takes its
 * parameters from the query string and a POST from the form body. A body that is no JSON object yields `problem`.
 */
export function readCall(
	method: string,
	url: string,
	contentType: string,
	body: Buffer,
	emoji: Readings['emoji'],
): IncomingCall {
	const mark = url.indexOf('?');
	const query = mark === -1 ? [] : decodePairs(url.slice(mark + 1));
	const jsonHeader = contentType.split(';')[0].trim().toLowerCase() === 'application/json';
	const jsonInUrl = query.some(([name, value]) => name === 'json' && value === '1');

	if (jsonHeader || jsonInUrl) {
		const mode: RequestMode = jsonHeader ? 'json' : 'jsonUrl';
		const text = decodeText(body);
		const parsed = parseJson(text);
		if (isJsonObject(parsed)) {
			const params = new Params(parsed, true, undefined, emoji);
			return { mode, method, url, params, recorded: parsed };
		}
		const problem = new ServiceError('invalid JSON body', 'withoutAction');
		const params = new Params({}, true);
		const unread = parsed === undefined ? text : undefined;
		return { mode, method, url, params, recorded: parsed ?? null, problem, unread };
	}

	const pairs = method === 'POST' ? decodePairs(body.toString('latin1')) : query;
	const recorded = pairsToObject(pairs);
	const params = new Params(recorded, false, pairs.at(-1)?.[0], emoji);
	return { mode: method === 'POST' ? 'post' : 'get', method, url, params, recorded };
}

function parseJson(text: string): JsonValue | undefined {
	try {
		return JSON.parse(text) as JsonValue;
	} catch {
		return undefined;
	}
}

/**
 * The plain modes' declaration: exactly one of `get=1` and `post=2` (conventions 4). "It only declares the method used":
 * whether the wrong one is refused is a matter of reading.
 */
export function checkDeclaredMethod(call: IncomingCall, reading: Readings['declaredMethod']): void {
	if (isJsonMode(call.mode)) return;
	const get = call.params.text('get') === '1';
	const post = call.params.text('post') === '2';
	if (!get && !post) throw new ServiceError('neither get=1 nor post=2 sent');
	if (get && post) throw new ServiceError('only one of get=1 and post=2 may be sent');
	if (reading === 'checked' && get !== (call.method === 'GET')) {
		throw new ServiceError(`${get ? 'get=1' : 'post=2'} sent but the method is ${call.method}`);
	}
}
