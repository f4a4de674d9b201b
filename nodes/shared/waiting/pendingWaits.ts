// What a process stores of the campaigns that it waits for.
import { MapThatForgets } from '../ledger/mapThatForgets';
import { DAY_MS, MINUTE_MS } from '../rules/times';
import { UNKNOWN_CAMPAIGN, eventTypes, type CampaignEvent } from '../service/events';
import { hashOf } from '../service/secrets';
import type { CampaignStatus } from './campaignEnd';

/** What notifications and statuses say of a campaign. */
export interface Told {
	/** Its end by the first notification. */
	event?: CampaignEvent;
	/** Failed numbers in notifications. */
	failed: Set<string>;
	/** Whether numbers failed without readable names. */
	failedUnnamed: boolean;
	/** Its last known status. */
	status?: CampaignStatus;
	/** When its end was first seen, in milliseconds since 1970. */
	endedAt?: number;
}

/**
 * What the calls of one wait's resume URL share in this process: n8n keeps nothing of a call that
 * does not resume the execution. A notification comes only once. Without this, each of two
 * simultaneous calls would find the other's campaign still running.
 */
export interface PendingWait {
	/** By campaign code. */
	told: Map<string, Told>;
	/** How many came. */
	notifications: number;
	isLooking: boolean;
	/** True if the time limit has come: the current look is the last. */
	isLast: boolean;
	/** When n8n continues by itself (milliseconds since 1970), if this process began the wait. */
	goesOnAt?: number;
	/** When a call resumed the execution, in milliseconds since 1970. */
	resumedAt?: number;
}

/** How long a wait that is over stays in memory. n8n has saved the continued execution by then. */
const REMEMBERED_MS = 10 * MINUTE_MS;
/** How long a wait with an unknown end stays. */
const UNKNOWN_END_MS = DAY_MS;

const waits = new MapThatForgets<PendingWait>(
	({ resumedAt, goesOnAt }, begunAt) =>
		(resumedAt ?? goesOnAt ?? begunAt + UNKNOWN_END_MS) + REMEMBERED_MS,
);

/** The shared state of one wait, by its {@link waitId}. */
export function pendingWait(id: string): PendingWait {
	return waits.getOrMake(id, newWait);
}

/** A new wait. */
export function newWait(): PendingWait {
	return { told: new Map(), notifications: 0, isLooking: false, isLast: false };
}

/** What is known of a wait's campaign. */
export function toldOf({ told }: PendingWait, code: string): Told {
	const known = told.get(code) ?? { failed: new Set(), failedUnnamed: false };
	told.set(code, known);
	return known;
}

/** Keeps what a notification says of a campaign. */
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

/** Keeps a campaign's status (specification, "States", "Campaign"). */
export function noteStatus(wait: PendingWait, status: CampaignStatus): void {
	const told = toldOf(wait, status.taskId);
	told.status = status;
	if (status.notSent === null) told.failedUnnamed = true;
	if (status.finished && status.status !== UNKNOWN_CAMPAIGN) told.endedAt ??= Date.now();
}

/** Names a wait by its campaigns, safe in a URL: in a loop, an execution waits several times. */
export function waitId(executionId: string, codes: Iterable<string>): string {
	return hashOf([executionId, ...[...codes].sort()]);
}
