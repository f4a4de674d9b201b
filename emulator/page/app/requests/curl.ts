import type { RequestRecord } from '../../../state/requestLog';

/** The shell variable that a copied command takes the token from. */
export const tokenVariable = 'EXTAPI_TOKEN';

/** Stands for the token in a request that is shown. */
const hidden = '<token>';

/** A text as one word of a POSIX shell, with the token's place filled from the environment. */
const quoted = (text: string): string =>
	`'${text.replaceAll("'", `'\\''`).replaceAll(hidden, `'"$${tokenVariable}"'`)}'`;

/**
 * The request as a curl command for a POSIX shell, in the mode it came in.
 *
 * @param record as shown, with its token hidden
 * @param origin scheme, host and port of the emulator
 */
export function asCurl(
	{ mode, url, parameters, contentType }: RequestRecord,
	origin: string,
): string {
	const path = url.split('?')[0];
	if (mode === 'json' || mode === 'jsonUrl') {
		const address = mode === 'json' ? path : `${path}?json=1`;
		const type = mode === 'json' ? 'application/json' : contentType || 'text/plain';
		return lines([
			`curl ${quoted(origin + address)}`,
			`-H ${quoted(`Content-Type: ${type}`)}`,
			`--data-raw ${quoted(JSON.stringify(parameters))}`,
		]);
	}
	const fields = Object.entries((parameters ?? {}) as Record<string, unknown>).map(
		([name, value]) => `--data-urlencode ${quoted(`${name}=${String(value)}`)}`,
	);
	return lines([`curl ${mode === 'get' ? '-G ' : ''}${quoted(origin + path)}`, ...fields]);
}

const lines = (parts: string[]): string => parts.join(' \\\n  ');
