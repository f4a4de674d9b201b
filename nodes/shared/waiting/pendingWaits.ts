// What a process was told of the campaigns that it waits for.
import { MapThatForgets } from '../ledger/mapThatForgets';
import { DAY_MS, MINUTE_MS } from '../rules/times';
import { UNKNOWN_CAMPAIGN, eventTypes, type CampaignEvent } from '../service/events';
import { hashOf } from '../service/secrets';
import type { CampaignStatus } from './campaignEnd';

/** What notifications and statuses say of a campaign. */
export interface Told {
	/** Its end, as the first notification reported it. */
	event?: CampaignEvent;
	/** Numbers that notifications named as failed. */
	failed: Set<string>;
	/** Whether numbers failed, and none is named that can be read. */
	failedUnnamed: boolean;
	/** Its status, as it was last seen. */
	status?: CampaignStatus;
	/** When its end was first seen, in milliseconds since 1970. */
	endedAt?: number;
}

/**
 * What the calls of one waiting execution's resume URL share in this process, for as long as it waits: n8n keeps nothing
 * of a call that does not resume the execution. A notification comes once. And of two at the same moment each would find
 * the other's campaign still running.
 */
export interface PendingWait {
	/** By campaign code. */
	told: Map<string, Told>;
	/** How many notifications came. */
	notifications: number;
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
const UNKNOWN_END_MS = DAY_MS;

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
	return { told: new Map(), notifications: 0, isLooking: false, isLast: false };
}

/** What is known of a campaign of a wait. */
export function toldOf({ told }: PendingWait, code: string): Told {
	const known = told.get(code) ?? { failed: new Set(), failedUnnamed: false };
	told.set(code, known);
	return known;
}

/** Keeps what a notification tells of a campaign. */
export function noteTold(wait: PendingWait, event: CampaignEvent): void {
	wait.notifications++;
	const told = toldOf(wait, event.taskId);
	const { partial, info } = eventTypes[event.event];
	for (const phone of event.failedNumbers) told.failed.add(phone);
	if (info === 'failedNumbers') told.failedUnnamed ||= event.failedNumbers.length === 0;
	if (partial !== undefined) return;
	told.event ??= event;
	told.endedAt ??= Date.parse(event.receivedAt);
}

/** Keeps what a status tells of a campaign (specification, "States", "Campaign"). */
export function noteStatus(wait: PendingWait, status: CampaignStatus): void {
	const told = toldOf(wait, status.taskId);
	told.status = status;
	if (status.notSent === null) told.failedUnnamed = true;
	if (status.finished && status.status !== UNKNOWN_CAMPAIGN) told.endedAt ??= Date.now();
}

/** Names one wait by its campaigns, safe in a URL: an execution in a loop waits several times. */
export function waitId(executionId: string, codes: Iterable<string>): string {
	return hashOf([executionId, ...[...codes].sort()]);
}
