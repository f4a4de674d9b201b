const utf8 = new TextDecoder('utf-8', { fatal: true });
const ansiHebrew = new TextDecoder('windows-1255');

/** Bytes to text: UTF-8, or ANSI Hebrew when they are not valid UTF-8 (specification, Send chat reply). */
export function decodeText(bytes: Uint8Array): string {
	try {
		return utf8.decode(bytes);
	} catch {
		return ansiHebrew.decode(bytes);
	}
}

const plainAscii = /^[\x20-\x7e]*$/;

/** One URL-encoded name or value (a string of bytes, each char below 256) to text. Never throws: a stray `%` stays as it is. */
function decodeComponent(encoded: string): string {
	const spaced = encoded.includes('+') ? encoded.replaceAll('+', ' ') : encoded;
	if (plainAscii.test(spaced)) {
		if (!spaced.includes('%')) return spaced;
		try {
			return decodeURIComponent(spaced);
		} catch {
			return decodeText(percentBytes(spaced));
		}
	}
	return decodeText(percentBytes(spaced));
}

function percentBytes(encoded: string): Buffer {
	const latin = encoded.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) =>
		String.fromCharCode(parseInt(hex, 16)),
	);
	return Buffer.from(latin, 'latin1');
}

/** A query string or form body to its name and value pairs, in the order sent. `validate` without `=` has the value ''. */
export function decodePairs(encoded: string): Array<[name: string, value: string]> {
	const pairs: Array<[string, string]> = [];
	for (const part of encoded.split('&')) {
		if (part === '') continue;
		const equals = part.indexOf('=');
		const name = equals === -1 ? part : part.slice(0, equals);
		const value = equals === -1 ? '' : part.slice(equals + 1);
		pairs.push([decodeComponent(name), decodeComponent(value)]);
	}
	return pairs;
}
