import { UserError } from 'n8n-workflow';

/**
 * Turns what a person typed as base URL into the address every script path is appended to.
 *
 * Accepts the address with or without a trailing slash or `/extApi`, since the specification
 * writes both `{base_url}` and `{base_url}/extApi/` ("What the service does").
 *
 * @param typed the credential's base URL, for example `https://messages.example.com/extApi/`
 * @returns the same address without trailing slashes and without `/extApi`
 * @throws UserError when it is empty, no URL, or not http(s)
 */
export function serviceUrl(typed: unknown): string {
	const text = typeof typed === 'string' ? typed.trim() : '';
	if (text === '') {
		throw new UserError('Base URL is empty. Enter the address of the service in the credential.');
	}
	if (!/^https?:\/\//i.test(text)) {
		throw new UserError(
			`Base URL must start with http:// or https://, but it is "${text}". Correct it in the credential.`,
		);
	}
	if (!URL.canParse(text)) {
		throw new UserError(
			`Base URL is not a valid address: "${text}". Correct it in the credential.`,
		);
	}
	const url = new URL(text);
	if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
		throw new UserError(
			'Base URL must be the plain address of the service, without user name, "?" or "#". Correct it in the credential.',
		);
	}
	return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/extApi$/i, '');
}
