import { MINUTE_MS } from './times';
import { asText, problem, type Reader } from './reader';

const SHORTEST_PAUSE = 0.1;
const LONGEST_PAUSE = 3600;
const MOST_MINUTES = 3650 * 24 * 60;

/**
 * A limit in minutes, as milliseconds.
 *
 * @param without what the node does where the option is not there
 */
const minutesFrom =
	(isLowest: (minutes: number) => boolean, range: string, without: string): Reader<number> =>
	(entered) => {
		const minutes = numberIn(entered);
		return isLowest(minutes) && minutes <= MOST_MINUTES
			? { value: minutes * MINUTE_MS }
			: problem(
					`must be a number of minutes${range} ${MOST_MINUTES}`,
					`Enter a number, or remove the option to wait ${without}.`,
				);
	};

const isMore = (minutes: number) => minutes > 0;
const MORE = ', more than 0 and at most';

/** How long to wait for a campaign. */
export const waitingMinutes = minutesFrom(isMore, MORE, 'for 60 minutes');

/** How long to wait for an answer. */
export const answeringMinutes = minutesFrom(isMore, MORE, 'until someone answers');

/** The same as the first of an option that may say to check just once, by 0. */
export const lookingMinutes = minutesFrom(
	(minutes) => minutes >= 0,
	' from 0, to check once, to',
	'for 60 minutes',
);

/** Seconds between two checks. */
export const pauseSeconds: Reader<number> = (entered) => {
	const seconds = numberIn(entered);
	return seconds >= SHORTEST_PAUSE && seconds <= LONGEST_PAUSE
		? { value: seconds }
		: problem(
				`must be a number of seconds from ${SHORTEST_PAUSE} to ${LONGEST_PAUSE}`,
				'Enter a number, or remove the option to check every 10 seconds.',
			);
};

/** The number a value holds; NaN for none, which nothing is taken for. */
function numberIn(entered: unknown): number {
	const text = asText(entered)?.trim();
	return text ? Number(text) : NaN;
}
