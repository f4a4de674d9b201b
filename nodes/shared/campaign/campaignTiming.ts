import type { IDataObject } from 'n8n-workflow';

import type { PlannedRequest } from '../run/planRequests';
import type { RequestSettings } from '../run/settingsReader';
import { isLaterMinute, MINUTE_MS, partsAt } from '../rules/times';
import { afterFreeTime, quietTime } from '../rules/quietHours';
import { localTime, scheduledAt, sendingTime } from '../rules/schedule';
import type { RunOptions } from './runOptions';
import { spread } from './spread';
import { groupedBy } from '../run/groupedBy';

/** A planned request with its settings. */
export interface TimedRequest extends PlannedRequest {
	settings: RequestSettings;
}

/** One campaign of a planned request: all of its recipients, or a part of them. */
export interface TimedPart {
	request: TimedRequest;
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
 * When the campaigns of the planned requests begin: at the time that was set, after the quiet time it lies
 * in, or part after part over some hours (specification, "Shared sending parameters", the schedule). Quiet hours count
 * for the beginning; messages that a delay between recipients puts into them are told, not moved.
 *
 * @param requests to distribution lists they have one recipient: only the service knows the members
 * @param now in milliseconds since 1970
 */
export function timedParts(requests: TimedRequest[], timing: Timing, now: number): TimedPart[] {
	const { spreadOver, sendTo } = timing;
	if (spreadOver === undefined || sendTo === 'lists') {
		return requests.map((request) => unspread(request, timing, now));
	}
	return sameStart(requests, now).flatMap((together) =>
		spreadTogether(together, spreadOver, timing, now),
	);
}

function unspread(request: TimedRequest, { quietHours }: Timing, now: number): TimedPart {
	const { startsAt } = request.settings;
	const quiet = quietHours && quietTime(quietHours, startsAt ?? now);
	const part = { request, first: 0, recipients: request.recipients.length };
	return timed(part, quiet?.endsAt ?? startsAt, {
		now,
		quietHours,
		...(quiet === undefined ? {} : { because: quiet.reason }),
	});
}

/** Requests by the minute they are wanted in: all that begin then share the hours. */
function sameStart(requests: TimedRequest[], now: number): TimedRequest[][] {
	const minuteOf = (request: TimedRequest) => Math.floor(wantedAt(request, now) / MINUTE_MS);
	return [...groupedBy(requests, minuteOf).values()];
}

function spreadTogether(
	requests: TimedRequest[],
	hours: number,
	timing: Timing,
	now: number,
): TimedPart[] {
	const { quietHours } = timing;
	const after = (moment: number, length: number) =>
		quietHours === undefined ? moment + length : afterFreeTime(quietHours, moment, length);
	const parts = spread(requests, hours, wantedAt(requests[0], now), after);
	// What goes in one part is not spread.
	if (parts.length === 1) return requests.map((request) => unspread(request, timing, now));
	return parts.map(({ startsAt, ...part }, index) => {
		const because = `Spread over ${hours} hours, part ${index + 1} of ${parts.length}`;
		return timed(part, startsAt, { now, quietHours, because });
	});
}

function wantedAt({ settings }: TimedRequest, now: number): number {
	return settings.startsAt ?? now;
}

function timed(
	part: Pick<TimedPart, 'request' | 'first' | 'recipients'>,
	startsAt: number | undefined,
	{ now, quietHours, because }: Pick<Timing, 'quietHours'> & { now: number; because?: string },
): TimedPart {
	const { body, timeZone } = part.request.settings;
	const begins = startsAt ?? now;
	const isLater = startsAt !== undefined && isLaterMinute(startsAt, now);
	const duration = sendingTime(part.recipients, body);
	const quietAtEnd = quietHours && quietTime(quietHours, begins, duration);
	return {
		...part,
		schedule: isLater ? { ...partsAt(startsAt, timeZone) } : {},
		...(isLater ? { startsAt } : {}),
		says: {
			...(isLater ? scheduledAt(startsAt, timeZone) : {}),
			...(because === undefined ? {} : { scheduledBecause: because }),
			...(quietAtEnd === undefined
				? {}
				: {
						endsAbout: localTime(begins + duration, timeZone),
						endsInQuietTime: quietAtEnd.reason,
					}),
		},
	};
}
