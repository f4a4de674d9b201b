/** A time as clocks in one place show it. Months count from 1. */
export interface WallTime {
	year: number;
	month: number;
	day: number;
	hour: number;
	minute: number;
}

export const MINUTE_MS = 60_000;

/** Whether an instant is later than the minute that runs: the service schedules to the minute. */
export function isLaterMinute(instant: number, now: number): boolean {
	return instant >= Math.floor(now / MINUTE_MS + 1) * MINUTE_MS;
}

/** By zone: making one takes ten times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * What clocks in a zone show at an instant, to the minute.
 *
 * @param instant milliseconds since 1970
 * @param zone IANA name of a time zone this machine knows
 */
export function wallTimeAt(instant: number, zone: string): WallTime {
	const parts = formatOf(zone).formatToParts(new Date(instant));
	const part = (type: string) => Number(parts.find((entry) => entry.type === type)?.value);
	return {
		year: part('year'),
		month: part('month'),
		day: part('day'),
		hour: part('hour'),
		minute: part('minute'),
	};
}

/** The instant at which clocks in UTC show a time, for reckoning with it. */
export function asIfUtc({ year, month, day, hour, minute }: WallTime): number {
	return Date.UTC(year, month - 1, day, hour, minute);
}

function formatOf(zone: string): Intl.DateTimeFormat {
	let format = formats.get(zone);
	if (format === undefined) {
		format = new Intl.DateTimeFormat('en-US', {
			timeZone: zone,
			hourCycle: 'h23',
			year: 'numeric',
			month: 'numeric',
			day: 'numeric',
			hour: 'numeric',
			minute: 'numeric',
		});
		formats.set(zone, format);
	}
	return format;
}
