/**
 * The token that makes the keys of an address, such as a trigger's or an answer's.
 *
 * @param credential as n8n opened it; undefined when it could not
 * @returns undefined without a token, as of an expression that gives nothing: anybody could make the
 *   keys of an empty one
 */
export function tokenForKeys(credential: { token?: unknown } | undefined): string | undefined {
	const token = credential?.token;
	return typeof token === 'string' && token.trim() !== '' ? token : undefined;
}
