import type { IDataObject } from 'n8n-workflow';

import { instantOfParts } from './dates';
import { asIfUtc, isLaterMinute, MINUTE_MS, wallTimeAt } from './wallTime';

/**
 * What the output says of a campaign that was scheduled.
 *
 * @param instant milliseconds since 1970
 * @param zone IANA name of the service's time zone
 */
export function scheduledAt(instant: number, zone: string): IDataObject {
	return { scheduledFor: localTime(instant, zone), scheduledZone: zone };
}

/**
 * A time as clocks at the service show it. The service takes minutes.
 *
 * @param instant milliseconds since 1970
 * @param zone IANA name of the service's time zone
 * @returns ISO 8601 with offset, for example `2026-11-25T10:00:00+02:00`
 */
export function localTime(instant: number, zone: string): string {
	const minute = Math.floor(instant / MINUTE_MS) * MINUTE_MS;
	const shown = asIfUtc(wallTimeAt(minute, zone));
	const offset = Math.round((shown - minute) / MINUTE_MS);
	const local = new Date(shown).toISOString().slice(0, 19);
	const sign = offset < 0 ? '-' : '+';
	const two = (value: number) => String(value).padStart(2, '0');
	const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
	return `${local}${sign}${two(hours)}:${two(minutes)}`;
}

/**
 * What the output says of a request that was scheduled: nothing of one that begins in the minute that runs.
 *
 * @param body its parameters by wire name
 * @param zone IANA time zone the service reads schedules in
 * @param now milliseconds since 1970
 */
export function scheduleSays(body: IDataObject, zone: string, now: number): IDataObject {
	const startsAt = instantOfParts(body, zone);
	const isLater = startsAt !== undefined && isLaterMinute(startsAt, now);
	return isLater ? scheduledAt(startsAt, zone) : {};
}
