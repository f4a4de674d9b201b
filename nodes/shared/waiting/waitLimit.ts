/**
 * Milliseconds after our limit at which n8n goes on by itself, if nothing has ended the wait by then.
 *
 * n8n (1.123, 2.0 and 2.41, its wait tracker) holds a timer for every limit up to 70 seconds ahead, and
 * does not drop it when the execution goes on: it would end a later wait of the same execution. And what
 * comes just at the limit would race with n8n. So the process that put the execution to wait ends it
 * at the limit (`watchWait`), and n8n only where that process is gone. Delete this when n8n drops the timer.
 */
const N8N_LATER_MS = 90_000;
/** Milliseconds before n8n goes on by itself from which on no call resumes: n8n 1.123 would go on twice. */
const TOO_LATE_MS = 250;

/** When n8n is to go on by itself, for a limit of ours; both in milliseconds since 1970. */
export function n8nGoesOnAt(limitAt: number): number {
	return limitAt + N8N_LATER_MS;
}

/** Tells whether n8n is about to go on by itself, or has. */
export function isTooLate(goesOnAt = Infinity): boolean {
	return Date.now() > goesOnAt - TOO_LATE_MS;
}
