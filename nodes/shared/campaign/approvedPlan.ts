import type { IExecuteFunctions } from 'n8n-workflow';

import {
	approvalLabels,
	approvedText,
	readFates,
	readPlan,
	SEAL_LENGTH,
	type PlanText,
	type RowFate,
} from '../rules/approval';
import { counted } from '../rules/text';
import { keptWithRun, runState } from '../sentBefore/runState';
import { keyFrom, sameKey } from '../service/keys';
import { holdAll, recipientsOf, type PlannedRun } from './campaignLimits';
import { datesFix } from './datesRead';
import { giveHint } from '../n8n/hints';
import type { Plan } from './plan';
import { changesSince, NO_ROW, OTHER_TEXT, whatChanged, type KeptPlan } from './planChanges';
import { namedSettings } from './plannedSettings';
import type { CampaignKind } from './campaignRequest';
import { goesToRecipients, type RunOptions } from './runOptions';

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
	{ plan, planIf, options, isLaterTry }: AskedApproval,
): Promise<PlannedRun> {
	const { expectedPlan } = options.approval;
	if (!goesToRecipients(options)) return run;
	if (expectedPlan === undefined || plan === undefined) return withoutApproval(run, options);
	const before = readPlan(expectedPlan.plan)!;
	const isApproved = async () => {
		const { token } = await context.getCredentials('extApi', 0);
		return sameKey(expectedPlan.seal, sealOf(String(token), expectedPlan.plan));
	};
	if (run.requests.length === 0) {
		// The seal first: what no one approved may name any number of rows.
		if (!isLaterTry && (await isApproved()) && leavesOutAll(before, plan)) {
			giveHint(context, fewerHint(before.recipients, 0));
		}
		return run;
	}
	if (!(await isApproved())) {
		return holdAll(run, {
			reason: 'No one approved this plan with the account of this node',
			fix: "Use the same credential in 'Send and Wait for Response', and ask for approval again. Nothing was sent.",
			isForGood: true,
		});
	}
	const approved = new ApprovedRows(context, expectedPlan.plan);
	const changes = isLaterTry ? approved.changesIn(plan, namedSettings(kind)) : undefined;
	if (changes?.length === 0) return run;
	if (changes !== undefined) {
		return holdOther(context, kind, run, { changed: changes.join(', '), fix: REST_DIFFERS });
	}
	const isToLists = options.sendTo === 'lists';
	const isEqual = plan.text === expectedPlan.plan || isToLists;
	const all = isEqual ? plan : ((await planThen(before, plan, planIf)) ?? plan);
	const now = readPlan(all.text)!;
	if (now.rows !== before.rows || now.shown !== before.shown) {
		const changed = whatChanged(before, now, namedSettings(kind));
		return holdOther(context, kind, run, { changed, fix: ALL_DIFFERS });
	}
	approved.keep(all, context.getInputData().length);
	if (!isToLists) giveHint(context, fewerHint(before.recipients, recipientsOf(run.requests)));
	return run;
}

/** Lets through what may be sent without a plan. */
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

/** Sends nothing of another campaign. */
function holdOther(
	context: IExecuteFunctions,
	kind: CampaignKind,
	run: PlannedRun,
	{ changed, fix }: { changed: string; fix: string },
): PlannedRun {
	const dates = changed.includes(OTHER_TEXT) ? datesFix(context, kind, 'text') : undefined;
	return holdAll(run, {
		reason: `This is not what was approved: ${changed}`,
		fix: dates ? `${dates} ${fix}` : fix,
		isForGood: true,
	});
}

interface AskedApproval {
	/** Of the requests; undefined where no plan is expected. */
	plan: Plan | undefined;
	/** The plan of the same rows if others of them were left out. */
	planIf: PlanIf;
	options: RunOptions;
	/** True when an earlier try of this run sent a part. */
	isLaterTry: boolean;
}

/** Makes the plan of a run in which these things become of its items. */
export type PlanIf = (fates: ReadonlyMap<number, RowFate>) => Promise<Plan>;

/**
 * The plan as it is without those who are left out only now: all others, and what these would get, have to be what was
 * approved. Undefined where someone gets something who was not to get it then, or the rows are not the same.
 */
async function planThen(before: PlanText, now: Plan, planIf: PlanIf): Promise<Plan | undefined> {
	const all = readFates(before.fates);
	// Rows that are refused may be in another output of the preview: the others are in their order.
	const isWhole = all.length === now.fates.length;
	const isHere = (fate: RowFate) => isWhole || fate !== 'refused';
	const then = all.filter(isHere);
	const items = [...now.fates.keys()].filter((item) => isHere(now.fates[item]));
	if (items.length !== then.length) return undefined;
	if (items.some((item, at) => now.fates[item] === 'sent' && then[at] !== 'sent')) return undefined;
	return await planIf(new Map(items.map((item, at) => [item, then[at]])));
}

/** Tells whether every row that was to get something is left out now. */
function leavesOutAll(before: PlanText, now: Plan): boolean {
	const then = readFates(before.fates);
	const isSame = then.length === now.fates.length;
	return isSame && then.every((fate, at) => fate !== 'sent' || now.fates[at] === 'leftOut');
}

function fewerHint(approved: number, recipients: number): string | undefined {
	const fewer = approved - recipients;
	if (fewer === 0) return undefined;
	const get =
		fewer === 1 ? '1 of them gets nothing: it was' : `${fewer} of them get nothing: they were`;
	return `${counted(approved, 'recipient')} were approved. ${get} left out since then.`;
}

const ALL_DIFFERS = 'Preview it and ask for approval again, or undo the change. Nothing was sent.';
/** The rows that were sent are not to be sent again, whatever is approved of the others. */
const REST_DIFFERS =
	'Undo the change, or preview the other rows alone and ask for approval of them. Nothing more was sent.';

/**
 * The rows that were approved, kept with the execution for a later try. Each counts by itself: what is sent by then, or
 * was left out, says nothing of the others. The rules of the run are those of every row.
 */
class ApprovedRows {
	private readonly kept: Record<string, KeptPlan>;

	constructor(
		context: IExecuteFunctions,
		private readonly plan: string,
	) {
		this.kept = keptWithRun(runState(context), 'approved');
	}

	keep({ rows, values }: Plan, items: number): void {
		const each = Array.from({ length: items }, (_, item) => rows.get(item) ?? NO_ROW);
		this.kept[this.plan] = { ...values, rows: each };
	}

	/** How what is left differs from what was approved of it; undefined where nothing was kept. */
	changesIn(plan: Plan, settings: Array<{ label: string }>): string[] | undefined {
		const kept = this.kept[this.plan];
		return kept && changesSince(kept, plan, settings);
	}
}
