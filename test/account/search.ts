import fc from 'fast-check';

import type { Budget } from '../budget';
import { count, type Tally } from './claims';
import { violations } from './invariant';
import type { Violation } from './rules/case';
import { runScenario, type Observed } from './runScenario';
import type { Scenario } from './scenario';
import { scenarios } from './mixtures';

/** A scenario that breaks a rule. */
export interface Found extends Violation {
	/** Number of the scenario among those of the seed. */
	index: number;
	scenario: Scenario;
}

/** Errors that no one waited for, as the test environment collects them. */
const unheard = (): unknown[] =>
	((globalThis as { unheardErrors?: unknown[] }).unheardErrors ??= []);

/** Plays a scenario alone and says which rules it breaks. */
export async function examine(scenario: Scenario): Promise<Violation[]> {
	const before = unheard().length;
	const found = await play(scenario);
	const errors = unheard().slice(before);
	return errors.length === 0 ? found : [...found, leaked(errors[0])];
}

/** How often a scenario is played that a busy machine has spoiled. */
const MOST_PLAYS = 3;

async function play(scenario: Scenario, tally?: Tally, times = 1): Promise<Violation[]> {
	try {
		const observed = await runScenario(scenario);
		if (timedOutByItself(scenario, observed) && times < MOST_PLAYS)
			return await play(scenario, tally, times + 1);
		if (tally) count(tally, observed.result, scenario);
		return violations(scenario, observed);
	} catch (error) {
		return [{ rule: 'hangs or breaks', message: String((error as Error).stack) }];
	}
}

/** Whether a request took too long although nothing delayed it: that says something of the machine alone. */
function timedOutByItself({ faults }: Scenario, { result: { main, errors, error } }: Observed) {
	if (faults.some(({ rule }) => rule.kind === 'delay')) return false;
	const said = error ? error.message : JSON.stringify([...main, ...errors].map(({ json }) => json));
	return said.includes('ECONNABORTED');
}

function leaked(error: unknown): Violation {
	const { message = String(error) } = error as Error;
	return { rule: 'unheard error', message: `n8n logs as uncaught: ${message}` };
}

/**
 * Plays random scenarios, several at a time: a scenario mostly waits.
 *
 * @param atOnce how many at a time
 * @returns those that break a rule, in their order, how the rows of all came out, and how many were played
 */
export async function search(
	seed: number,
	{ runs, ms }: Budget,
	atOnce: number,
): Promise<{ found: Found[]; tally: Tally; played: number }> {
	const endsAt = Date.now() + ms;
	const all = fc.sample(scenarios, { seed, numRuns: runs });
	const tally: Tally = { done: 0, notDone: 0, unknown: 0, open: 0, stopped: 0 };
	const found: Found[] = [];
	const suspects = new Set<number>();
	let next = 0;
	const underWay = new Set<number>();
	const work = async () => {
		while (next < all.length && Date.now() < endsAt) {
			const index = next++;
			underWay.add(index);
			const before = unheard().length;
			for (const violation of await play(all[index], tally)) {
				found.push({ ...violation, index, scenario: all[index] });
			}
			// Whose error that was only shows when it plays alone.
			if (unheard().length > before) for (const each of underWay) suspects.add(each);
			underWay.delete(index);
		}
	};
	await Promise.all(Array.from({ length: atOnce }, work));
	for (const index of [...suspects].slice(0, MOST_SUSPECTS)) {
		const alone = await examine(all[index]);
		const leak = alone.find(({ rule }) => rule === 'unheard error');
		if (leak) found.push({ ...leak, index, scenario: all[index] });
	}
	return { found: found.sort((a, b) => a.index - b.index), tally, played: next };
}

/** Each takes the time of a scenario, and one is enough to know of the leak. */
const MOST_SUSPECTS = 60;

/** The smallest scenario that breaks the same rule, as far as one is found in some time. */
export async function smallest(found: Found, seed: number, longestMs: number): Promise<Found> {
	let last = found;
	const holds = fc.asyncProperty(scenarios, async (scenario) => {
		const broken = (await examine(scenario)).find(({ rule }) => rule === found.rule);
		if (broken) last = { ...found, ...broken, scenario };
		return broken === undefined;
	});
	const path = String(found.index);
	await fc.check(holds, { seed, path, numRuns: 1, interruptAfterTimeLimit: longestMs });
	return last;
}
