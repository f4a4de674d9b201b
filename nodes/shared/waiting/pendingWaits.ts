import type { CampaignEvent } from '../notifications/events';

/**
 * What the calls of one waiting execution's resume address share while they are under way in this
 * process. It holds nothing that is needed later: in another process, or after a restart, each call
 * finds out by itself.
 *
 * It is there because two notifications may come at the same moment. Each would find the other's
 * campaign still running; or both would resume the execution, which n8n 1.123 does not prevent.
 */
export interface PendingWait {
	/** Notifications that came while a call was looking, by campaign code. */
	events: Map<string, CampaignEvent>;
	/** True while a call is looking at the statuses. */
	isLooking: boolean;
	/** True when the time limit has come: the look under way is the last. */
	isLast: boolean;
	/** When n8n goes on by itself, in milliseconds since 1970, if this process put the execution to wait. */
	limitAt?: number;
	/** When a call resumed the execution, in milliseconds since 1970. */
	resumedAt?: number;
}

/** Milliseconds before n8n goes on by itself from which on no call resumes any more. */
const TOO_LATE_MS = 250;

/** Milliseconds after which a wait that is over is forgotten: n8n has saved that the execution goes on by then. */
const REMEMBERED_MS = 10 * 60_000;

const waits = new Map<string, PendingWait>();

/**
 * The shared state of one wait.
 *
 * @param executionId number of the execution
 * @param codes the campaigns it waits for: an execution in a loop waits several times
 */
export function pendingWait(executionId: string, codes: Iterable<string>): PendingWait {
	forgetOld();
	const key = keyOf(executionId, codes);
	const wait = waits.get(key) ?? { events: new Map(), isLooking: false, isLast: false };
	waits.set(key, wait);
	return wait;
}

/** Tells whether n8n is about to go on by itself, or has: n8n 1.123 would run what follows twice. */
export function isTooLate({ limitAt = Infinity }: PendingWait): boolean {
	return Date.now() > limitAt - TOO_LATE_MS;
}

/** Ends the looking of a call that did not resume the execution. */
export function stopLooking(executionId: string, codes: Iterable<string>): void {
	const wait = pendingWait(executionId, codes);
	wait.events.clear();
	if (wait.limitAt === undefined) waits.delete(keyOf(executionId, codes));
}

/** Tells whether a call in this process has resumed a wait. */
export function wasResumed(executionId: string, codes: Iterable<string>): boolean {
	return waits.get(keyOf(executionId, codes))?.resumedAt !== undefined;
}

function keyOf(executionId: string, codes: Iterable<string>): string {
	return JSON.stringify([executionId, ...[...codes].sort()]);
}

function forgetOld(): void {
	for (const [key, { resumedAt, limitAt = Infinity }] of waits) {
		if (Date.now() - (resumedAt ?? limitAt) > REMEMBERED_MS) waits.delete(key);
	}
}
