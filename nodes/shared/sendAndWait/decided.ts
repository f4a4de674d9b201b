/**
 * Questions that this process has seen answered, for the moment until n8n has saved that the execution
 * goes on: n8n 1.123 would resume it twice for two answers at the same time. From 2.0 on n8n itself
 * lets one of them through, also of several processes.
 */
const decidedAt = new Map<string, number>();

/** Milliseconds after which n8n itself turns further answers away. */
const REMEMBERED_MS = 60_000;
/** Milliseconds before n8n goes on by itself from which on no answer counts: 1.123 would go on twice. */
const TOO_LATE_MS = 250;

/**
 * Lets the first answer of a question through.
 *
 * @param key names the question
 * @returns false for every further one
 */
export function decide(key: string): boolean {
	const now = Date.now();
	for (const [each, at] of decidedAt) if (now - at > REMEMBERED_MS) decidedAt.delete(each);
	if (decidedAt.has(key)) return false;
	decidedAt.set(key, now);
	return true;
}

/** Tells whether a question was answered just now. */
export function isDecided(key: string): boolean {
	return Date.now() - (decidedAt.get(key) ?? -Infinity) <= REMEMBERED_MS;
}

/** Tells whether the time for answers is over. */
export function isTooLate(limitAt: number | undefined): boolean {
	return limitAt !== undefined && Date.now() > limitAt - TOO_LATE_MS;
}
