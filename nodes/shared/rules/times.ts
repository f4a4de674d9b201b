// Dates and times as people write them.
import type { IDataObject } from 'n8n-workflow';

import { asText, problem, quoted, valueRead, type Read, type Reader } from './reader';
import { clocksOf } from './timeZones';

/** A time on the clocks of one place. Months count from 1. */
interface WallTime {
	year: number;
	month: number;
	day: number;
	hour: number;
	minute: number;
}

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

/** Whether an instant is after the current minute: the service schedules to the minute. */
export function isLaterMinute(instant: number, now: number): boolean {
	return instant >= Math.floor(now / MINUTE_MS + 1) * MINUTE_MS;
}

/** The time in a zone (IANA name, or an offset such as +02:00) at an instant, to the minute. */
export function wallTimeAt(instant: number, zone: string): WallTime {
	// Node 20 takes no offset for a zone.
	if (/^[+-]/.test(zone)) return wallTimeAt(instant + offsetMs(zone), 'UTC');
	// Such as 11/25/2026, 10:00.
	const [month, day, year, hour, minute] = clocksOf(zone)
		.format(instant)
		.match(/\d+/g)!
		.map(Number);
	return { year, month, day, hour, minute };
}

/** The instant of a time as if it were UTC, for calculations. */
export function asIfUtc({ year, month, day, hour, minute }: WallTime): number {
	return Date.UTC(year, month - 1, day, hour, minute);
}

/** The wire parameters of a scheduled send (specification, "Send SMS"). */
interface ScheduleParts {
	dh: string;
	di: string;
	dy: string;
	dm: string;
	dd: string;
}

