// When the requests of a campaign begin and end, and how fast they go.
import { counted } from '../rules/text';
import { quietFor, quietTime, type QuietTimes } from '../rules/quietHours';
import { problem, type Problem, type Read } from '../rules/reader';
import { beginning, clearStart, localTime, sendingTime, type Beginning } from '../rules/schedule';
import type { PlannedRequest } from './planRequests';
import type { RequestSettings } from '../values/requestSettings';

/** A planned request with its settings. */
export interface TimedRequest extends PlannedRequest {
	settings: RequestSettings;
}

/**
 * When a planned request begins: at its set time, or after the quiet time that this is in.
 *
 * @param now milliseconds since 1970
 */
export function beginningOf(
	{ settings, recipients }: TimedRequest,
	quietHours: QuietTimes | undefined,
	now: number,
): Beginning {
	const { startsAt, body, timeZone } = settings;
	const duration = sendingTime(recipients.length, body);
	return beginning(startsAt, {
		now,
		quiet: quietFor(quietHours, settings),
		zone: timeZone,
		duration,
	});
}

/**
 * A set start, moved out of quiet time: people approve the time that the page shows.
 *
 * @returns milliseconds since 1970; undefined to begin at once
 */
export function startAfterQuiet(
	settings: Pick<RequestSettings, 'startsAt' | 'timeZone' | 'zone'>,
	quietHours: QuietTimes | undefined,
): number | undefined {
	const { startsAt, timeZone } = settings;
	return startsAt === undefined
		? undefined
		: clearStart(startsAt, quietFor(quietHours, settings), timeZone);
}

/** Seconds between two recipients (specification, "Shared sending parameters", `int`). */
const LEAST_SECONDS = 2;
const MOST_SECONDS = 180;
const HOUR_SECONDS = 60 * 60;

/**
 * Sets the delay between recipients so that each request takes some hours. All begin together. Only
 * the largest must be able to take that long.
 *
 * @param others rows that get nothing in this run: they count as recipients, so hours that fit a
 *   campaign also fit what a retry or a Campaign Key leaves of it
 */
export function spreadOver(
	requests: TimedRequest[],
	hours: number,
	others: number,
): Read<TimedRequest[]> {
	const seconds = hours * HOUR_SECONDS;
	const largest = requests.reduce((most, { recipients }) => Math.max(most, recipients.length), 0);
	const [least, most] = [largest * LEAST_SECONDS, (largest + others) * MOST_SECONDS];
	if (seconds < least) {
		return problem(
			`is too short: ${counted(largest, 'recipient')} need at least ${inHours(least, Math.ceil)}`,
			'Enter more hours, or send to fewer recipients.',
		);
	}
	if (seconds > most) {
		return problem(
			`is too long: ${counted(largest + others, 'recipient')} can take at most ${inHours(most, Math.floor)}`,
			'Enter fewer hours, or remove the option.',
		);
	}
	return {
		value: requests.map((request) => {
			const { settings, recipients } = request;
			const int = Math.min(MOST_SECONDS, Math.round(seconds / recipients.length));
			return { ...request, settings: { ...settings, body: { ...settings.body, int } } };
		}),
	};
}

/** A duration in hours and minutes. */
function inHours(seconds: number, rounded: (minutes: number) => number): string {
	const minutes = rounded(seconds / 60);
	const hours = Math.floor(minutes / 60);
	return [...(hours > 0 ? [`${hours} h`] : []), `${minutes % 60} min`].join(' ');
}

/** The problem of a spread campaign that runs into quiet time. */
export function endsInQuietTime(
	request: TimedRequest,
	quietHours: QuietTimes | undefined,
	startsAt: number,
): Problem | undefined {
	const { body, timeZone } = request.settings;
	const duration = sendingTime(request.recipients.length, body);
	const quiet = quietFor(quietHours, request.settings);
	const found = quiet && quietTime(quiet, startsAt, duration);
	if (found === undefined) return undefined;
	return {
		rule: `would send until about ${localTime(startsAt + duration, timeZone)}, but ${found.reason}`,
		fix: "Enter fewer hours, choose an earlier 'Send At', or remove 'Quiet Hours'.",
	};
}
