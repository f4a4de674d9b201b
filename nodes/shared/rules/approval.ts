import { HIGHEST_LIMIT } from './beforeSending';
import { wholeNumber } from './numbers';
import {
	isEmpty,
	onlyField,
	partsReader,
	problem,
	quoted,
	type Problem,
	type Read,
} from './reader';

/** What a run has to be approved for. */
export interface Approval {
	/** What was approved, and the seal that says so. */
	expectedPlan?: ApprovedPlan;
	/** With more recipients nothing is sent without a plan that was approved. */
	requiredAbove?: number;
}

/** A plan with the seal that only the approval of a person puts on it. */
export interface ApprovedPlan {
	plan: string;
	seal: string;
}

export const approvalLabels = {
	expectedPlan: 'Expected Plan',
	requiredAbove: 'Require Approval Above',
};

/** A plan, taken apart. */
export interface PlanText {
	recipients: number;
	/** Of everything that is sent: equal for equal plans alone. */
	rows: string;
	/** Of what the approver saw. */
	shown: string;
	/** Of the reasons why rows are left out, which the approver saw and which decide nothing. */
	reasons: string;
	/** What becomes of each row, in their order. */
	fates: string;
}

export const ROWS_LENGTH = 24;
export const SHOWN_LENGTH = 12;
export const REASONS_LENGTH = 4;
export const SEAL_LENGTH = 32;

/** Most rows of a plan: more than n8n can hold, and a few characters of text can name any number. */
const MOST_ROWS = 2_000_000;

const PLAN = new RegExp(
	`^p2\\.(\\d{1,9})\\.([\\w-]{${ROWS_LENGTH}})\\.([\\w-]{${SHOWN_LENGTH}})\\.([\\w-]{${REASONS_LENGTH}})\\.([\\da-z]+(?:-[\\da-z]+)*)$`,
);

/** Writes a plan as one text: it begins with what a person can read of it. */
export function planText({ recipients, rows, shown, reasons, fates: each }: PlanText): string {
	return ['p2', recipients, rows, shown, reasons, each].join('.');
}

/** Reads a plan; undefined for what no preview gave. */
export function readPlan(text: unknown): PlanText | undefined {
	const [, recipients, rows, shown, reasons, each] = PLAN.exec(String(text)) ?? [];
	if (recipients === undefined || typeof text !== 'string') return undefined;
	if (lengthsOf(each).reduce((sum, length) => sum + length, 0) > MOST_ROWS) return undefined;
	return { recipients: Number(recipients), rows, shown, reasons, fates: each };
}

/** What a plan does with a row. Of one that is refused it says no more than that it is there. */
export type RowFate = (typeof fates)[number];
const fates = ['sent', 'leftOut', 'refused'] as const;

/** What becomes of rows, as the lengths of runs of the same: first some that are sent, then left out, refused, sent … */
export function fatesText(rows: Iterable<RowFate>): string {
	const lengths = [0];
	for (const fate of rows) {
		while (fates[(lengths.length - 1) % fates.length] !== fate) lengths.push(0);
		lengths[lengths.length - 1]++;
	}
	return lengths.map((length) => length.toString(36)).join('-');
}

/** The same, read. */
export function readFates(text: string): RowFate[] {
	return lengthsOf(text).flatMap((length, at) =>
		Array<RowFate>(length).fill(fates[at % fates.length]),
	);
}

function lengthsOf(text: string): number[] {
	return text.split('-').map((length) => parseInt(length, 36));
}

export function approvedText({ plan, seal }: ApprovedPlan): string {
	return `${plan}.${seal}`;
}

const SEALED = new RegExp(`^(.*)\\.([\\w-]{${SEAL_LENGTH}})$`);

function readApproved(text: string): ApprovedPlan | undefined {
	const [, plan, seal] = SEALED.exec(text) ?? [];
	return readPlan(plan) === undefined ? undefined : { plan, seal };
}

/** What is wrong with an empty plan. */
export const NO_PLAN: Problem = {
	rule: 'is empty or missing',
	fix: "Nothing was sent, because the campaign was declined or not answered in time. If it was approved, use 'plan' of the approval's first item.",
};

function expected(plan: unknown): Read<ApprovedPlan> {
	if (isEmpty(plan)) return { problem: NO_PLAN };
	const text = typeof plan === 'string' ? plan.trim() : '';
	const approved = readApproved(text);
	if (approved !== undefined) return { value: approved };
	return readPlan(text) === undefined
		? problem(
				`isn't a plan: ${quoted(plan)}`,
				"Use 'plan' of the approval, such as {{ $json.plan }}.",
			)
		: problem("is a preview's plan, which no one has approved", ASK);
}

const ASK =
	"Between the preview and this node, add a 'Send and Wait for Response' with the response type 'Campaign Approval', and connect its output here.";

/** Reads the parts that a person added, each under its name. */
export const readApproval = partsReader<Approval>({
	expectedPlan: { label: approvalLabels.expectedPlan, reader: onlyField('plan', expected) },
	requiredAbove: {
		label: approvalLabels.requiredAbove,
		reader: onlyField('recipients', wholeNumber(0, HIGHEST_LIMIT)),
	},
});
