// How long the process that began a wait looks after it.
import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import { openOwnAddress } from '../service/notificationAddress';

/** How long a wait has patience. */
export const patience = {
	/** Milliseconds before the first look of a wait; each following pause is twice as long, up to the longest. */
	firstLookMs: 1_000,
	/**
	 * Seconds between looks after a notification: the service may tell of an end before the status says
	 * it, and other campaigns may end at the same moment.
	 */
	pauses: [0.25, 0.5, 1, 1, 1],
	/**
	 * Milliseconds for which a notification may be on its way that says more than a status, such as how many were
	 * sent, or than the count of an end: who is missing from it.
	 */
	onItsWayMs: 10_000,
};

const LONGEST_PAUSE_MS = 5 * 60_000;
const LAST_PAUSE_MS = 5_000;
/** How often "running already" is taken for "not saved yet", before any call was answered. */
const MOST_CONFLICTS = 5;
const LOOK_TIMEOUT_MS = 60_000;
/** What n8n answers while it has not saved the waiting execution yet, and when it runs or has ended. */
const CONFLICT = 409;
const LONGEST_SLEEP_MS = 2 ** 31 - 1;

/** Query parameter by which a node asks its own waiting execution to look at the statuses. */
export const LOOK_PARAMETER = 'look';
/** Its value when the time limit has come: the execution continues whatever the statuses are. */
export const LAST_LOOK = 'last';

/**
 * Milliseconds after our limit at which n8n continues by itself.
 *
 * n8n (2.0 and 2.41, its wait tracker) holds a timer for every limit up to 70 seconds ahead, and
 * does not drop it when the execution continues: it would end a later wait of the same execution. And what
 * comes just at the limit would race with n8n. So the process that put the execution to wait ends it
 * at the limit (`watchWait`), and n8n only where that process is gone. Delete this when n8n drops the timer.
 */
const N8N_LATER_MS = 90_000;

/** When n8n is to continue by itself, for a limit of ours; both in milliseconds since 1970. */
export function n8nGoesOnAt(limitAt: number): number {
	return limitAt + N8N_LATER_MS;
}

export interface WatchedWait {
	/** The execution's resume URL, for a look, or for the last one. */
	addressFor(isLast: boolean): string;
	/** When to check first, and when for the last time, in milliseconds since 1970. */
	startsAt: number;
	limitAt: number;
	isOver(): boolean;
}

/**
 * Calls a waiting execution's own resume URL from time to time, so that it looks by itself: a
 * notification that came before n8n had saved the execution was answered with a conflict and lost, one
 * may get lost on its way, and at the time limit n8n continues without asking the node.
 *
 * It ends with the wait, with the process, and where something else answers at the URL, such as a proxy that asks for a
 * password. Then the next notification ends the wait, or n8n does some time after the limit.
 */
export async function watchWait(context: IExecuteFunctions, wait: WatchedWait): Promise<void> {
	const { limitAt } = wait;
	const { firstLookMs } = patience;
	// Someone may stop the execution before n8n has saved it.
	const cancelled = context.getExecutionCancelSignal();
	let wasReached = false;
	let conflicts = 0;
	let at = Math.min(Math.max(Date.now(), wait.startsAt) + firstLookMs, limitAt);
	for (let pause = firstLookMs; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
		const isLast = at >= limitAt;
		await sleepUntil(at);
		if (wait.isOver() || cancelled?.aborted || Date.now() >= n8nGoesOnAt(limitAt)) return;
		// Without an answer: what this look would have found the next one finds, or the time limit says so.
		const { status } = (await openOwnAddress(wait.addressFor(isLast), LOOK_TIMEOUT_MS)) ?? {};
		const isNotSavedYet = status === CONFLICT && !wasReached && ++conflicts < MOST_CONFLICTS;
		const isDisturbed = status === undefined || status >= 500;
		wasReached ||= status === 200;
		const mayLookAgain = (status === 200 && !isLast) || isNotSavedYet || isDisturbed;
		if (!mayLookAgain) return;
		const next = Date.now() + pause;
		at = isLast ? Math.min(next, Date.now() + LAST_PAUSE_MS) : Math.min(next, limitAt);
	}
}

async function sleepUntil(moment: number): Promise<void> {
	for (let left = moment - Date.now(); left > 0; left = moment - Date.now()) {
		await sleep(Math.min(left, LONGEST_SLEEP_MS));
	}
}
