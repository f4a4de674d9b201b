// When a send begins, by the service's clock.
import type { IDataObject } from 'n8n-workflow';

import {
	asIfUtc,
	firstClear,
	instantOfParts,
	inWords,
	isLaterMinute,
	MINUTE_MS,
	partsAt,
	wallTimeAt,
} from './times';
import { countRecipients } from './lists';
import { counted } from './text';
import { clockTime, type QuietHours, quietTime } from './quietHours';

/**
 * A time on the clocks of a zone, rounded down to the minute.
 *
 * @param instant milliseconds since 1970
 * @param zone IANA name, or an offset
 * @returns ISO 8601 with offset, for example `2026-11-25T10:00:00+02:00`
 */
export function localTime(instant: number, zone: string): string {
	const minute = Math.floor(instant / MINUTE_MS) * MINUTE_MS;
	const shown = asIfUtc(wallTimeAt(minute, zone));
	const offset = Math.round((shown - minute) / MINUTE_MS);
	const local = new Date(shown).toISOString().slice(0, 19);
	const sign = offset < 0 ? '-' : '+';
	return `${local}${sign}${clockTime(Math.abs(offset))}`;
}

/** A start in words: `Sat 28 Nov, 10:00 in Asia/Jerusalem, in 14 hours`. */
export function startInWords(instant: number, zone: string, now: number): string {
	const minutes = Math.ceil((instant - now) / MINUTE_MS);
	const [amount, unit] = [
		[minutes / (24 * 60), 'day'] as const,
		[minutes / 60, 'hour'] as const,
	].find(([count]) => count >= 2) ?? [minutes, 'minute'];
	return `${inWords(instant, zone, now)}, in ${counted(Math.round(amount), unit)}`;
}

/**
 * Milliseconds from a request's first recipient to its last (specification, "Shared sending
 * parameters", `int`, seconds).
 *
 * @param recipients at most 1 for distribution lists, whose size is unknown
 * @param body parameters by wire name
 */
export function sendingTime(recipients: number, { int: delay = 0 }: IDataObject): number {
	return Math.max(0, recipients - 1) * Number(delay) * 1000;
}

/**
 * The first moment that is not quiet, and that the service can't take for an earlier one.
 *
 * @param wanted earliest moment, in milliseconds since 1970
 * @param zone IANA time zone of the service's schedules
 */
export function clearStart(wanted: number, quiet: QuietHours | undefined, zone: string): number {
	const free = (quiet && quietTime(quiet, wanted))?.endsAt ?? firstClear(wanted, zone);
	return free === wanted ? wanted : clearStart(free, quiet, zone);
}

/** When a request begins. */
export interface Beginning {
	/** Milliseconds since 1970; absent if it begins at once. */
	startsAt?: number;
	/** The same by wire name; empty if it begins at once. */
	schedule: IDataObject;
	/** What the output says about it. */
	extraOutput: IDataObject;
}

interface BeginsBy {
	quiet: QuietHours | undefined;
	/** IANA time zone of the service's schedules. */
	zone: string;
	/** Milliseconds since 1970. */
	now: number;
	/** Milliseconds from the first message to the last. */
	duration: number;
}

/**
 * When a request begins: a start in quiet time moves to the end of it, by the service's own
 * parameters (specification, "Shared sending parameters": `dh`, `di`, `dy`, `dm`, `dd`). Messages
 * that the delay between recipients puts into quiet time are reported, not moved.
 *
 * @param wanted milliseconds since 1970; undefined to begin at once
 */
export function beginning(
	wanted: number | undefined,
	{ quiet, zone, now, duration }: BeginsBy,
): Beginning {
	const held = quiet && quietTime(quiet, wanted ?? now);
	const isAtOnce = wanted === undefined && held === undefined;
	const startsAt = isAtOnce ? now : clearStart(wanted ?? now, quiet, zone);
	const isLater = isLaterMinute(startsAt, now);
	const entered = quiet && quietTime(quiet, startsAt, duration);
	return {
		...(isLater && { startsAt }),
		schedule: isLater ? { ...partsAt(startsAt, zone) } : {},
		extraOutput: {
			...(isLater && { scheduledFor: localTime(startsAt, zone), scheduledZone: zone }),
			...(held && { scheduledBecause: held.reason }),
			...((entered || duration >= MINUTE_MS) && {
				endsAbout: localTime(startsAt + duration, zone),
			}),
			...(entered && { endsInQuietTime: entered.reason }),
		},
	};
}

/**
 * Applies quiet hours to a request as it is sent. For distribution lists, whose size is unknown,
 * only the start counts. A request whose time passed while it waited begins at once: the service
 * would refuse that time.
 *
 * @param body parameters by wire name
 * @param zone IANA time zone of the service's schedules
 * @param now milliseconds since 1970
 * @returns the parameters, and when the request begins
 */
export function quietStart(
	body: IDataObject,
	quiet: QuietHours | undefined,
	zone: string,
	now: number,
): Omit<Beginning, 'schedule'> & { body: IDataObject } {
	const scheduled = instantOfParts(body, zone);
	const isPast = scheduled !== undefined && scheduled < Math.floor(now / MINUTE_MS) * MINUTE_MS;
	const duration = sendingTime(countRecipients(body), body);
	const wanted = isPast ? undefined : scheduled;
	const { schedule, ...begins } = beginning(wanted, { quiet, zone, now, duration });
	return { body: { ...(isPast ? withoutSchedule(body) : body), ...schedule }, ...begins };
}

function withoutSchedule(body: IDataObject): IDataObject {
	const { dh: _hour, di: _minute, dy: _year, dm: _month, dd: _day, ...others } = body;
	return others;
}
