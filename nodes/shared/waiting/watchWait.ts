// How the process that began a wait watches it.
import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import { openOwnAddress } from '../service/notificationAddress';

/** How long a wait looks and pauses. */
export const patience = {
	/** Milliseconds before a wait's first look. Each pause doubles, up to the longest. */
	firstLookMs: 1_000,
	/**
	 * Seconds between looks after a notification: the status may report an end later, and other
	 * campaigns may end at the same moment.
	 */
	pauses: [0.25, 0.5, 1, 1, 1],
	/**
	 * Milliseconds to wait for a notification that adds to a status or an end, such as how many
	 * were sent, or who is missing from the count.
	 */
	onItsWayMs: 10_000,
};

const LONGEST_PAUSE_MS = 5 * 60_000;
const LAST_PAUSE_MS = 5_000;
/** How often a conflict may mean "not saved yet", before any call was answered. */
const MOST_CONFLICTS = 5;
const LOOK_TIMEOUT_MS = 60_000;
/** n8n's answer while the waiting execution is not saved yet, is running, or has ended. */
const CONFLICT = 409;
const LONGEST_SLEEP_MS = 2 ** 31 - 1;

/** Query parameter by which a node asks its waiting execution to check the statuses. */
export const LOOK_PARAMETER = 'look';
/** Its value at the time limit: the execution continues whatever the statuses are. */
export const LAST_LOOK = 'last';

/**
 * Milliseconds after our limit at which n8n continues by itself.
 *
 * n8n (2.0 and 2.41, its wait tracker) holds a timer for every limit up to 70 seconds ahead. It
 * keeps the timer when the execution continues, which would end a later wait of the same execution.
 * A call just at the limit would also race with n8n. So the process that began the wait ends it at
 * the limit (`watchWait`), n8n only if that process is gone. Delete this when n8n drops the timer.
 */
const N8N_LATER_MS = 90_000;

/** When n8n continues by itself after our limit; both in milliseconds since 1970. */
export function n8nGoesOnAt(limitAt: number): number {
	return limitAt + N8N_LATER_MS;
}

export interface WatchedWait {
	/** The execution's resume URL for a look, or for the last one. */
	addressFor(isLast: boolean): string;
	/** Times of the first and last look, in milliseconds since 1970. */
	startsAt: number;
	limitAt: number;
	isOver(): boolean;
}

/**
 * Calls a waiting execution's own resume URL from time to time, so that it checks the statuses. A
 * notification can get lost on its way, or in a conflict before n8n has saved the execution. At the
 * time limit, n8n would continue without asking the node.
 *
 * It ends with the wait, with the process, or if something else answers at the URL, such as a proxy
 * that asks for a password. Then the next notification ends the wait, or n8n after the limit.
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
		// Without an answer, the next look finds the same, or the time limit ends the wait.
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
