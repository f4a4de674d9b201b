// Whether a broken request may have been sent.
/** Codes of Node's network layer and of n8n's HTTP client. */
const NETWORK_CODE = /^E[A-Z_]+$|^[A-Z]+_[A-Z\d_]+$/;

/** n8n wraps the error of its HTTP client: a cause may say what happened. */
export function causesOf(thrown: unknown): unknown[] {
	const causes: unknown[] = [];
	let error = thrown;
	while (error !== undefined && error !== null && !causes.includes(error)) {
		causes.push(error);
		error = (error as { cause?: unknown }).cause;
	}
	return causes;
}

/** The network code of an error, or ETIMEDOUT for a time-out. Without any, the connection broke. */
export function networkCode(causes: unknown[]): string {
	for (const cause of causes) {
		const { code, httpCode, message } = cause as Record<string, unknown>;
		if (/timeout of \d+ ?ms exceeded/i.test(String(message))) return 'ETIMEDOUT';
		const found = [code, httpCode].map(String).find((each) => NETWORK_CODE.test(each));
		if (found !== undefined) return found;
	}
	return 'ECONNRESET';
}

/** Errors of addresses and names, before any connection. */
const BEFORE_CONNECTING = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ERR_INVALID_URL']);

/**
 * Certificates that Node refuses before it writes anything to the connection (its `tls`
 * documentation, "X509 certificate error codes").
 */
const CERTIFICATE =
	/^(?:(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|UNABLE_TO_|CERT_|CRL_|ERROR_IN_C|INVALID_(?:CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$|HOSTNAME_MISMATCH$|ERR_TLS_CERT_ALTNAME)/;

/** An https URL whose port speaks http. */
const NO_TLS = /wrong.version.number/i;

/** Tells whether an error shows that no request was sent. Any other error leaves that open. */
export function neverLeft(causes: unknown[]): boolean {
	const code = networkCode(causes);
	if (BEFORE_CONNECTING.has(code) || CERTIFICATE.test(code)) return true;
	return causes.some((cause) => isConnecting(cause) || NO_TLS.test(wordsOf(cause)));
}

/** A connection that was never made; one to several addresses has a list of errors. */
function isConnecting(cause: unknown): boolean {
	const { syscall, message, errors } = cause as Record<string, unknown>;
	if (Array.isArray(errors) && errors.length > 0) return errors.every(isConnecting);
	return syscall === 'connect' || /^connect E[A-Z]+/.test(String(message));
}

function wordsOf(cause: unknown): string {
	const { code, message } = cause as Record<string, unknown>;
	return `${String(code)} ${String(message)}`;
}
