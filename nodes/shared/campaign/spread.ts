import { MOST_RECIPIENTS } from '../rules/phones';
import { MINUTE_MS } from '../rules/times';
import type { PlannedRequest } from '../run/planRequests';
import type { SpreadPlace } from '../sentBefore/campaignMemory';

/**
 * Minutes between two parts, at least: often enough that no one's answers come in waves, and so seldom
 * that a day makes 96 parts, fewer than the campaigns a run may have.
 */
const LEAST_MINUTES = 15;
/** Most parts, however many hours there are. */
const MOST_PARTS = (24 * 60) / LEAST_MINUTES;
/** Recipients of a part, at least: the service does not save a campaign to a single number (specification, "Shared sending parameters", `desc`), so it could not be deleted. */
const LEAST_RECIPIENTS = 2;

interface SpreadPart<Request> {
	request: Request;
	/** Where its recipients begin among those of its request, counted from 0. */
	first: number;
	recipients: number;
	/** When it begins, in milliseconds since 1970: a whole minute, as the service schedules. */
	startsAt: number;
	/** Which part it is, counted from 0. */
	part: number;
}

/**
 * Spreads the recipients of requests over hours, in row order: a part of equal size every 15 minutes, or fewer where
 * recipients are few or the hours many; more only so that each fits into one request. What earlier tries did not send
 * follows at their pace, at the times of their unsent parts.
 *
 * @param hours over how many hours; the last part begins before they have passed
 * @param startsAt when the first part may begin, in milliseconds since 1970; the minute counts
 * @param afterFreeTime the moment a length of time after another, both in milliseconds, of which quiet time does not count
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
