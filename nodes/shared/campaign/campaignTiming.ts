import type { IDataObject } from 'n8n-workflow';

import { MOST_RECIPIENTS } from '../rules/phones';
import { afterFreeTime, quietFor, quietTime } from '../rules/quietHours';
import { clockOf } from '../rules/recipientZone';
import { clearStart, localTime, scheduledAt, sendingTime } from '../rules/schedule';
import { isLaterMinute, MINUTE_MS, partsAt } from '../rules/times';
import { groupedBy } from '../rules/lists';
import type { RefusedItem } from '../run/itemResults';
import type { PlannedRequest } from '../run/planRequests';
import type { SpreadPlace } from '../sentBefore/campaignMemory';
import { startGroup, type RequestSettings } from '../run/settingsReader';
import type { RunOptions } from './runOptions';

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
	/** In milliseconds since 1970; none to begin at once, `Infinity` where there is no free time for it. */
	startsAt?: number;
	/** What the output says of it. */
	extraOutput: IDataObject;
	/** Its place among the parts of a spread campaign. */
	spread?: SpreadPlace;
}

/** What decides when a campaign is sent. */
interface Timing extends Pick<RunOptions, 'quietHours' | 'spreadOver' | 'sendTo'> {
	/** The parts of spread campaigns that earlier tries sent. */
	begun?: SpreadPlace[];
}

/**
 * When the campaigns of the planned requests begin: at the time that was set, after the quiet time it lies
 * in, or part after part over some hours (specification, "Shared sending parameters", the schedule). Quiet hours count
 * for the beginning; messages that a delay between recipients puts into them are named, not moved.
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

/** The items of a part that never begins: of several time zones it may always be quiet in one. */
export function withoutFreeTime({ request, first, recipients }: TimedPart): RefusedItem[] {
	const { zones } = request.settings;
	const reason = `Quiet Hours leave no free time${zones ? ` in ${clockOf(zones)}` : ''}`;
	const fix = 'Shorten them, or add a column with the time zone of these items.';
	return request.recipients
		.slice(first, first + recipients)
		.flatMap(({ items }) => items.map((item) => ({ item, reason, fix })));
}

/** When a time that was set begins, in milliseconds since 1970: at the end of the quiet time that it lies in. */
export function firstStart(
	{ timeZone, zones }: RequestSettings,
	startsAt: number,
	timing: Pick<Timing, 'quietHours'>,
): number {
	const quietHours = quietFor(timing.quietHours, zones);
	const quiet = quietHours && quietTime(quietHours, startsAt);
	return clearStart(quiet?.endsAt ?? startsAt, quietHours, timeZone);
}

function unspread(request: TimedRequest, timing: Timing, now: number): TimedPart {
	const { startsAt, zones } = request.settings;
	const quietHours = quietFor(timing.quietHours, zones);
	const quiet = quietHours && quietTime(quietHours, startsAt ?? now);
	const part = { request, first: 0, recipients: request.recipients.length };
	return timed(part, quiet?.endsAt ?? startsAt, {
		now,
		quietHours,
		...(quiet === undefined ? {} : { because: quiet.reason }),
	});
}

/** Requests by the minute they are wanted in, and whose clock that is: all that begin then share the hours. */
function sameStart(requests: TimedRequest[], now: number): TimedRequest[][] {
	const startOf = (request: TimedRequest) =>
		`${Math.floor(wantedAt(request, now) / MINUTE_MS)} ${request.settings.zones?.name ?? ''}`;
	return [...groupedBy(requests, startOf).values()];
}

function spreadTogether(
	requests: TimedRequest[],
	hours: number,
	timing: Timing,
	now: number,
): TimedPart[] {
	const [{ settings }] = requests;
	const quietHours = quietFor(timing.quietHours, settings.zones);
	const after = (moment: number, length: number) =>
		quietHours === undefined ? moment + length : afterFreeTime(quietHours, moment, length);
	const group = startGroup(settings);
	const begun = timing.begun?.filter((place) => place.group === group) ?? [];
	const begins = begun[0]?.startsAt ?? wantedAt(requests[0], now);
	const parts = spread(requests, hours, begins, after, { begun, now });
	// What is sent in one part is not spread.
	if (parts.length === 1 && begun.length === 0) {
		return requests.map((request) => unspread(request, timing, now));
	}
	const planned = begun[0]?.parts ?? parts.length;
	const last = Math.max(planned, ...parts.map(({ part }) => part + 1));
	return parts.map(({ startsAt, part, ...whom }) => ({
		...timed(whom, startsAt, {
			...{ now, quietHours },
			because: `Spread over ${hours} hours, part ${part + 1} of ${last}`,
		}),
		spread: { group, startsAt: begins, parts: planned, part },
	}));
}

function wantedAt({ settings }: TimedRequest, now: number): number {
	return settings.startsAt ?? now;
}

