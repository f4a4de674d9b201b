// A pause that ends early when there is nothing to wait for.
import { sleep } from 'n8n-workflow';

/** Seconds between two checks whether the pause is over early. */
const LOOK_EVERY_SECONDS = 0.25;

/**
 * Waits as long as there is something to wait for: n8n cannot end a sleep of a canceled execution.
 *
 * Seen in 2.0 and 2.41, whose n8n-workflow has no sleep that can be canceled in both. Delete this
 * when it has.
 *
 * @param isOver whether to skip the rest of the time
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
