// If this fails, a tool runs, or a workflow goes on as approved, although the person who was asked did not say yes.
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { budgetOf } from '../budget';
import { askingN8n } from '../integration/harness/asking';
import { play, type Played } from './approvals/play';
import { approvalScenarios, isRefused, type ApprovalScenario } from './approvals/scenario';

const seed = Number(process.env.APPROVAL_SEED ?? 20_261_124);
const { runs, ms } = budgetOf(process.env.APPROVAL_RUNS, 2000, 90);
/** Scenarios are played in as many n8ns as this, each with a service of its own. */
const lanes = Array.from({ length: 6 }, () => askingN8n());

jest.setTimeout(1_800_000);

/** How n8n (2.41, `hitl tools`) tells that a tool may run. */
const runsTheTool = ({ approved, data }: IDataObject) =>
	Boolean(approved) || Boolean((data as IDataObject | undefined)?.approved);

/** What does not hold for a call. */
function faultsOf(played: Played, { atOnce }: ApprovalScenario) {
	const { call, decisions, items, failed, ran, read } = played;
	const faults: string[] = [];
	const words = ran.map(({ order, amount }) => `Refund ${String(amount)} for ${String(order)}?`);
	if (words.length > 1 || words.some((each) => each !== read)) faults.push('ran what no one read');
	if (ran.length > 0 && !decisions.includes('approve')) faults.push('its tool ran unapproved');
	if (isRefused(call)) return read === undefined ? faults : [...faults, 'was asked about'];
	const hasRun = (items ?? []).some(runsTheTool);
	const isApproval = call.responseType === 'approval';
	if (hasRun && !isApproval) faults.push('a text was taken for an approval');
	if (hasRun && !decisions.includes('approve')) faults.push('ran although no one approved');
	const [first] = decisions;
	// At once, or with a limit, it is open who came first.
	if (!isApproval || atOnce || call.hasLimit) return faults;
	if (hasRun && first === 'decline') faults.push('ran although it was declined first');
	if (!hasRun && first === 'approve') faults.push('did not run although it was approved first');
	if (items === undefined && first !== undefined)
		faults.push('still waits although it was answered');
	if (items !== undefined && first === undefined && !call.fault) faults.push('went on unasked');
	if (failed && !call.fault) faults.push('failed');
	return faults;
}

it(`nothing behind an approval runs unless the person asked said yes (seed ${seed})`, async () => {
	const scenarios = fc.sample(approvalScenarios, { numRuns: runs, seed });
	const found: unknown[] = [];
	const tally = { approved: 0, declined: 0, ended: 0, waiting: 0 };
	let next = 0;
	const endsAt = Date.now() + ms;
	const playAll = async (lane: (typeof lanes)[number]) => {
		while (next < scenarios.length && Date.now() < endsAt) {
			const index = next++;
			const scenario = scenarios[index];
			for (const played of await play(lane, scenario)) {
				const { items } = played;
				if (items === undefined) tally.waiting++;
				else if (items.some(runsTheTool)) tally.approved++;
				else if (items.some(({ approved }) => approved === false)) tally.declined++;
				else tally.ended++;
				const faults = faultsOf(played, scenario);
				if (faults.length > 0) found.push({ index, faults, played, scenario });
			}
		}
	};
	await Promise.all(lanes.map(playAll));
	process.stdout.write(
		`Approvals: ${next} scenarios (APPROVAL_SEED=${seed}), ${found.length} faults; calls: ${JSON.stringify(tally)}\n`,
	);
	expect(JSON.stringify(found.slice(0, 3), null, 1)).toBe('[]');
	expect(Object.values(tally).every((count) => count > next / 50)).toBe(true);
});
