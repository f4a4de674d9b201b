// How to reach the service: the base URL, the token, the account of a run.
import {
	type IDataObject,
	type IHttpRequestOptions,
	type INode,
	UserError,
	type IExecuteFunctions,
} from 'n8n-workflow';

import { operationError } from './nodeErrors';

/** Milliseconds until a request without a reply counts as lost. */
const REQUEST_TIMEOUT_MS = 60_000;

/**
 * How every request to the service is made (specification, conventions "JSON by header" and "JSON
 * reply"). The reply is a stream, which `receive` reads with a limit. The credential adds base URL
 * and token, and turns redirects off: see {@link toService}.
 */
export const requestDefaults = {
	method: 'POST',
	headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
	encoding: 'stream',
	ignoreHttpStatusErrors: true,
} as const satisfies Omit<IHttpRequestOptions, 'url'>;

/** How a node connects to the service, by its settings. */
export type Connection = Pick<IHttpRequestOptions, 'skipSslCertificateValidation'> & {
	/** Milliseconds in which a reply has to be whole. */
	timeout: number;
};

/** The node setting with all of it. */
export const CONNECTION_SETTINGS = 'requestOptions';

/**
 * Reads the connection from a node's Request Options.
 *
 * @throws NodeOperationError for an invalid setting, by its name
 */
export function connectionOf(node: INode): Connection {
	const settings = (node.parameters?.[CONNECTION_SETTINGS] ?? {}) as IDataObject;
	const { timeout = REQUEST_TIMEOUT_MS, allowUnauthorizedCerts = false } = settings;
	if (typeof allowUnauthorizedCerts !== 'boolean') {
		throw refusal(node, 'Ignore SSL Issues (Insecure)', 'must be on or off');
	}
	if (typeof timeout !== 'number' || !Number.isInteger(timeout) || timeout < 1) {
		throw refusal(node, 'Timeout', 'must be a whole number of at least 1');
	}
	return { timeout, ...(allowUnauthorizedCerts ? { skipSslCertificateValidation: true } : {}) };
}

function refusal(node: INode, label: string, rule: string): Error {
	return operationError(node, {
		message: `${label} ${rule}`,
		description:
			"Correct it under 'Request Options' in the settings of the node. Nothing was sent.",
	});
}

/**
 * The base URL as typed, without trailing slashes and `/extApi`: the specification writes both
 * `{base_url}` and `{base_url}/extApi/` ("What the service does").
 *
 * @throws UserError if it is empty, no URL, or not http(s)
 */
export function serviceUrl(typed: unknown): string {
	const text = typeof typed === 'string' ? typed.trim() : '';
	if (text === '') {
		throw new UserError('Base URL is empty. Enter the URL of the service in the credential.');
	}
	if (!/^https?:\/\//i.test(text)) {
		throw new UserError(
			`Base URL must start with http:// or https://. Correct it in the credential.`,
		);
	}
	if (!URL.canParse(text)) {
		throw new UserError(`Base URL is not a valid URL. Correct it in the credential.`);
	}
	const url = new URL(text);
	if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
		throw new UserError(
			'Base URL must be the plain URL of the service, without user name, "?" or "#". Correct it in the credential.',
		);
	}
	return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '').replace(/\/extApi$/i, '');
}

/** n8n's older helper, which HTTP Request uses, has other names for some options. */
type AnyRequest = IHttpRequestOptions & { uri?: string; form?: unknown; formData?: unknown };

/** What n8n's HTTP client takes as absolute; it appends anything else to the base URL. */
const ABSOLUTE = /^(?:[a-z][a-z\d+.-]*:)?\/\//i;

/**
 * A request with its whole URL, only to the service, and without redirects: its body holds the
 * token.
 *
 * @throws UserError if it goes anywhere else; for the base URL like {@link serviceUrl}
 */
export function toService(baseUrl: unknown, request: AnyRequest): IHttpRequestOptions {
	const service = serviceUrl(baseUrl);
	const { uri, url = uri, baseURL = service, ...others } = request;
	const typed = String(url ?? '').trim();
	const whole = ABSOLUTE.test(typed) ? typed : `${baseURL}/${typed.replace(/^\/+/, '')}`;
	if (!URL.canParse(whole) || new URL(whole).origin !== new URL(service).origin) {
		throw new UserError(
			"The request goes to another host than the credential's Base URL. Its token is sent only to that one.",
		);
	}
	return {
		...others,
		url: new URL(whole).href,
		disableFollowRedirect: true,
		...{ followRedirect: false, followAllRedirects: false, maxRedirects: 0 },
	};
}

