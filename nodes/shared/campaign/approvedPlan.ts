import type { IExecuteFunctions } from 'n8n-workflow';

import {
	approvalLabels,
	approvedText,
	readFates,
	readPlan,
	SEAL_LENGTH,
	type ApprovedPlan,
	type PlanText,
	type RowFate,
} from '../rules/approval';
import { readRows, type ReadItems } from '../run/readRows';
import { keptWithRun, runState } from '../sentBefore/runState';
import { keyFrom, sameKey } from '../service/keys';
import type { LeftOut } from './campaignKey';
import { holdAll, recipientsOf, type PlannedRun } from './campaignLimits';
import { makeRequests, type CampaignKind } from './campaignRequest';
import { isRestOf, planOf, type KeptPlan, type Plan } from './plan';
import { goesToRecipients, type RunOptions } from './runOptions';

interface AskedRun {
	/** Of the requests; undefined where no plan is expected. */
	plan: Plan | undefined;
	options: RunOptions;
	isLaterTry: boolean;
	/** All rows as they were read, those that are sent, those that are left out, and how rows are read. */
	all: ReadItems;
	read: ReadItems;
	leftOut: LeftOut[];
	rowOptions: Parameters<typeof readRows>[3];
}

/** The seal of an approved plan: only someone with the account's token can make it. */
function sealOf(token: string, plan: string): string {
	return keyFrom(token, ['approved plan', plan]).toString('base64url').slice(0, SEAL_LENGTH);
}

/**
 * A plan as the approval of a person gives it: with a seal, so that the plan of a preview alone sends nothing.
 *
 * @param token of the account with which the person was asked
 */
export function sealedPlan(token: string, plan: string): string {
	return approvedText({ plan, seal: sealOf(token, plan) });
}

/**
 * Sends only what was approved, where the options ask for that.
 *
 * A later try of a run that had what was approved sends what is left of it: each row has to be as it was approved.
 */
export async function withinApproval(
	context: IExecuteFunctions,
	kind: CampaignKind,
	run: PlannedRun,
	asked: AskedRun,
): Promise<PlannedRun> {
	const { plan, options, isLaterTry } = asked;
	const { expectedPlan } = options.approval;
	if (!goesToRecipients(options)) return run;
	if (expectedPlan === undefined || plan === undefined) return withoutApproval(run, options);
	if (run.requests.length === 0) return run;
	if (!(await isSealed(context, expectedPlan))) {
		return holdAll(run, {
			reason: 'No one approved this plan with the account of this node',
			fix: "Use the same credential in 'Send and Wait for Response', and ask for approval again. Nothing was sent.",
			isForGood: true,
		});
	}
	// Each row counts by itself: what is sent by then, or was left out, says nothing of the others.
	const approved = keptWithRun<KeptPlan>(runState(context), 'approved');
	const kept = approved[expectedPlan.plan] as KeptPlan | undefined;
	if (isLaterTry && kept !== undefined) {
		return isRestOf(kept, plan) ? run : holdOther(run, REST_DIFFERS);
	}
	const before = readPlan(expectedPlan.plan)!;
	const isEqual = plan.text === expectedPlan.plan || options.sendTo === 'lists';
	const all = isEqual
		? plan
		: ((await planThen(context, kind, before, { ...asked, plan })) ?? plan);
	const now = readPlan(all.text)!;
	if (now.rows !== before.rows || now.shown !== before.shown) return holdOther(run, ALL_DIFFERS);
	approved[expectedPlan.plan] = { rules: all.rules, rows: all.rows };
	return run;
}

async function isSealed(
	context: IExecuteFunctions,
	{ plan, seal }: ApprovedPlan,
): Promise<boolean> {
	const { token } = await context.getCredentials('extApi', 0);
	return sameKey(seal, sealOf(String(token), plan));
}

function withoutApproval(
	run: PlannedRun,
	{ sendTo, approval: { requiredAbove } }: RunOptions,
): PlannedRun {
	const recipients = recipientsOf(run.requests);
	const isToLists = sendTo === 'lists';
	if (requiredAbove === undefined || !(isToLists || recipients > requiredAbove)) return run;
	const whom = isToLists ? 'distribution lists' : `${recipients} recipients`;
	return holdAll(run, {
		reason: `A campaign to ${whom} needs an approval: '${approvalLabels.requiredAbove}' is ${requiredAbove}`,
		fix: `Preview it, ask for approval, and add '${approvalLabels.expectedPlan}' to 'Approval'. Nothing was sent.`,
		isForGood: true,
	});
}

function holdOther(run: PlannedRun, fix: string): PlannedRun {
	return holdAll(run, { reason: 'This is not what was approved', fix, isForGood: true });
}

/**
 * The plan as it is without those who are left out only now: all others, and what these would get, have to be what was
 * approved. Undefined where someone gets something who was not to get it then, or the rows are not the same.
 */
async function planThen(
	context: IExecuteFunctions,
	kind: CampaignKind,
	before: PlanText,
	{ plan: { fates: now }, all, read, leftOut, options, rowOptions }: AskedRun & { plan: Plan },
): Promise<Plan | undefined> {
	const then = fatesThen(before, now);
	if (then === undefined) return undefined;
	if ([...then].some(([item, fate]) => now[item] === 'sent' && fate !== 'sent')) return undefined;
	const back = new Set(leftOut.map(({ item }) => item).filter((item) => then.get(item) === 'sent'));
	const known = all.rows.filter(({ item }) => back.has(item));
	for (const { item } of known) back.delete(item);
	// The rows that "Leave Out" names were not even read.
	const others = new Set([...context.getInputData().keys()].filter((item) => !back.has(item)));
	const unread =
		back.size === 0
			? { rows: [], settings: [] }
			: await readRows(context, kind, others, { ...rowOptions, leaveOut: undefined });
	const rows = [...read.rows, ...known, ...unread.rows].sort((one, two) => one.item - two.item);
	const whole = { ...read, rows, settings: new Map([...all.settings, ...unread.settings]) };
	const { requests } = await makeRequests(kind, whole, options, now.length);
	return await planOf(kind, {
		...{ requests, read: whole, options, count: now.length },
		leftOut: leftOut.filter(({ item }) => then.get(item) === 'leftOut'),
	});
}

/** What was to become of each row, by its item now; undefined where the rows are not the same. */
function fatesThen(before: PlanText, now: RowFate[]): Map<number, RowFate> | undefined {
	const approved = readFates(before.fates);
	// Rows that are refused may be in another output of the preview: the others are in their order.
	const isWhole = approved.length === now.length;
	const isHere = (fate: RowFate) => isWhole || fate !== 'refused';
	const fates = approved.filter(isHere);
	const items = [...now.keys()].filter((item) => isHere(now[item]));
	return items.length === fates.length
		? new Map(items.map((item, at) => [item, fates[at]]))
		: undefined;
}

const ALL_DIFFERS = 'Preview it and ask for approval again, or undo the change. Nothing was sent.';
/** The rows that were sent are not to be sent again, whatever is approved of the others. */
const REST_DIFFERS =
	'Undo the change, or preview the other rows alone and ask for approval of them. Nothing more was sent.';
