import { setTimeout as sleep } from 'node:timers/promises';

const lookEveryMs = 100;

/**
 * Looks again and again until something is found.
 *
 * @param timeoutMs how long to look, in milliseconds
 * @throws Error when nothing is found by then
 */
export async function until<T>(
	look: () => Promise<T | undefined>,
	timeoutMs = 300_000,
): Promise<T> {
	for (const end = Date.now() + timeoutMs; ; await sleep(lookEveryMs)) {
		const found = await look();
		if (found !== undefined) return found;
		if (Date.now() > end) throw new Error(`Nothing found within ${timeoutMs / 1000} s`);
	}
}
