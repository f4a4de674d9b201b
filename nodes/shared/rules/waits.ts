import { numberOf } from './numbers';
import { MINUTE_MS } from './times';
import { readAs, type Reader } from './reader';

const MOST_MINUTES = 3650 * 24 * 60;

/** How long to wait, for a campaign or an answer, in milliseconds. */
export const waitingMinutes = minutesFrom(0.0001);

/** The same of an option that may say to check just once, by 0. */
export const lookingMinutes = minutesFrom(0);

function minutesFrom(lowest: number): Reader<number> {
	return readAs(numberOf('minutes', lowest, MOST_MINUTES), (minutes) => minutes * MINUTE_MS);
}

/** Seconds between two checks. */
export const pauseSeconds = numberOf('seconds', 0.1, 3600);
