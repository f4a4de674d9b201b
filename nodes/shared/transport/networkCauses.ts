/** Codes of Node's network layer and of n8n's HTTP client. */
const NETWORK_CODE = /^E[A-Z_]+$|^[A-Z]+_[A-Z_]+$/;

/** n8n wraps the error of its HTTP client, so what happened may sit on a cause. */
export function causesOf(thrown: unknown): unknown[] {
	const causes: unknown[] = [];
	let error = thrown;
	while (error !== undefined && error !== null && !causes.includes(error)) {
		causes.push(error);
		error = (error as { cause?: unknown }).cause;
	}
	return causes;
}

/**
 * Whether n8n's HTTP client threw an error, so that a request may have left. Others come from what
 * n8n does before, such as reading the credential.
 */
export function isFromHttpClient(causes: unknown[]): boolean {
	return causes.some((cause) => {
		const { name, isAxiosError, code, httpCode, response, message } = cause as Record<
			string,
			unknown
		>;
		return (
			isAxiosError === true ||
			name === 'AxiosError' ||
			response !== undefined ||
			[code, httpCode].some((each) => NETWORK_CODE.test(String(each))) ||
			/timeout of \d+ ?ms|socket|connection|abort/i.test(String(message))
		);
	});
}

/** The network code of an error, or its time-out as one. Without any, the connection just broke. */
export function networkCode(causes: unknown[]): string {
	for (const cause of causes) {
		const { code, httpCode, message } = cause as Record<string, unknown>;
		if (/timeout of \d+ ?ms exceeded/i.test(String(message))) return 'ETIMEDOUT';
		const found = [code, httpCode].map(String).find((each) => NETWORK_CODE.test(each));
		if (found !== undefined) return found;
	}
	return 'ECONNRESET';
}
