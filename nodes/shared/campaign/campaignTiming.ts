import type { IDataObject } from 'n8n-workflow';

import type { RequestSettings } from '../bulk/settingsReader';
import { partsAt } from '../validation/dates';
import { afterFreeTime, quietTime } from '../validation/quietHours';
import { scheduledFor } from '../validation/scheduledFor';
import { sendingTime } from '../validation/sendingTime';
import { MINUTE_MS } from '../validation/wallTime';
import type { RunOptions } from './runOptions';
import { spread } from './spread';

/** One campaign of a planned request: all of its recipients, or a part of them. */
export interface TimedPart {
	/** Where its recipients begin among those of the request, counted from 0. */
	first: number;
	recipients: number;
	/** When the service is to begin, by wire name; empty to begin at once. */
	schedule: IDataObject;
	/** In milliseconds since 1970; none to begin at once. */
	startsAt?: number;
	/** What the output says of it. */
	says: IDataObject;
}

/** What decides when a campaign goes. */
type Timing = Pick<RunOptions, 'quietHours' | 'spreadOver' | 'sendTo'>;

/**
 * When the campaigns of a planned request begin: at the time that was set, after the quiet time it lies
 * in, or part after part over some hours (specification, "Send SMS", the schedule). Quiet hours count
 * for the beginning; messages that a delay between recipients puts into them are told, not moved.
 *
 * @param recipients how many the request has; 1 for distribution lists, whose members only the service knows
 * @param now in milliseconds since 1970
 */
export function timedParts(
	settings: RequestSettings,
	recipients: number,
	{ quietHours, spreadOver, sendTo }: Timing,
	now: number,
): TimedPart[] {
	const wanted = settings.startsAt ?? now;
	if (spreadOver === undefined || sendTo === 'lists') {
		const quiet = quietHours && quietTime(quietHours, wanted);
		return [
			timed({ first: 0, recipients }, settings, quiet?.endsAt ?? settings.startsAt, {
				now,
				quietHours,
				...(quiet === undefined ? {} : { because: quiet.reason }),
			}),
		];
	}
	const after = (moment: number, length: number) =>
		quietHours === undefined ? moment + length : afterFreeTime(quietHours, moment, length);
	const parts = spread(recipients, spreadOver, wanted, after);
	return parts.map(({ startsAt, ...part }, index) =>
		timed(part, settings, startsAt, {
			now,
			quietHours,
			because: `Spread over ${spreadOver} hours, part ${index + 1} of ${parts.length}`,
		}),
	);
}

function timed(
	part: Pick<TimedPart, 'first' | 'recipients'>,
	{ body, timeZone }: RequestSettings,
	startsAt: number | undefined,
	{ now, quietHours, because }: Pick<Timing, 'quietHours'> & { now: number; because?: string },
): TimedPart {
	const begins = startsAt ?? now;
	// The service schedules to the minute: the one that runs is no later time.
	const isLater = startsAt !== undefined && startsAt >= Math.floor(now / MINUTE_MS + 1) * MINUTE_MS;
	const duration = sendingTime(part.recipients, body);
	const quietAtEnd =
		quietHours && duration > 0 ? quietTime(quietHours, begins, duration) : undefined;
	return {
		...part,
		schedule: isLater ? { ...partsAt(startsAt, timeZone) } : {},
		...(isLater ? { startsAt } : {}),
		says: {
			...(isLater ? { scheduledFor: scheduledFor(startsAt, timeZone) } : {}),
			...(because === undefined ? {} : { scheduledBecause: because }),
			...(quietAtEnd === undefined
				? {}
				: {
						endsAbout: scheduledFor(begins + duration, timeZone),
						endsInQuietTime: quietAtEnd.reason,
					}),
		},
	};
}
