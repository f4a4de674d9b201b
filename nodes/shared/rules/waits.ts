import { MINUTE_MS, readInstant } from './times';
import { asText, problem, quoted, type Read, type Reader } from './reader';

/** What *Limit Wait Time* holds, by the names n8n's own nodes give them. */
export interface EnteredLimit {
	limitType?: unknown;
	resumeAmount?: unknown;
	resumeUnit?: unknown;
	maxDateAndTime?: unknown;
}

const unitMs: Record<string, number> = {
	minutes: MINUTE_MS,
	hours: 60 * MINUTE_MS,
	days: 24 * 60 * MINUTE_MS,
};
const SHORTEST_PAUSE = 0.1;
const LONGEST_PAUSE = 3600;
const MOST_DAYS = 3650;

/**
 * Until when an answer counts, in milliseconds since 1970; undefined without a limit.
 *
 * @param timeZone of a time without an offset, the workflow's
 */
export function readWaitLimit(
	entered: EnteredLimit | undefined,
	now: Date,
	timeZone: string,
): Read<number | undefined> {
	if (entered === undefined) return { value: undefined };
	const shown = { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'hours' };
	// What was left out is what its field shows; what an expression fills with nothing is there, and is not.
	const { limitType, resumeAmount, resumeUnit }: EnteredLimit = { ...shown, ...entered };
	if (limitType === 'atSpecifiedTime') return timeOf(entered.maxDateAndTime, now, timeZone);
	if (limitType === 'afterTimeInterval') return spanOf(resumeAmount, resumeUnit, now);
	return problem(
		`must have a type that is afterTimeInterval or atSpecifiedTime, not ${quoted(limitType)}`,
		'Use one of the two.',
	);
}

function timeOf(entered: unknown, now: Date, timeZone: string): Read<number> {
	const instant = readInstant(entered, timeZone);
	if ('problem' in instant) {
		return problem('must contain a date and time', 'Write it like 2026-11-25T10:00:00.');
	}
	return instant.value > now.getTime()
		? instant
		: problem('ends in the past', 'Choose a later time.');
}

function spanOf(amount: unknown, unit: unknown, now: Date): Read<number> {
	const read = waitingTime(amount, unit);
	return 'value' in read ? { value: now.getTime() + read.value } : read;
}

function waitingTime(amount: unknown, unit: unknown): Read<number> {
	const span = numberIn(amount) * (unitMs[String(unit)] ?? NaN);
	return span > 0 && span <= MOST_DAYS * unitMs.days
		? { value: span }
		: problem(
				`must be more than 0 minutes, hours or days, and at most ${MOST_DAYS} days`,
				'Enter an amount, and choose a unit.',
			);
}

const minutesIn =
	(range: string, ofZero?: Read<number>): Reader<number> =>
	(entered) => {
		const read = numberIn(entered) === 0 && ofZero ? ofZero : waitingTime(entered, 'minutes');
		if ('value' in read) return read;
		return problem(
			`must be a number of minutes${range} ${MOST_DAYS * (unitMs.days / MINUTE_MS)}`,
			'Enter a number, or remove the option to wait for 60 minutes.',
		);
	};

/** A limit in minutes, of an option that holds nothing else, as milliseconds. */
export const waitingMinutes = minutesIn(', more than 0 and at most');

/** The same of an option that may say to check just once, by 0. */
export const lookingMinutes = minutesIn(' from 0, to check once, to', { value: 0 });

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