function timed(
	part: Pick<TimedPart, 'request' | 'first' | 'recipients'>,
	wantedAt: number | undefined,
	{ now, quietHours, because }: Pick<Timing, 'quietHours'> & { now: number; because?: string },
): TimedPart {
	const { body, timeZone } = part.request.settings;
	const startsAt = wantedAt === undefined ? undefined : clearStart(wantedAt, quietHours, timeZone);
	if (startsAt === Infinity) return { ...part, schedule: {}, startsAt, extraOutput: {} };
	const begins = startsAt ?? now;
	const isLater = startsAt !== undefined && isLaterMinute(startsAt, now);
	const duration = sendingTime(part.recipients, body);
	const quietAtEnd = quietHours && quietTime(quietHours, begins, duration);
	return {
		...part,
		schedule: isLater ? { ...partsAt(startsAt, timeZone) } : {},
		...(isLater ? { startsAt } : {}),
		extraOutput: {
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

/**
 * Minutes between two parts, at least: often enough that no one's answers come in waves, and so seldom
 * that a day makes 96 parts, fewer than the campaigns a run may have.
 */
const LEAST_MINUTES = 15;
/** Most parts, however many hours there are. */
const MOST_PARTS = (24 * 60) / LEAST_MINUTES;
/** Recipients of a part, at least: the service does not save a campaign to a single number (specification, "Shared sending parameters", `desc`), so it could not be deleted. */
const LEAST_RECIPIENTS = 2;

/** A campaign that is one of several. */
interface SpreadPart<Request> {
	request: Request;
	/** Where its recipients begin among those of its request, counted from 0. */
	first: number;
	/** How many recipients it has. */
	recipients: number;
	/** When it begins, in milliseconds since 1970: a whole minute, as the service schedules. */
	startsAt: number;
	/** Which part it is, counted from 0. */
	part: number;
}

/**
 * Spreads the recipients of requests over hours, in parts at equal distances and in row order; the parts
 * of a request are of equal size (give or take one). A part every 15 minutes, or fewer where recipients
 * are few or the hours many; more only so that each fits into one request: what differs in its settings
 * needs one of its own. What earlier tries did not send follows at their pace, at the times of their unsent parts.
 *
 * @param hours over how many hours; the last part begins before they have passed
 * @param startsAt when the first part may begin, in milliseconds since 1970; the minute counts
 * @param afterFreeTime the moment a length of time after another, both in milliseconds, of which quiet
 * time does not count: what would be sent in it follows later, not all at once when it ends
 * @param earlier the parts that earlier tries sent, and the time of this one
 */
export function spread<Request extends PlannedRequest>(
	requests: Request[],
	hours: number,
	startsAt: number,
	afterFreeTime: (moment: number, length: number) => number,
	{ begun, now }: { begun: SpreadPlace[]; now: number } = { begun: [], now: startsAt },
): Array<SpreadPart<Request>> {
	const minutes = Math.max(1, Math.floor(hours * 60));
	const left = begun[0] && Math.max(1, begun[0].parts - begun.length);
	const parts = inRowOrder(partsOf(requests, minutes, left));
	const planned = begun[0]?.parts ?? parts.length;
	const taken = new Set(begun.map(({ part }) => part));
	const runningMinute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
	let passed = 0;
	let next = { part: 0, at: Math.floor(startsAt / MINUTE_MS) * MINUTE_MS };
	const following = () => {
		const part = next.part + 1;
		const length = Math.floor((part * minutes) / planned) * MINUTE_MS;
		const at = afterFreeTime(next.at, length - passed);
		passed = length;
		return { part, at };
	};
	next.at = afterFreeTime(next.at, 0);
	return parts.map((part) => {
		let place = next;
		next = following();
		while (taken.has(place.part) || (begun.length > 0 && next.at <= runningMinute)) {
			place = next;
			next = following();
		}
		// The time of a part that was not sent may have begun.
		const isRunning = begun.length > 0 && place.at < runningMinute;
		const at = isRunning ? afterFreeTime(runningMinute, 0) : place.at;
		return { ...part, startsAt: at, part: place.part };
	});
}

type Part<Request> = Omit<SpreadPart<Request>, 'startsAt' | 'part'>;

/** Each request has its share of all parts, which are not more than those that are left of a campaign. */
function partsOf<Request extends PlannedRequest>(
	requests: Request[],
	minutes: number,
	left = Infinity,
): Array<Part<Request>> {
	const total = requests.reduce((sum, { recipients }) => sum + recipients.length, 0);
	const count = countFor(total, minutes, left);
	return requests.flatMap((request) => {
		const { length } = request.recipients;
		const share = Math.round((count * length) / total);
		const own = Math.max(1, Math.min(share, Math.floor(length / LEAST_RECIPIENTS)));
		let first = 0;
		return Array.from({ length: own }, (_, part) => {
			const recipients = Math.floor(length / own) + (part < length % own ? 1 : 0);
			first += recipients;
			return { request, first: first - recipients, recipients };
		});
	});
}

/** By their first rows, but never before a part of equal settings: later messages to a phone are there. */
function inRowOrder<Request extends PlannedRequest>(
	parts: Array<Part<Request>>,
): Array<Part<Request>> {
	const last = new Map<string, number>();
	const placed = parts.map((part) => {
		const { settingsKey, recipients } = part.request;
		const row = Math.max(last.get(settingsKey) ?? 0, recipients[part.first].items[0]);
		last.set(settingsKey, row);
		return { part, row };
	});
	return placed.sort((a, b) => a.row - b.row).map(({ part }) => part);
}

function countFor(recipients: number, minutes: number, left: number): number {
	const wanted = Math.min(
		left,
		Math.max(1, Math.floor(minutes / LEAST_MINUTES)),
		MOST_PARTS,
		Math.max(1, Math.floor(recipients / LEAST_RECIPIENTS)),
	);
	return Math.min(minutes, Math.max(wanted, Math.ceil(recipients / MOST_RECIPIENTS)));
}
