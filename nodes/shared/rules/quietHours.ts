// Quiet hours, when no one may be disturbed.
import { asText, isEmpty, problem, quoted, type Read, type Reader, choicesOf } from './reader';
import { asIfUtc, DAY_MS, MINUTE_MS, twoDigits, wallTimeAt } from './times';

export const weekdays = [
	'sunday',
	'monday',
	'tuesday',
	'wednesday',
	'thursday',
	'friday',
	'saturday',
] as const;

type Weekday = (typeof weekdays)[number];

/** Quiet times on a clock. `readQuietHours` makes sure that some time is not quiet. */
export interface QuietTimes {
	/** Minutes since midnight, past midnight if `from` is later. `until` itself is not quiet. */
	hours?: { from: number; until: number };
	/** Days that are quiet all day. */
	days: Weekday[];
}

/** Quiet times in a time zone. */
export interface QuietHours extends QuietTimes {
	/** An IANA name, or an offset. */
	timeZone: string;
}

const QUARTER_MS = 15 * MINUTE_MS;

/** An unbroken quiet time. Moments are milliseconds since 1970. */
interface QuietTime {
	/** Its start, or the moment that was asked for if it is already quiet. */
	startsAt: number;
	/** The first moment that is not quiet. */
	endsAt: number;
	/** For example `Saturday is quiet; Quiet Hours 21:00 to 08:00, Asia/Jerusalem`. */
	reason: string;
}

/**
 * The first quiet time from a campaign's first message to its last, `duration` milliseconds later;
 * undefined for none. If clocks go back over the end of quiet hours, those come twice.
 */
export function quietTime(
	quiet: QuietHours,
	startsAt: number,
	duration = 0,
): QuietTime | undefined {
	let moment = Math.floor(startsAt / MINUTE_MS) * MINUTE_MS;
	while (reasonAt(quiet, moment) === undefined) {
		moment = nextChange(quiet, moment);
		if (moment > startsAt + duration) return undefined;
	}
	const begins = Math.max(moment, startsAt);
	const reasons = new Set<string>();
	for (let reason = reasonAt(quiet, moment); reason; reason = reasonAt(quiet, moment)) {
		reasons.add(reason);
		moment = nextChange(quiet, moment);
	}
	return { startsAt: begins, endsAt: moment, reason: [...reasons].join('; ') };
}

/** Minutes since midnight as a time, such as 21:00. */
export function clockTime(minutes: number): string {
	return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/**
 * Quiet hours on the recipients' clocks, or else on the service's.
 *
 * @param zone the recipients' time zone, if times are theirs
 * @param timeZone the service's
 */
export function quietFor(
	quiet: QuietTimes | undefined,
	{ zone, timeZone }: { zone?: string; timeZone: string },
): QuietHours | undefined {
	return quiet && { ...quiet, timeZone: zone ?? timeZone };
}

/** Why a moment is quiet. A quiet day explains more than its hours. */
function reasonAt({ hours, days, timeZone }: QuietHours, moment: number): string | undefined {
	const wall = asIfUtc(wallTimeAt(moment, timeZone));
	const day = weekdays[new Date(wall).getUTCDay()];
	if (days.includes(day)) return `${day[0].toUpperCase()}${day.slice(1)} is quiet`;
	if (hours === undefined) return undefined;
	const minutes = (wall % DAY_MS) / MINUTE_MS;
	const { from, until } = hours;
	const isQuiet =
		from < until ? minutes >= from && minutes < until : minutes >= from || minutes < until;
	return isQuiet ? `Quiet Hours ${clockTime(from)} to ${clockTime(until)}, ${timeZone}` : undefined;
}

/** The next moment at which quiet may begin or end. */
function nextChange({ hours, timeZone }: QuietHours, moment: number): number {
	const offsetAt = (instant: number) => asIfUtc(wallTimeAt(instant, timeZone)) - instant;
	const offset = offsetAt(moment);
	const wall = moment + offset;
	const midnight = Math.floor(wall / DAY_MS) * DAY_MS;
	const edges = hours === undefined ? [] : [hours.from * MINUTE_MS, hours.until * MINUTE_MS];
	const next = Math.min(
		...[...edges, DAY_MS].map((edge) => midnight + edge).filter((edge) => edge > wall),
	);
	if (offsetAt(next - offset) === offset) return next - offset;
	// The clocks change before that, at a quarter of an hour.
	return (Math.floor(moment / QUARTER_MS) + 1) * QUARTER_MS;
}

interface EnteredQuietHours {
	from?: unknown;
	until?: unknown;
	days?: unknown;
}

const quietDays = choicesOf('a day of the week', 'the quiet days', weekdays);
const TIME = /^(\d{1,2}):(\d{2})(?::00)?$/;

/**
 * Reads the option Quiet Hours. Refuses equal times, which could mean all day or never, and seven
 * quiet days.
 */
export const readQuietHours: Reader<QuietTimes> = (option) => {
	const { hours: entered = {} } = option as { hours?: EnteredQuietHours };
	const days = quietDays(entered.days);
	if ('problem' in days) return days;
	if (days.value.length === weekdays.length) {
		return problem('makes every day quiet, so nothing would ever be sent', 'Leave one day out.');
	}
	const hours = readHours(entered.from, entered.until);
	if ('problem' in hours) return hours;
	if (hours.value === undefined && days.value.length === 0) {
		return problem(
			'was added, and has neither hours nor days',
			"Fill 'From' and 'Until', choose quiet days, or remove the option.",
		);
	}
	const ofDay = hours.value === undefined ? {} : { hours: hours.value };
	return { value: { days: days.value, ...ofDay } };
};

function readHours(from: unknown, until: unknown): Read<QuietTimes['hours']> {
	if (isEmpty(from) && isEmpty(until)) return { value: undefined };
	if (isEmpty(from) || isEmpty(until)) {
		return problem(
			`has a time for '${isEmpty(from) ? 'Until' : 'From'}' only`,
			"Fill both 'From' and 'Until', or leave both empty to have only quiet days.",
		);
	}
	const [begins, ends] = [minutesOf(from), minutesOf(until)];
	if (begins === undefined || ends === undefined) {
		return problem(
			`contains ${quoted(begins === undefined ? from : until)}, which isn't a valid time of day`,
			'Write a time from 00:00 to 23:59, such as 21:00.',
		);
	}
	return begins === ends
		? problem(
				`begins and ends at ${clockTime(begins)}, which could mean all day or never`,
				'Choose two different times, or leave both empty and choose quiet days.',
			)
		: { value: { from: begins, until: ends } };
}

function minutesOf(entered: unknown): number | undefined {
	const [, hour, minute] = TIME.exec((asText(entered) ?? '').trim())?.map(Number) ?? [];
	return hour < 24 && minute < 60 ? hour * 60 + minute : undefined;
}