/**
 * The token of a credential as it is sent. Only a text makes keys and is cleaned out of replies.
 *
 * @throws UserError for anything else, such as the number that an expression gives
 */
export function tokenText(entered: unknown): string {
	const token = entered ?? '';
	if (typeof token === 'string') return token.trim();
	throw new UserError('Token must be text. Correct its expression in the credential.');
}

/**
 * The parameters of a request, which the token joins.
 *
 * @throws UserError for a body that is not JSON
 */
export function jsonBody({ body = {}, form, formData }: AnyRequest): IDataObject {
	if (isPlain(body) && form === undefined && formData === undefined) return body;
	throw new UserError('Send the parameters as a JSON object: the token becomes one of them.');
}

/** A plain JSON object: no list, file, stream or form. */
function isPlain(value: unknown): value is IDataObject {
	if (typeof value !== 'object' || value === null) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

const CREDENTIAL = 'extApi';

/** The account that a run sends all its items with. */
export interface Account {
	token: string;
	/** The node's context; its requests use this account's credential. */
	context: IExecuteFunctions;
}

/**
 * Opens the credential of a run, once. n8n's request helper evaluates a credential's expressions
 * for the first item only, so the values must be the same for all items.
 *
 * @throws what n8n throws if it cannot be read; NodeOperationError if items have several accounts
 */
export async function accountOfRun(context: IExecuteFunctions): Promise<Account> {
	const credential = await context.getCredentials(CREDENTIAL, 0);
	const count = credential.hasExpressions === false ? 1 : context.getInputData().length;
	for (let item = 1; item < count; item++) {
		const { baseUrl, token } = await context
			.getCredentials(CREDENTIAL, item)
			.catch((error: Error) => {
				const message = `The credential cannot be read for item ${item}: ${error.message}`;
				throw operationError(context.getNode(), { ...SEVERAL_ACCOUNTS, message });
			});
		if (baseUrl === credential.baseUrl && token === credential.token) continue;
		throw operationError(context.getNode(), SEVERAL_ACCOUNTS);
	}
	// n8n's request helper asks its `this`, the context, for the credential.
	const own = Object.create(context) as IExecuteFunctions;
	own.getCredentials = async <T extends object>() => ({ ...credential }) as T;
	return { token: String(credential.token), context: own };
}

const SEVERAL_ACCOUNTS = {
	message: "The credential's values differ from item to item, but a run uses one account",
	description:
		"Use a credential without expressions, or put a 'Loop Over Items' node with a batch size of 1 before this one.",
};

/** An input item of a run, as an operation works on it. */
export interface RunItem {
	/** The node's context; its requests use the item's account. */
	context: IExecuteFunctions;
	/** Read once: n8n 2.41 copies the whole node at each call of `getNode`. */
	node: INode;
	/** n8n's number of the item, from 0. */
	index: number;
	token: string;
	json: IDataObject;
	/**
	 * The value of a parameter for this item.
	 *
	 * @param path for example `options.timeZone`
	 * @param fallback the value if the node holds none
	 * @throws NodeOperationError for an expression that fails
	 */
	parameter(path: string, fallback: unknown): unknown;
}

/** Completes the request of an item: takes its parameters by wire name, and returns new ones. */
export type BodyStep = (item: RunItem, body: IDataObject) => IDataObject | Promise<IDataObject>;

/**
 * Completes a request each time right before it is sent, maybe minutes after its preparation.
 *
 * @param body the request's parameters by wire name
 * @returns the parameters to send, and what the output holds beside the service's answer
 * @throws NodeOperationError if it must not be sent
 */
export type FinalizeRequest = (
	item: RunItem,
	body: IDataObject,
) => { body: IDataObject; extraOutput: IDataObject };

/** Joins several steps; each gets the parameters of the one before it. */
export function inSequence(...steps: FinalizeRequest[]): FinalizeRequest {
	return (item, body) =>
		steps.reduce(
			(before, step) => {
				const { body: next, extraOutput } = step(item, before.body);
				return { body: next, extraOutput: { ...before.extraOutput, ...extraOutput } };
			},
			{ body, extraOutput: {} },
		);
}
