import { sleep } from 'n8n-workflow';

/** Seconds between two looks at whether the pause is over early. */
const LOOK_EVERY_SECONDS = 0.25;

/**
 * Waits, and looks in between whether there is still something to wait for: n8n cannot end a sleep of
 * an execution that is canceled.
 *
 * Seen in 2.0 and 2.41, whose n8n-workflow has no sleep that can be canceled in both.
 * Delete this when it has.
 *
 * @param isOver tells that the rest of the time need not be waited for
 */
export async function pause(
	seconds: number,
	isOver: () => boolean,
	lookEvery = LOOK_EVERY_SECONDS,
): Promise<void> {
	for (let waited = 0; waited < seconds && !isOver(); waited += lookEvery) {
		await sleep(Math.min(lookEvery, seconds - waited) * 1000);
	}
}

/** Milliseconds of work after which n8n gets its turn. */
const WORK_MS = 25;

/**
 * Does something with each value, and lets n8n do its other work in between, also where `work` itself does so.
 *
 * @param work its promise is awaited; without one it costs none for each of 100,000 items
 * @returns what it made of each
 */
export async function eachGivingWay<Value, Made>(
	values: Iterable<Value>,
	work: (value: Value, index: number) => Made | Promise<Made>,
): Promise<Made[]> {
	const made: Made[] = [];
	let since = Date.now();
	for (const value of values) {
		if (Date.now() - since >= WORK_MS) {
			await sleep(0);
			since = Date.now();
		}
		const result = work(value, made.length);
		made.push(result instanceof Promise ? await result : result);
	}
	return made;
}
