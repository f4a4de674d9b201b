import { sleep } from 'n8n-workflow';

/** Seconds between two looks at whether the pause is over early. */
const LOOK_EVERY_SECONDS = 0.25;

/**
 * Waits, and looks in between whether there is still something to wait for: n8n cannot end a sleep of
 * an execution that is canceled.
 *
 * Seen in 1.123, 2.0 and 2.41, whose n8n-workflow has no sleep that can be canceled in all three.
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

/** Lets n8n do other work in between: `if (giveWay.isDue()) await giveWay.now();` */
export interface GiveWay {
	/** Whether this node has worked long enough without a pause. Ask often: it mostly just looks at the clock. */
	isDue(): boolean;
	/** Ends once n8n had its turn. */
	now(): Promise<void>;
}

/**
 * Makes what gives way to n8n's other work. Asking and pausing are two steps, since to await what is
 * not due costs a promise for each of 100,000 items.
 */
export function givingWay(): GiveWay {
	let since = Date.now();
	return {
		isDue: () => Date.now() - since >= WORK_MS,
		now: async () => {
			await sleep(0);
			since = Date.now();
		},
	};
}

/**
 * Does something with each value, and gives way to n8n's other work in between.
 *
 * @param giveWay where many short lists come one after the other: the same for all of them
 */
export async function eachGivingWay<Value>(
	values: Iterable<Value>,
	work: (value: Value) => void,
	giveWay = givingWay(),
): Promise<void> {
	for (const value of values) {
		if (giveWay.isDue()) await giveWay.now();
		work(value);
	}
}
