// If this fails, an output or an error claims what the service does not hold, in some mixture of options and failures.
import { budgetOf } from '../budget';
import { processedItemsForTests } from '../integration/harness/processedItems';
import found from './regressions.json';
import type { Scenario } from './scenario';
import { examine, search, smallest, type Found } from './search';

/**
 * Whatever a person sets and whatever fails: what the outputs or the error claim is what the service holds, and every
 * input row is in one place, sent, not sent or unknown.
 */
/** Scenarios that once broke the account, by what was seen; played before the random ones. Add one as the test prints it. */
const regressions = found as unknown as Record<string, Scenario>;

const seed = Number(process.env.ACCOUNT_SEED ?? 20_261_121);
const budget = budgetOf(process.env.ACCOUNT_RUNS, 5000, 120);
/** How many scenarios are played at a time, and how many finds are made smaller. */
const atOnce = Number(process.env.ACCOUNT_AT_ONCE ?? 16);
const shrunk = Number(process.env.ACCOUNT_SHRINK ?? 6);
const LONGEST_SHRINKING_MS = 60_000;

jest.setTimeout(3_600_000);
processedItemsForTests();

describe('the account', () => {
	it.each(Object.entries(regressions))('still balances: %s', async (_found, scenario) => {
		expect(await examine(scenario)).toEqual([]);
	});

	it(`balances in the scenarios of seed ${seed}`, async () => {
		const start = Date.now();
		const { found, tally, played } = await search(seed, budget, atOnce);
		const seconds = Math.round((Date.now() - start) / 1000);
		const broken = new Set(found.map(({ index }) => index)).size;
		process.stdout.write(
			`Account: ${played} scenarios (ACCOUNT_SEED=${seed}), ${broken} do not balance, ${seconds} s\n` +
				`Rows: ${tally.done} done, ${tally.notDone} not done, ${tally.unknown} unknown, ${tally.stopped} in runs that stopped\n`,
		);
		if (found.length > 0) await tell(found);
		expect(played).toBeGreaterThan(0);
		expect(
			found.map(({ index, rule, message }) => ({ index, rule, message })).slice(0, 20),
		).toEqual([]);
	});
});

/** Prints how often each rule was broken by which operation, and the smallest scenarios found. */
async function tell(found: Found[]): Promise<void> {
	const kinds = new Map<string, Found[]>();
	for (const each of found) {
		const kind = `${each.rule}: ${each.scenario.operation}`;
		kinds.set(kind, [...(kinds.get(kind) ?? []), each]);
	}
	for (const [kind, all] of [...kinds].sort(([a], [b]) => a.localeCompare(b))) {
		const [{ index, message }] = all;
		const line = `${String(all.length).padStart(5)} ${kind} (first: ${index}: ${message.replaceAll('\n', ' ')}`;
		process.stdout.write(`${line.slice(0, 240)})\n`);
	}
	const firsts = new Map(
		found.map((each) => [each.rule, each]).reverse() as Array<[string, Found]>,
	);
	for (const first of [...firsts.values()].slice(0, shrunk)) {
		const { rule, message, index, scenario } = await smallest(first, seed, LONGEST_SHRINKING_MS);
		process.stdout.write(`\n${rule} (seed ${seed}, scenario ${index})\n${message}\n`);
		process.stdout.write(`${JSON.stringify(scenario)}\n`);
	}
}
