import { isLoopbackHost, isWebAddress } from '../protocol/webAddress';
import type { Settings } from '../state/settings';

/** What became of a posted message. */
export interface Forwarded {
	url: string;
	/** HTTP status of the answer. */
	status?: number;
	/** Why there is none. */
	error?: string;
}

const timeoutMs = 10_000;

/**
 * Posts what a customer wrote to the address the settings name, as `{ from, text }`. The service's own callback is not in the
 * specification; this replaces the system of the business that receives it.
 *
 * @returns undefined when the settings name no address; never rejects
 */
export async function forwardInbound(
	{ forwardInbound: url, notifyAnywhere }: Settings,
	message: { from: string; text: string },
): Promise<Forwarded | undefined> {
	if (url === null || url === '') return undefined;
	if (!isWebAddress(url)) return { url, error: 'this is no http address' };
	if (!notifyAnywhere && !isLoopbackHost(new URL(url).hostname)) {
		return { url, error: 'not on this machine; start the emulator with --notify-anywhere' };
	}
	try {
		const { status } = await fetch(url, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify(message),
			signal: AbortSignal.timeout(timeoutMs),
		});
		return { url, status };
	} catch (error) {
		const { cause, message: text } = error as Error & { cause?: Error };
		return { url, error: cause?.message ?? text };
	}
}
