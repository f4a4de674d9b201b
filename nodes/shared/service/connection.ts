import { type IDataObject, type IHttpRequestOptions, type INode, UserError } from 'n8n-workflow';

import { operationError } from './nodeErrors';

/** Milliseconds after which a request without a reply counts as lost. */
const REQUEST_TIMEOUT_MS = 60_000;

/**
 * How every request to the service is made (specification, conventions "JSON by header" and "JSON reply").
 *
 * The reply is taken as a stream, which `receive` reads with a limit. Redirects are not followed, because the body carries the token.
 * The base URL comes from the credential, which also puts the token into the body.
 */
export const requestDefaults = {
	method: 'POST',
	headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
	encoding: 'stream',
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
} as const satisfies Omit<IHttpRequestOptions, 'url'>;

/** How a node connects to the service: what its settings say of every request it makes. */
export type Connection = Pick<IHttpRequestOptions, 'skipSslCertificateValidation'> & {
	/** Milliseconds in which a reply has to be whole. */
	timeout: number;
};

/** The node setting all of it is in. */
export const CONNECTION_SETTINGS = 'requestOptions';

/**
 * What a node's Request Options say of a connection.
 *
 * @throws NodeOperationError for a setting that cannot be read, by its name
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
 * The URL every script path is appended to: what a person typed as base URL, without trailing slashes and `/extApi`,
 * since the specification writes both `{base_url}` and `{base_url}/extApi/` ("What the service does").
 *
 * @throws UserError when it is empty, no URL, or not http(s)
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

/** A request as n8n hands it to a credential: its older helper, which HTTP Request uses, has other names for some options. */
type AnyRequest = IHttpRequestOptions & { uri?: string; form?: unknown; formData?: unknown };

/** What n8n's HTTP client takes as absolute; it appends anything else to the base URL. */
const ABSOLUTE = /^(?:[a-z][a-z\d+.-]*:)?\/\//i;

/**
 * A request with the whole URL that it goes to, which is one of the service, and which no redirect changes: its body
 * carries the token.
 *
 * @throws UserError when it goes anywhere else; for the base URL like {@link serviceUrl}
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
 * The token of a credential as it is sent. What makes keys of it, and takes it out of replies, knows texts alone.
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
 * @throws UserError for a body in another form than JSON
 */
export function jsonBody({ body = {}, form, formData }: AnyRequest): IDataObject {
	if (isPlain(body) && form === undefined && formData === undefined) return body;
	throw new UserError('Send the parameters as a JSON object: the token becomes one of them.');
}

/** An object as JSON has them: no list, file, stream or form. */
function isPlain(value: unknown): value is IDataObject {
	if (typeof value !== 'object' || value === null) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}
