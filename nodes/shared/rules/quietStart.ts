import type { IDataObject } from 'n8n-workflow';

import { instantOfParts, partsAt } from './dates';
import { countRecipients } from './lists';
import { quietTime, type QuietHours } from './quietHours';
import { localTime, scheduledAt, scheduleSays } from './scheduledFor';
import { sendingTime } from './sendingTime';
import { MINUTE_MS } from './wallTime';

/** A request that does not begin in quiet time. */
export interface QuietStart {
	/** Its parameters by wire name. */
	body: IDataObject;
	/** What the output holds beside the answer of the service; nothing when it begins at once. */
	extraOutput: IDataObject;
}

/**
 * Schedules a send that would begin in quiet time for the end of it, by the service's own parameters
 * (specification, "Shared sending parameters": `dh`, `di`, `dy`, `dm`, `dd`). One whose delay between recipients (`int`,
 * seconds) leads into quiet time goes as it is, and its output says so. How many members distribution
 * lists have is not known: of those only the start is looked at. One whose time passed while it waited
 * for its turn begins at once: the service would refuse it.
 *
 * @param body the request's parameters by wire name
 * @param quiet undefined where nothing is quiet
 * @param zone IANA time zone the service reads schedules in
 * @param now milliseconds since 1970
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
	const startsAt = held?.endsAt ?? wanted;
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

function withoutSchedule(body: IDataObject): IDataObject {
	const { dh: _hour, di: _minute, dy: _year, dm: _month, dd: _day, ...others } = body;
	return others;
}
