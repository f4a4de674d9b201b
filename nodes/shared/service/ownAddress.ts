/** What a URL of this n8n answered. */
interface OwnAnswer {
	status: number;
	html: string;
}

/**
 * Opens a URL of this n8n from within it.
 *
 * n8n's request helper would keep the data of the whole execution in memory until a wait is over,
 * and can be set to refuse internal addresses, such as n8n's own may be.
 *
 * @returns what it answered; undefined when there was no answer in time
 */
export async function openOwnAddress(
	url: string,
	timeoutMs: number,
): Promise<OwnAnswer | undefined> {
	const signal = AbortSignal.timeout(timeoutMs);
	try {
		const response = await fetch(url, { signal, redirect: 'manual' });
		return { status: response.status, html: await response.text() };
	} catch {
		return undefined;
	}
}
