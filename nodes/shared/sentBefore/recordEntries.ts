import { createHash } from 'crypto';

import { MapThatForgets } from './mapThatForgets';

/**
 * What a record of sent messages holds: entries of a storage that tells of an entry whether it is
 * there, and nothing else.
 */

/** Names the one message to a recipient under a key, the same in every execution. */
export type Mark = string;

/**
 * The mark of a recipient. It holds no phone in clear: it is stored.
 *
 * @param recipient a phone in the form that is compared, or what else represents a recipient
 */
export function markOf(key: string, recipient: string): Mark {
	return createHash('sha256')
		.update(JSON.stringify([key, recipient]))
		.digest('base64url');
}

/** The key was used before. */
export const usedEntry = (key: string) => `used ${markOf(key, '')}`;

/** The service accepted the message. */
export const sentEntry = (mark: Mark) => `sent ${mark}`;

/**
 * A request for the message left, or is about to.
 *
 * @param attempt 1, and one more for each time it was sent again after an unknown outcome
 */
export const leftEntry = (mark: Mark, attempt = 1) =>
	attempt === 1 ? `left ${mark}` : `left ${mark} ${attempt}`;

/** That request is over, and no one knows what became of it. */
export const overEntry = (mark: Mark, attempt: number) => `over ${mark} ${attempt}`;

const PERIOD_MS = 600_000;

/**
 * Periods, beside the one under way, in which a request that left may still be under way: half an hour.
 * The longest takes 23 minutes: four times n8n's longest timeout of its own, 5 minutes, with a minute
 * between two (`withRetryAfter`).
 */
const MOST_PERIODS = 3;

/**
 * Requests for some of these messages leave now. One entry represents about 1 of 64 messages, so that
 * many take few.
 *
 * @param now milliseconds since 1970
 */
export function activeEntries(marks: Iterable<Mark>, now: number): string[] {
	const period = Math.floor(now / PERIOD_MS);
	return [...new Set([...marks].map((mark) => activeEntry(mark, period)))];
}

/** One of these entries is there while a request for the message may still be under way. */
export function recentlyActiveEntries(mark: Mark, now: number): string[] {
	const period = Math.floor(now / PERIOD_MS);
	return Array.from({ length: MOST_PERIODS + 1 }, (_, ago) => activeEntry(mark, period - ago));
}

const activeEntry = (mark: Mark, period: number) => `active ${mark[0]} ${period}`;

/** Longer than any request is under way: what an execution that broke off left is forgotten then. */
const UNDER_WAY_MS = 24 * 60 * 60_000;

/** Who has a message under way, by place and mark. */
const owners = new MapThatForgets<MarksUnderWay>(UNDER_WAY_MS);

/**
 * Messages that an execution in this process is about to send or has under way. n8n's storage cannot
 * tell them from those of a process that died.
 */
export class MarksUnderWay {
	/** @param place names the workflow and node they are of */
	constructor(private readonly place: string) {}

	/** Whether any execution has it under way. */
	has(mark: Mark): boolean {
		return owners.has(this.keyOf(mark));
	}

	begin(marks: Mark[]): void {
		for (const mark of marks) owners.set(this.keyOf(mark), this);
	}

	/** Those of other executions stay. */
	end(marks: Mark[]): void {
		for (const mark of marks) {
			if (owners.get(this.keyOf(mark)) === this) owners.delete(this.keyOf(mark));
		}
	}

	private keyOf(mark: Mark): string {
		return `${this.place} ${mark}`;
	}
}
