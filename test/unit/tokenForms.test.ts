// If this fails, the tests for leaks overlook a token written in another form.
import { holdsToken } from '../tokenForms';

/** Tests that look for the token find it however it was written, or a leak would pass them. */
const token = 'a"b/c+d=e&f~~~???é';

describe('a token is found', () => {
	it.each([
		['as it is', token],
		['in JSON', JSON.stringify({ token })],
		['in an address', encodeURIComponent(token)],
		['in a form', new URLSearchParams({ x: token }).toString()],
		['in an address in an address', encodeURIComponent(encodeURIComponent(token))],
		['as hexadecimal', Buffer.from(token).toString('hex')],
		['as hexadecimal in capitals', Buffer.from(token).toString('hex').toUpperCase()],
		['in base64', Buffer.from(token).toString('base64')],
		['in base64 of more', Buffer.from(`user:${token}:more`).toString('base64')],
		['in base64 of JSON behind one more byte', Buffer.from(`x${token}`).toString('base64')],
		['in base64 for addresses', Buffer.from(`ab${token}`).toString('base64url')],
	])('%s', (_how, text) => {
		expect(holdsToken(`before ${text} after`, token)).toBe(true);
	});

	it('not in another', () => {
		const other = token.replace('d', 'x');
		const encodings = ['base64', 'base64url', 'hex', 'utf8'] as const;
		for (const encoding of encodings) {
			expect(holdsToken(Buffer.from(other).toString(encoding), token)).toBe(false);
		}
	});
});
