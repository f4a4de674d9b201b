import type { RequestRecord } from '../../../state/requestLog';

/** The shell variable that a copied command takes the token from. */
export const tokenVariable = 'EXTAPI_TOKEN';

/** Represents the token in a request that is shown. */
const hidden = '<token>';

/** Stops the command with a word on what is missing when no token is set. */
const fromEnvironment = `\${${tokenVariable}:?is not set}`;

/** Bytes of one argument that every shell can hand over; Linux stops at 128 KB. */
const longestArgument = 100_000;

/** A text as one word of a POSIX shell, with the token's place filled from the environment. */
const quoted = (text: string): string =>
	`'${text.replaceAll("'", `'\\''`).replaceAll(hidden, `'"${fromEnvironment}"'`)}'`;

/** A text as what follows a command and is read by it, with the token's place filled from the environment. */
const followed = (text: string): string => {
	const escaped = text.replace(/[\\$`]/g, '\\$&').replaceAll(hidden, fromEnvironment);
	const delimiter = delimiterFor(escaped);
	return `<<${delimiter}\n${escaped}\n${delimiter}`;
};

/** A line that the body does not hold: anyone who sent the request would end it there, and have the rest run as commands. */
function delimiterFor(body: string): string {
	const lines = new Set(body.split(/\r\n|\r|\n/).map((line) => line.trim()));
	let delimiter = 'END_OF_BODY';
	for (let next = 1; lines.has(delimiter); next++) delimiter = `END_OF_BODY_${next}`;
	return delimiter;
}

/** What a terminal obeys instead of reading: it may end the command in the middle, and run what follows. */
const CONTROLS = /(?![\t\n\r])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const hasControls = (texts: Array<string | undefined>): boolean =>
	texts.some((text) => CONTROLS.test(text ?? ''));
const REFUSED =
	'# This request holds control characters, which a shell would interpret: it is not copied.';

/** The parameters as the command holds them: JSON escapes what a terminal obeys, a form does not. */
function written({ mode, parameters }: RequestRecord): string[] {
	if (mode === 'json' || mode === 'jsonUrl') return [JSON.stringify(parameters ?? null)];
	return Object.entries((parameters ?? {}) as Record<string, unknown>).flatMap(([name, value]) => [
		name,
		String(value),
	]);
}

/**
 * The request as a curl command for a POSIX shell, in the mode it came in.
 *
 * @param record as shown, with its token hidden
 * @param origin scheme, host and port of the emulator
 */
export function asCurl(record: RequestRecord, origin: string): string {
	const { mode, url, contentType } = record;
	if (hasControls([url, contentType, record.unread, ...written(record)])) return REFUSED;
	const path = url.split('?')[0];
	if (mode === 'json' || mode === 'jsonUrl') {
		const address = mode === 'json' ? path : `${path}?json=1`;
		const type = mode === 'json' ? 'application/json' : contentType || 'text/plain';
		return lines([
			`curl ${quoted(origin + address)}`,
			`-H ${quoted(`Content-Type: ${type}`)}`,
			jsonBody(record),
		]);
	}
	return lines([`curl ${mode === 'get' ? '-G ' : ''}${quoted(origin + path)}`, ...form(record)]);
}

function jsonBody({ parameters, unread }: RequestRecord): string {
	const body = unread ?? JSON.stringify(parameters);
	return isLong(body) ? `--data @- ${followed(body)}` : `--data-raw ${quoted(body)}`;
}

/** The fields one by one; when they are long, those without a token as one body that follows the command. */
function form({ mode, parameters }: RequestRecord): string[] {
	const fields = Object.entries((parameters ?? {}) as Record<string, unknown>).map(
		([name, value]): [string, string] => [name, String(value)],
	);
	const hasToken = ([, value]: [string, string]) => value.includes(hidden);
	const together = new URLSearchParams(fields.filter((field) => !hasToken(field))).toString();
	if (mode === 'get' || !isLong(together)) return fields.map(encoded);
	return [...fields.filter(hasToken).map(encoded), `--data @- ${followed(together)}`];
}

const encoded = ([name, value]: [string, string]): string =>
	`--data-urlencode ${quoted(`${name}=${value}`)}`;

const isLong = (text: string): boolean => new TextEncoder().encode(text).length > longestArgument;

const lines = (parts: string[]): string => parts.join(' \\\n  ');
