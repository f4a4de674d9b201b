import type { IDataObject } from 'n8n-workflow';

import {
	asIfUtc,
	firstClear,
	instantOfParts,
	isLaterMinute,
	MINUTE_MS,
	partsAt,
	wallTimeAt,
} from './times';
import { countRecipients } from './lists';
import { clockTime, type QuietHours, quietTime } from './quietHours';

/** What the output says of a campaign that was scheduled, in the service's time zone. */
export function scheduledAt(instant: number, zone: string): IDataObject {
	return { scheduledFor: localTime(instant, zone), scheduledZone: zone };
}

/** A time as clocks in a zone show it, to the minute, such as `2026-11-25T10:00:00+02:00`. */
export function localTime(instant: number, zone: string): string {
	const minute = Math.floor(instant / MINUTE_MS) * MINUTE_MS;
	const shown = asIfUtc(wallTimeAt(minute, zone));
	const offset = Math.round((shown - minute) / MINUTE_MS);
	const local = new Date(shown).toISOString().slice(0, 19);
	const sign = offset < 0 ? '-' : '+';
	return `${local}${sign}${clockTime(Math.abs(offset))}`;
}

/** The same of a request: nothing of one that begins in the minute that runs. */
function scheduleSays(body: IDataObject, zone: string, now: number): IDataObject {
	const startsAt = instantOfParts(body, zone);
	const isLater = startsAt !== undefined && isLaterMinute(startsAt, now);
	return isLater ? scheduledAt(startsAt, zone) : {};
}

/**
 * Milliseconds from the first recipient of a request to the last, by the delay between them (specification, "Shared sending
 * parameters", `int`, seconds). Distribution lists count as one recipient.
 */
export function sendingTime(recipients: number, { int: delay = 0 }: IDataObject): number {
	return Math.max(0, recipients - 1) * Number(delay) * 1000;
}

/**
 * The first moment from another on that the service can't take for an earlier one, and that is not quiet; `Infinity`
 * where there is none.
 */
export function clearStart(startsAt: number, quiet: QuietHours | undefined, zone: string): number {
	if (startsAt === Infinity) return startsAt;
	const clear = firstClear(startsAt, zone);
	if (clear === startsAt || quiet === undefined) return clear;
	const held = quietTime(quiet, clear);
	return held === undefined ? clear : clearStart(held.endsAt, quiet, zone);
}

interface QuietStart {
	body: IDataObject;
	/** What the output holds beside the answer of the service; nothing when it begins at once. */
	extraOutput: IDataObject;
}

/**
 * Schedules a send that would begin in quiet time for the end of it, by the service's own parameters
 * (specification, "Shared sending parameters": `dh`, `di`, `dy`, `dm`, `dd`). One whose delay between recipients leads into
 * quiet time is sent as it is, and its output says so. One whose time passed while it waited for its turn begins at once:
 * the service would refuse it.
 *
 * @param zone IANA time zone the service reads schedules in
 */
export function quietStart(
	body: IDataObject,
	quiet: QuietHours | undefined,
	zone: string,
	now: number,
): QuietStart {
	const scheduled = instantOfParts(body, zone);
	const isPast = scheduled !== undefined && scheduled < Math.floor(now / MINUTE_MS) * MINUTE_MS;
	const left = isPast ? withoutSchedule(body) : body;
	if (quiet === undefined) return { body: left, extraOutput: scheduleSays(left, zone, now) };
	const wanted = isPast ? now : (scheduled ?? now);
	const held = quietTime(quiet, wanted);
	const startsAt = held === undefined ? wanted : clearStart(held.endsAt, quiet, zone);
	const duration = sendingTime(countRecipients(body), body);
	const entered = duration === 0 ? undefined : quietTime(quiet, startsAt, duration);
	return {
		body: held === undefined ? left : { ...left, ...partsAt(startsAt, zone) },
		extraOutput: {
			...scheduleSays(left, zone, now),
			...(held && { ...scheduledAt(startsAt, zone), scheduledBecause: held.reason }),
			...(entered && {
				endsAbout: localTime(startsAt + duration, zone),
				endsInQuietTime: entered.reason,
			}),
		},
	};
}

/** The parameters of a request without those that say when it begins. */
export function withoutSchedule(body: IDataObject): IDataObject {
	const { dh: _hour, di: _minute, dy: _year, dm: _month, dd: _day, ...others } = body;
	return others;
}
