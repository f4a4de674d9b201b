import { sleep } from 'n8n-workflow';

import { pendingWait, wasResumed } from './pendingWaits';
import { LAST_LOOK, LOOK_PARAMETER } from './resumeAddress';

/** Milliseconds before the first look; each following pause is twice as long, up to the longest. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** How long before n8n goes on by itself the last look is, in milliseconds; less for short waits. */
const LAST_LOOK_AHEAD_MS = 5_000;
/** How often "running already" is taken for "not saved yet", before any call was answered. */
const MOST_CONFLICTS = 5;
const LOOK_TIMEOUT_MS = 60_000;
/** What n8n answers while it has not saved the waiting execution yet, and when it runs or has ended. */
const CONFLICT = 409;
/** The longest time a timer can hold. */
const LONGEST_SLEEP_MS = 2 ** 31 - 1;

/** The wait of one execution. */
export interface WatchedWait {
	/** The execution's resume address. */
	address: string;
	executionId: string;
	/** The campaigns it waits for. */
	codes: string[];
	/** When the last campaign begins, and when n8n goes on by itself; milliseconds since 1970. */
	startsAt: number;
	limitAt: number;
	/** Tells that somebody stopped the execution before n8n had saved it. */
	cancelled?: AbortSignal;
}

/**
 * Calls a waiting execution's own resume address from time to time, so that it looks at the statuses
 * itself: a notification that came before n8n had saved the execution was answered with a conflict and
 * lost, one may get lost on its way, and at the time limit n8n goes on without asking the node.
 *
 * It ends with the wait. When n8n does not go through this process any more, after a restart, nobody
 * looks: then the next notification or the time limit ends the wait.
 */
export async function watchWait(wait: WatchedWait): Promise<void> {
	const { executionId, codes, limitAt } = wait;
	pendingWait(executionId, codes).limitAt = limitAt;
	const lastAt = limitAt - Math.min(LAST_LOOK_AHEAD_MS, (limitAt - Date.now()) / 5);
	let wasReached = false;
	let conflicts = 0;
	let at = Math.max(Date.now(), wait.startsAt) + FIRST_PAUSE_MS;
	for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
		const isLast = at >= lastAt;
		await sleepUntil(Math.min(at, lastAt));
		if (wasResumed(executionId, codes) || wait.cancelled?.aborted) return;
		const status = await look(wait.address, isLast);
		const isNotSavedYet = status === CONFLICT && !wasReached && ++conflicts < MOST_CONFLICTS;
		const isDisturbed = wasReached && (status === undefined || status >= 500);
		wasReached ||= status === 200;
		if (isLast || !(status === 200 || isNotSavedYet || isDisturbed)) return;
		at = Date.now() + pause;
	}
}

/**
 * @returns the HTTP status of the answer, if there is one
 *
 * n8n's request helper would keep the data of the whole execution in memory until the wait is over,
 * and may be told to refuse internal addresses, which that of n8n itself may be.
 */
async function look(address: string, isLast: boolean): Promise<number | undefined> {
	const url = `${address}&${LOOK_PARAMETER}=${isLast ? LAST_LOOK : 1}`;
	const signal = AbortSignal.timeout(LOOK_TIMEOUT_MS);
	return await fetch(url, { signal, redirect: 'manual' }).then(
		async (response) => {
			await response.arrayBuffer();
			return response.status;
		},
		// Nobody there: what this look would have found another one finds, or the time limit says so.
		() => undefined,
	);
}

async function sleepUntil(moment: number): Promise<void> {
	for (let left = moment - Date.now(); left > 0; left = moment - Date.now()) {
		await sleep(Math.min(left, LONGEST_SLEEP_MS));
	}
}
