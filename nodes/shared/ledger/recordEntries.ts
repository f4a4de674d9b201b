import { DAY_MS } from '../rules/times';
import { keyFrom } from '../service/keys';
import { MapThatForgets } from './mapThatForgets';

/**
 * What a record of sent messages holds: entries of a storage that tells of an entry whether it is
 * there, and nothing else.
 */

/** Names the one message to a recipient under a key, the same in every execution. */
export type Mark = string;

/** A recipient of a record. */
export interface Marked {
	mark: Mark;
	/** The mark of the Campaign Key. */
	key: Mark;
}

/** What happened to messages before, by mark. */
export interface Found {
	/** Accepted by the service. */
	sent: Set<Mark>;
	/** Sent; whether it was accepted is unknown, and it is not to be sent now. */
	unknown: Set<Mark>;
}

/** How a record is looked at. */
export interface Look {
	/** Nothing will be sent, so nothing stays recorded. */
	isOnlyLook?: boolean;
	/** What of the unknown is to be sent again, where its request is certainly over. */
	sendsAgain?: (mark: Mark) => boolean;
}

/**
 * Makes the marks of recipients under Campaign Keys, such as phones in the form that is compared. They are stored for
 * long, so they need the account's token: anyone who has only them could otherwise try every phone.
 */
export function marker(token: string): (campaignKey: string, recipient: string) => Marked {
	const secret = keyFrom(token, ['record']);
	const markOf = (...named: string[]) => keyFrom(secret, named).toString('base64url');
	let last: { campaignKey?: string; key: Mark } = { key: '' };
	return (campaignKey, recipient) => {
		if (last.campaignKey !== campaignKey) last = { campaignKey, key: markOf(campaignKey) };
		return { mark: markOf(campaignKey, recipient), key: last.key };
	};
}

/** The marks of recipients by that of their Campaign Key. */
export function marksByKey(marked: Iterable<Marked>): Map<Mark, Mark[]> {
	const byKey = new Map<Mark, Mark[]>();
	for (const { mark, key } of marked) {
		const marks = byKey.get(key) ?? [];
		byKey.set(key, marks);
		marks.push(mark);
	}
	return byKey;
}

/** The key was used before. */
export const usedEntry = (key: Mark) => `used ${key}`;

/** The service accepted the message. */
export const sentEntry = (mark: Mark) => `sent ${mark}`;

/** A request for the message was sent, or is about to be: the first attempt, or a later one after an unknown outcome. */
export const leftEntry = (mark: Mark, attempt = 1) =>
	attempt === 1 ? `left ${mark}` : `left ${mark} ${attempt}`;

/** That request is over, and what happened to it is unknown. */
export const overEntry = (mark: Mark, attempt: number) => `over ${mark} ${attempt}`;

const PERIOD_MS = 600_000;

/**
 * Periods, beside the one under way, in which a request that was sent may still be under way: half an hour.
 * The longest takes 23 minutes: four times n8n's longest timeout of its own, 5 minutes, with a minute between
 * two (`withRetryAfter`).
 */
const MOST_PERIODS = 3;

/** Requests for some of these messages are sent now. One entry represents about 1 of 64 messages, so that many take few. */
export function activeEntries(marks: Iterable<Mark>, now: number): string[] {
	const period = Math.floor(now / PERIOD_MS);
	return [...new Set([...marks].map((mark) => activeEntry(mark, period)))];
}

/** One of these entries is there while a request for the message may still run. */
export function recentlyActiveEntries(mark: Mark, now: number): string[] {
	const period = Math.floor(now / PERIOD_MS);
	return Array.from({ length: MOST_PERIODS + 1 }, (_, ago) => activeEntry(mark, period - ago));
}

const activeEntry = (mark: Mark, period: number) => `active ${mark[0]} ${period}`;

/** Longer than any request runs: what an execution that was interrupted left is forgotten then. */
const UNDER_WAY_MS = DAY_MS;

/** By execution: what it is sending, and of which place. */
const executions = new MapThatForgets<{ place: string; marks: Set<Mark> }>(UNDER_WAY_MS);
let begun = 0;

/**
 * Messages that an execution in this process is about to send or is sending. n8n's storage cannot tell them
 * from those of a process that died.
 */
export class MarksUnderWay {
	private readonly execution = String(begun++);
	private readonly marks = new Set<Mark>();

	/** @param place names the workflow and node they are of */
	constructor(private readonly place: string) {}

	/** Whether any execution is sending it. */
	has(mark: Mark): boolean {
		return executions.values().some(({ place, marks }) => place === this.place && marks.has(mark));
	}

	begin(marks: Mark[]): void {
		for (const mark of marks) this.marks.add(mark);
		if (marks.length > 0) executions.set(this.execution, { place: this.place, marks: this.marks });
	}

	/** Those of other executions stay. */
	end(marks: Mark[]): void {
		for (const mark of marks) this.marks.delete(mark);
		if (this.marks.size === 0) executions.delete(this.execution);
	}
}
