import { hashOf, WHOLE_HASH } from '../service/keys';
import { MapThatForgets } from '../sentBefore/mapThatForgets';
import { eventTypes, type CampaignEvent } from '../service/events';
import { MINUTE_MS } from '../rules/times';
import { countOf } from './campaignEnd';
import { UNKNOWN_CAMPAIGN, type CampaignStatus } from './campaignStatus';

/**
 * What the calls of one waiting execution's resume URL share in this process, for as long as it
 * waits: n8n keeps nothing of a call that does not resume the execution. In another process, or after a
 * restart, each call finds out by itself.
 *
 * A notification comes once. And two may come at the same moment: each would find the other's campaign
 * still running; or both would resume the execution, which n8n 1.123 does not prevent.
 */
export interface PendingWait {
	/** Ends that notifications reported, by campaign code. */
	events: Map<string, CampaignEvent>;
	/** Codes of campaigns of which notifications count differently: the lowest count is in `events`, and none is known. */
	countedTwice: Set<string>;
	/** Numbers that notifications named as failed, by campaign code. */
	failed: Map<string, Set<string>>;
	/** Codes of campaigns of which a notification or a status says that numbers failed, and names none that can be read. */
	failedUnnamed: Set<string>;
	/** Codes of campaigns that have begun: a notification or a status said so. */
	begun: Set<string>;
	/** When a status was first seen that will not change any more, by campaign code. */
	finishedAt: Map<string, number>;
	/** Since when the service answers that it does not know a campaign, by its code. */
	unknownSince: Map<string, number>;
	/** True while a call is looking at the statuses. */
	isLooking: boolean;
	/** True when the time limit has come: the look under way is the last. */
	isLast: boolean;
	/** When n8n continues by itself, in milliseconds since 1970, if this process put the execution to wait. */
	goesOnAt?: number;
	/** When a call resumed the execution, in milliseconds since 1970. */
	resumedAt?: number;
}

/** How long a wait is remembered that is over: n8n has saved that the execution continues by then. */
const REMEMBERED_MS = 10 * MINUTE_MS;
/** How long one is remembered whose end is not known here. */
const UNKNOWN_END_MS = 24 * 60 * MINUTE_MS;

const waits = new MapThatForgets<PendingWait>(
	({ resumedAt, goesOnAt }, begunAt) =>
		(resumedAt ?? goesOnAt ?? begunAt + UNKNOWN_END_MS) + REMEMBERED_MS,
);

/** The shared state of one wait, by its {@link waitId}. */
export function pendingWait(id: string): PendingWait {
	return waits.getOrMake(id, newWait);
}

/** A wait of which nothing is known yet. */
export function newWait(): PendingWait {
	const ends = { events: new Map(), countedTwice: new Set<string>() };
	const told = { ...ends, failed: new Map(), failedUnnamed: new Set<string>() };
	const seen = { begun: new Set<string>(), finishedAt: new Map(), unknownSince: new Map() };
	return { ...told, ...seen, isLooking: false, isLast: false };
}

/** Keeps what a notification tells of a campaign. */
export function noteTold(
	{ events, countedTwice, failed, failedUnnamed, begun }: PendingWait,
	event: CampaignEvent,
): void {
	const { taskId, failedNumbers } = event;
	begun.add(taskId);
	const { partial, info } = eventTypes[event.event];
	if (failedNumbers.length > 0) {
		failed.set(taskId, new Set([...(failed.get(taskId) ?? []), ...failedNumbers]));
	} else if (info === 'failedNumbers') {
		failedUnnamed.add(taskId);
	}
	if (partial !== undefined) return;
	const first = events.get(taskId);
	if (first === undefined) {
		events.set(taskId, event);
		return;
	}
	// One that is repeated came when it came first.
	const again = { ...event, receivedAt: first.receivedAt };
	const [one, other] = [countOf(first), countOf(event)];
	const differ = one !== null && other !== null && one !== other;
	if (differ) countedTwice.add(taskId);
	events.set(taskId, differ ? { ...again, sentCount: Math.min(one, other) } : again);
}

/** Keeps what a status tells of a campaign (specification, "States", "Campaign"). */
export function noteStatus(
	{ begun, failedUnnamed, finishedAt, unknownSince }: PendingWait,
	{ taskId, status, finished, notSent }: CampaignStatus,
): void {
	if (notSent === null) failedUnnamed.add(taskId);
	const isUnknown = status === UNKNOWN_CAMPAIGN;
	if (!isUnknown) unknownSince.delete(taskId);
	else if (!unknownSince.has(taskId)) unknownSince.set(taskId, Date.now());
	if (!isUnknown && status !== 'pending') begun.add(taskId);
	if (!finished) finishedAt.delete(taskId);
	else if (!isUnknown && !finishedAt.has(taskId)) finishedAt.set(taskId, Date.now());
}

/**
 * Names one wait, safe in a URL.
 *
 * @param codes the campaigns it waits for: an execution in a loop waits several times
 */
export function waitId(executionId: string, codes: Iterable<string>): string {
	return hashOf([executionId, ...[...codes].sort()], WHOLE_HASH);
}
