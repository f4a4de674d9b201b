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

/** Gives n8n its turn when it is due. Walks that run at once share one: n8n does nothing between the ends of their pauses. */
class Turns {
	private since = Date.now();
	private pausing?: Promise<void>;

	/** The pause that is due, or under way. */
	due(): Promise<void> | undefined {
		if (Date.now() - this.since < WORK_MS) return this.pausing;
		return (this.pausing ??= this.pause());
	}

	private async pause(): Promise<void> {
		await sleep(0);
		this.since = Date.now();
		this.pausing = undefined;
	}
}

/**
 * Does something with each value, and lets n8n do its other work in between, also where `work` itself does so.
 *
 * @param work its promise is awaited; without one it costs none for each of 100,000 items
 * @returns what it made of each
 */
export async function eachGivingWay<Value, Made>(
	values: Iterable<Value>,
	work: (value: Value, index: number) => Made | Promise<Made>,
	turns = new Turns(),
): Promise<Made[]> {
	const made: Made[] = [];
	for (const value of values) {
		const pausing = turns.due();
		if (pausing !== undefined) await pausing;
		const result = work(value, made.length);
		made.push(result instanceof Promise ? await result : result);
	}
	return made;
}

/** The same for work that waits, in the order of the values, for so many of them at once. */
export async function eachAtOnce<Value>(
	values: Value[],
	most: number,
	work: (value: Value) => Promise<void>,
): Promise<void> {
	const left = values.values();
	const turns = new Turns();
	const some = async () => await eachGivingWay(left, work, turns);
	await Promise.all(Array.from({ length: Math.min(most, values.length) }, some));
}
