import { afterFreeTime, quietFor, type QuietHours } from '../rules/quietHours';
import { beginning, sendingTime, type Beginning } from '../rules/schedule';
import { dateAt, DAY_MS, MINUTE_MS } from '../rules/times';
import { groupedBy } from '../rules/lists';
import type { RefusedItem } from '../run/itemResults';
import type { PlannedRequest } from '../run/planRequests';
import type { SpreadPlace } from '../sentBefore/campaignMemory';
import { startGroup, type RequestSettings } from '../run/settingsReader';
import type { RunOptions } from './runOptions';
import { spread } from './spread';

/** A planned request with its settings. */
export interface TimedRequest extends PlannedRequest {
	settings: RequestSettings;
}

/** One campaign of a planned request: all of its recipients, or a part of them. */
export interface TimedPart extends Beginning {
	request: TimedRequest;
	/** Where its recipients begin among those of the request, counted from 0. */
	first: number;
	recipients: number;
	/** Its place among the parts of a spread campaign. */
	spread?: SpreadPlace;
	/** When the last part of a spread campaign would begin, in milliseconds since 1970, where that is too far ahead. */
	tooLate?: number;
}

interface Timing extends Pick<RunOptions, 'quietHours' | 'spreadOver' | 'sendTo'> {
	/** The parts of spread campaigns that earlier tries sent. */
	begun?: SpreadPlace[];
}

/**
 * When the campaigns of the planned requests begin: at the time that was set, after the quiet time it lies
 * in, or part after part over some hours (specification, "Shared sending parameters", the schedule).
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

/** Within how many days the last part of a spread campaign has to begin: any later, quiet hours leave less time than anyone meant. */
const MOST_SPREAD_DAYS = 90;

/** The items of a part that can't begin: the last part is too far ahead. */
export function withoutFreeTime(part: TimedPart, tooLate: number): RefusedItem[] {
	const { request, first, recipients } = part;
	const refusal = {
		reason: `Quiet Hours leave so little time that the last part of the campaign would begin about ${dateAt(tooLate, request.settings.timeZone)}, more than ${MOST_SPREAD_DAYS} days after its start`,
		fix: "Shorten 'Quiet Hours' or 'Spread Over'.",
	};
	return request.recipients
		.slice(first, first + recipients)
		.flatMap(({ items }) => items.map((item) => ({ item, ...refusal })));
}

function unspread(request: TimedRequest, timing: Timing, now: number): TimedPart {
	const { startsAt, zone } = request.settings;
	const part = { request, first: 0, recipients: request.recipients.length };
	return timed(part, startsAt, { now, quiet: quietFor(timing.quietHours, zone) });
}

/** Requests by the minute they are wanted in, and whose clock that is: all that begin then share the hours. */
function sameStart(requests: TimedRequest[], now: number): TimedRequest[][] {
	const startOf = (request: TimedRequest) =>
		`${Math.floor(wantedAt(request, now) / MINUTE_MS)} ${request.settings.zone ?? ''}`;
	return [...groupedBy(requests, startOf).values()];
}

function spreadTogether(
	requests: TimedRequest[],
	hours: number,
	timing: Timing,
	now: number,
): TimedPart[] {
	const [{ settings }] = requests;
	const quiet = quietFor(timing.quietHours, settings.zone);
	const group = startGroup(settings);
	const begun = timing.begun?.filter((place) => place.group === group) ?? [];
	const begins = begun[0]?.startsAt ?? wantedAt(requests[0], now);
	const latest = Math.max(begins, now) + MOST_SPREAD_DAYS * DAY_MS;
	const after = (moment: number, length: number) =>
		quiet === undefined ? moment + length : afterFreeTime(quiet, moment, length, latest);
	const parts = spread(requests, hours, begins, after, { begun, now });
	// What is sent in one part is not spread.
	if (parts.length === 1 && begun.length === 0) {
		return requests.map((request) => unspread(request, timing, now));
	}
	const planned = begun[0]?.parts ?? parts.length;
	const last = Math.max(planned, ...parts.map(({ part }) => part + 1));
	const isTooLate = parts.some(({ startsAt }) => startsAt > latest);
	const length = (hours * 60 * MINUTE_MS * (last - 1)) / last;
	const tooLate = isTooLate ? after(after(begins, 0), length) : undefined;
	return parts.map(({ startsAt, part, ...whom }) => ({
		...timed(whom, startsAt, {
			...{ now, quiet },
			because: `Spread over ${hours} hours, part ${part + 1} of ${last}`,
		}),
		spread: { group, startsAt: begins, parts: planned, part },
		tooLate,
	}));
}

function wantedAt({ settings }: TimedRequest, now: number): number {
	return settings.startsAt ?? now;
}

function timed(
	part: Pick<TimedPart, 'request' | 'first' | 'recipients'>,
	wantedAt: number | undefined,
	by: { now: number; quiet: QuietHours | undefined; because?: string },
): TimedPart {
	const { body, timeZone: zone } = part.request.settings;
	const duration = sendingTime(part.recipients, body);
	return { ...part, ...beginning(wantedAt, { ...by, zone, duration }) };
}
