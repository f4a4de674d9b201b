import { type IDataObject, type IHttpRequestOptions, type INode, UserError } from 'n8n-workflow';

import { readableAddress } from '../rules/addresses';
import { operationError } from './nodeErrors';

/** Milliseconds after which a request without a reply counts as lost. */
const REQUEST_TIMEOUT_MS = 60_000;

/**
 * How every request to the service is made (specification, conventions "JSON by header" and "JSON reply").
 *
 * The reply is taken as text: campaign codes are digit strings that may not fit a number, so the
 * JSON is read by `readReply`. Redirects are not followed, because the body carries the token.
 * The base URL comes from the credential, which also puts the token into the body.
 */
export const requestDefaults = {
	method: 'POST',
	headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
	encoding: 'text',
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
} as const satisfies Omit<IHttpRequestOptions, 'url'>;

/** How a node connects to the service: what its settings say of every request it makes. */
export type Connection = Pick<
	IHttpRequestOptions,
	'timeout' | 'proxy' | 'skipSslCertificateValidation'
>;

/** How many requests a node starts without a pause, and milliseconds between two such batches. */
export interface Pace {
	size: number;
	intervalMs: number;
}

/** The node setting all of it is in. */
export const CONNECTION_SETTINGS = 'requestOptions';

/**
 * What a node's Request Options say of a connection.
 *
 * @throws NodeOperationError for a setting that cannot be read, by its name
 */
export function connectionOf(node: INode): Connection {
	const { timeout = REQUEST_TIMEOUT_MS, proxy, allowUnauthorizedCerts = false } = settingsOf(node);
	if (typeof allowUnauthorizedCerts !== 'boolean') {
		throw refusal(node, 'Ignore SSL Issues (Insecure)', 'must be on or off');
	}
	return {
		timeout: atLeastOne(node, 'Timeout', timeout),
		...(allowUnauthorizedCerts ? { skipSslCertificateValidation: true } : {}),
		...(proxy === undefined || proxy === '' ? {} : { proxy: proxyOf(node, proxy) }),
	};
}

/** The pace a node's Request Options ask for; undefined for none. @throws NodeOperationError like {@link connectionOf} */
export function paceOf(node: INode): Pace | undefined {
	const { batching } = settingsOf(node);
	const batch = (batching as IDataObject | undefined)?.batch as IDataObject | undefined;
	if (batch === undefined) return undefined;
	return {
		size: atLeastOne(node, 'Requests per Batch', batch.batchSize),
		intervalMs: atLeastOne(node, 'Batch Interval (Ms)', batch.batchInterval),
	};
}

function settingsOf({ parameters }: INode): IDataObject {
	return (parameters?.[CONNECTION_SETTINGS] ?? {}) as IDataObject;
}

function atLeastOne(node: INode, label: string, value: unknown): number {
	if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return value;
	throw refusal(node, label, 'must be a whole number of at least 1');
}

function proxyOf(node: INode, entered: unknown): IHttpRequestOptions['proxy'] {
	const text = String(entered).trim();
	if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
		throw refusal(node, 'Proxy', 'must be a URL such as http://proxy.example.com:3128');
	}
	const read = readableAddress(text);
	if ('problem' in read) throw refusal(node, 'Proxy', read.problem.rule);
	const { protocol, hostname, port, username, password } = new URL(text);
	const byProtocol = protocol === 'https:' ? 443 : 80;
	return {
		protocol: protocol.slice(0, -1),
		host: hostname,
		port: port === '' ? byProtocol : Number(port),
		...(username === ''
			? {}
			: {
					auth: { username: decodeURIComponent(username), password: decodeURIComponent(password) },
				}),
	};
}

function refusal(node: INode, label: string, rule: string): Error {
	return operationError(node, {
		message: `${label} ${rule}`,
		description:
			"Correct it under 'Request Options' in the settings of the node. Nothing was sent.",
	});
}

/**
 * Turns what a person typed as base URL into the URL every script path is appended to.
 *
 * Accepts the URL with or without a trailing slash or `/extApi`, since the specification
 * writes both `{base_url}` and `{base_url}/extApi/` ("What the service does").
 *
 * @param typed the credential's base URL, for example `https://messages.example.com/extApi/`
 * @returns the same URL without trailing slashes and without `/extApi`
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
	return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/extApi$/i, '');
}
