import type { Readings } from '../protocol/readings';

/** Wall-clock time in Israel, the service's time zone (the specification names it for template dates). */
export interface IsraelTime {
	year: number;
	month: number;
	day: number;
	hour: number;
	minute: number;
	second: number;
	/** 1 is Sunday, 7 Saturday. */
	dayOfWeek: number;
}

const formatter = new Intl.DateTimeFormat('en-CA', {
	timeZone: 'Asia/Jerusalem',
	hourCycle: 'h23',
	year: 'numeric',
	month: '2-digit',
	day: '2-digit',
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
});

/** The last answer: a campaign asks for each of its recipients, and formatting is slow. */
let last: { second: number; time: IsraelTime } | undefined;

/** The wall clock in Israel at a moment (milliseconds since 1970). */
export function israelTime(moment: number): IsraelTime {
	const wholeSecond = Math.floor(moment / 1000);
	if (last?.second !== wholeSecond) last = { second: wholeSecond, time: format(moment) };
	return last.time;
}

function format(moment: number): IsraelTime {
	const parts: Record<string, number> = {};
	for (const { type, value } of formatter.formatToParts(moment)) parts[type] = Number(value);
	const { year, month, day, hour, minute, second } = parts;
	const dayOfWeek = new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 1;
	return { year, month, day, hour, minute, second, dayOfWeek };
}

const two = (value: number): string => String(value).padStart(2, '0');

/** `YYYY-MM-DD` in Israel. */
export function israelDate(moment: number): string {
	const { year, month, day } = israelTime(moment);
	return `${year}-${two(month)}-${two(day)}`;
}

/** `YYYY-MM-DD HH:MM:SS` in Israel. */
export function israelDateTime(moment: number): string {
	const { hour, minute, second } = israelTime(moment);
	return `${israelDate(moment)} ${two(hour)}:${two(minute)}:${two(second)}`;
}

/** `HHMM` in Israel. */
export function israelClock(moment: number): string {
	const { hour, minute } = israelTime(moment);
	return `${two(hour)}${two(minute)}`;
}

/** Milliseconds Israel is ahead of UTC at a moment. */
function offsetAt(moment: number): number {
	const { year, month, day, hour, minute, second } = israelTime(moment);
	const wholeSecond = Math.floor(moment / 1000) * 1000;
	return Date.UTC(year, month - 1, day, hour, minute, second) - wholeSecond;
}

/**
 * The moment of a wall-clock time in Israel. A time that occurs twice (end of summer time) is read as `repeated` says; one
 * that does not occur (start of summer time) moves on by the hour that was skipped.
 */
export function momentOfIsraelTime(
	year: number,
	month: number,
	day: number,
	hour: number,
	minute: number,
	repeated: Readings['repeatedHour'],
): number {
	const wall = Date.UTC(year, month - 1, day, hour, minute);
	const dayBefore = wall - offsetAt(wall - 86_400_000);
	const exact = [dayBefore, wall - offsetAt(wall + 86_400_000)].filter(
		(moment) => moment + offsetAt(moment) === wall,
	);
	if (exact.length === 0) return dayBefore;
	return repeated === 'first' ? Math.min(...exact) : Math.max(...exact);
}

/** Whether a calendar date exists. */
export function isRealDate(year: number, month: number, day: number): boolean {
	const date = new Date(Date.UTC(year, month - 1, day));
	return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
