import { MOST_RECIPIENTS } from '../validation/phones';
import { MINUTE_MS } from '../validation/wallTime';

/**
 * Minutes between two parts, at least: often enough that nobody's answers come in waves, and so seldom
 * that a day makes 96 parts, fewer than the campaigns a run may have.
 */
const LEAST_MINUTES = 15;
/** Most parts, however many hours there are. */
const MOST_PARTS = (24 * 60) / LEAST_MINUTES;
/** Recipients of a part, at least: the service does not save a campaign to a single number (specification, "Resources and their fields"), so it could not be deleted. */
const LEAST_RECIPIENTS = 2;

/** A campaign that is one of several. */
export interface SpreadPart {
	/** Where its recipients begin among all of them, counted from 0. */
	first: number;
	/** How many recipients it has. */
	recipients: number;
	/** When it begins, in milliseconds since 1970: a whole minute, as the service schedules. */
	startsAt: number;
}

/**
 * Spreads recipients over hours, in parts of equal size (give or take one) at equal distances. A part
 * every 15 minutes, or fewer where they are few or the hours many; more, up to one a minute, only so
 * that each fits into one request.
 *
 * @param recipients how many there are
 * @param hours over how many hours; the last part begins before they have passed
 * @param startsAt when the first part may begin, in milliseconds since 1970; the minute counts
 * @param afterFreeTime the moment a length of time after another, both in milliseconds, of which quiet
 * time does not count: what would be sent in it follows later, not all at once when it ends
 */
export function spread(
	recipients: number,
	hours: number,
	startsAt: number,
	afterFreeTime: (moment: number, length: number) => number,
): SpreadPart[] {
	const minutes = Math.max(1, Math.floor(hours * 60));
	const parts = partsOf(recipients, minutes);
	const spreadParts: SpreadPart[] = [];
	let first = 0;
	let passed = 0;
	let moment = Math.floor(startsAt / MINUTE_MS) * MINUTE_MS;
	for (let part = 0; part < parts; part++) {
		const size = Math.floor(recipients / parts) + (part < recipients % parts ? 1 : 0);
		const length = Math.floor((part * minutes) / parts) * MINUTE_MS;
		moment = afterFreeTime(moment, length - passed);
		spreadParts.push({ first, recipients: size, startsAt: moment });
		first += size;
		passed = length;
	}
	return spreadParts;
}

function partsOf(recipients: number, minutes: number): number {
	if (recipients === 0) return 0;
	const wanted = Math.min(
		Math.max(1, Math.floor(minutes / LEAST_MINUTES)),
		MOST_PARTS,
		Math.max(1, Math.floor(recipients / LEAST_RECIPIENTS)),
	);
	return Math.min(minutes, Math.max(wanted, Math.ceil(recipients / MOST_RECIPIENTS)));
}