const ENTERED =
	/^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::([0-5]\d(?:\.\d+)?))?)?\s*(Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?$/;

/**
 * Turns a point in time into schedule parameters of the service. When clocks go back, a time in the
 * second of two equal hours, which the service would take for the first, moves to the end of it.
 *
 * @param zone IANA time zone of the schedule, and of text without an offset: a panel has one zone
 * @param clock time zone or offset of the recipient, if `entered` is local to them
 */
export function scheduleParts(
	entered: unknown,
	zone: string,
	now: Date,
	clock?: string,
): Read<ScheduleParts> {
	const instant = clock === undefined ? readInstant(entered, zone) : localInstant(entered, clock);
	if ('problem' in instant) return instant;
	if (instant.value < Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS) {
		return problem(
			`is ${inWords(instant.value, clock ?? zone, now.getTime())}, which is in the past`,
			"Choose a later time, or remove 'Send At' to send right away.",
		);
	}
	return { value: partsAt(firstClear(instant.value, zone), zone) };
}

/**
 * A moment in words, such as `Sat 28 Nov, 10:00 in Asia/Jerusalem`, with its year if that is not
 * the current one.
 */
export function inWords(instant: number, zone: string, now: number): string {
	// Such as Sat, 28 Nov 2026 10:00:00 GMT.
	const written = (at: number) =>
		new Date(asIfUtc(wallTimeAt(at, zone))).toUTCString().split(/,? /);
	const [weekday, day, month, year, time] = written(instant);
	const ofYear = year === written(now)[3] ? '' : ` ${year}`;
	return `${weekday} ${Number(day)} ${month}${ofYear}, ${time.slice(0, 5)} in ${zone}`;
}

/** The schedule parameters of a moment, on the clocks of a zone. */
export function partsAt(instant: number, zone: string): ScheduleParts {
	const { year, month, day, hour, minute } = wallTimeAt(instant, zone);
	return {
		dh: twoDigits(hour),
		di: twoDigits(minute),
		dy: String(year).padStart(4, '0'),
		dm: twoDigits(month),
		dd: twoDigits(day),
	};
}

/**
 * The moment that a request is scheduled for in a zone: the first of the two if clocks go back
 * then. Undefined for a request that starts at once.
 */
export function instantOfParts(body: IDataObject, zone: string): number | undefined {
	if (body.dy === undefined) return undefined;
	const { dy, dm, dd, dh, di } = body;
	const [year, month, day, hour, minute] = [dy, dm, dd, dh, di].map(Number);
	const instant = instantOf({ year, month, day, hour, minute }, zone);
	return valueRead(instant);
}

/** A date like 1990-12-31. A time is refused: a database's midnight is the day before in UTC. */
export const calendarDate: Reader<string> = (entered) => {
	const text = (asText(entered) ?? '').trim();
	const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
	return year !== undefined && isRealTime({ year, month, day, hour: 0, minute: 0 })
		? { value: text }
		: problem('must be a real date without a time', 'Write it like 1990-12-31.');
};

/** A date as text; empty for an invalid `Date`. */
function dateText(entered: unknown): string {
	if (!(entered instanceof Date)) return (asText(entered) ?? String(entered)).trim();
	return Number.isNaN(entered.getTime()) ? '' : entered.toISOString();
}

/**
 * Reads a time into milliseconds since 1970, on the clocks of a zone if it has no offset. A date
 * alone is refused: n8n would make it midnight, when no one wants a message.
 */
export function readInstant(entered: unknown, zone: string): Read<number> {
	const match = ENTERED.exec(dateText(entered));
	if (match === null) {
		return problem("isn't a date and time", 'Write it like 2026-11-25T10:00:00.');
	}
	if (match[4] === undefined) {
		return problem('is a date without a time', 'Add the time, such as 2026-11-25T10:00:00.');
	}
	const [year, month, day, hour, minute] = match.slice(1, 6).map(Number);
	const wall = { year, month, day, hour, minute };
	if (!isRealTime(wall)) {
		return problem(
			"isn't a valid date or time",
			'Check the day of the month, the hour and the minute.',
		);
	}
	const [, , , , , , seconds = 0, offset] = match;
	const pastMinute = Math.round(Number(seconds) * 1000);
	if (offset !== undefined) return { value: asIfUtc(wall) - offsetMs(offset) + pastMinute };
	const start = instantOf(wall, zone);
	return 'value' in start ? { value: start.value + pastMinute } : start;
}

/** Reads a time on a zone's clocks. Refuses one with an offset: it is the same everywhere. */
function localInstant(entered: unknown, zone: string): Read<number> {
	const [, , , , , , , offset] = ENTERED.exec(dateText(entered)) ?? [];
	return offset === undefined
		? readInstant(entered, zone)
		: problem(
				`has ${quoted(offset)} in it, so it's the same moment in every time zone`,
				"Write the time alone, like 2026-11-25T10:00:00; in an expression end with .toFormat('yyyy-MM-dd HH:mm').",
			);
}

/**
 * The first moment from `instant` on that the service cannot take for an earlier one: when clocks
 * go back, an hour comes twice, with the same schedule parameters.
 */
export function firstClear(instant: number, zone: string): number {
	let minute = Math.floor(instant / MINUTE_MS) * MINUTE_MS;
	if (readBack(minute, zone) === minute) return instant;
	do minute += MINUTE_MS;
	while (readBack(minute, zone) !== minute);
	return minute;
}

function readBack(minute: number, zone: string): number | undefined {
	return instantOfParts({ ...partsAt(minute, zone) }, zone);
}

function isRealTime(wall: WallTime): boolean {
	const date = new Date(asIfUtc(wall));
	// Too high an hour changes the day, too.
	return (
		date.getUTCMonth() + 1 === wall.month && date.getUTCDate() === wall.day && wall.minute < 60
	);
}

function offsetMs(offset: string): number {
	if (offset === 'Z') return 0;
	const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset)!;
	return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}

/** The instant of a time in a zone: the first of two in autumn, none in the spring gap. */
function instantOf(wall: WallTime, zone: string): Read<number> {
	const target = asIfUtc(wall);
	const candidates = [target - DAY_MS, target + DAY_MS]
		.map((near) => target - (asIfUtc(wallTimeAt(near, zone)) - near))
		.filter((instant) => asIfUtc(wallTimeAt(instant, zone)) === target);
	return candidates.length > 0
		? { value: Math.min(...candidates) }
		: problem(
				`does not exist in ${zone}, because clocks go forward at that time`,
				'Choose a time before or after the change of clocks.',
			);
}

/** A number as two digits, such as 08. */
export function twoDigits(value: number): string {
	return String(value).padStart(2, '0');
}
