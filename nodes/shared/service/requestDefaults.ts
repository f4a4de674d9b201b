import type { IHttpRequestOptions } from 'n8n-workflow';

/** Milliseconds after which a request without a reply counts as lost. */
export const REQUEST_TIMEOUT_MS = 60_000;

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
