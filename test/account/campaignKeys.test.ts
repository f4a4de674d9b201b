// If this fails, a campaign that is run again sends a message twice, or claims one that no one has.
import fc from 'fast-check';

import { budgetOf } from '../budget';
import { processedItemsForTests } from '../integration/harness/processedItems';
import { serviceForTests } from '../integration/harness/serviceForTests';
import { playKeyed } from './keys/playKeyed';
import { keyedScenarios } from './keys/scenario';

/** Whatever happens to a node with Campaign Keys: one message to each recipient, and every claim is true. */
const seed = Number(process.env.ACCOUNT_SEED ?? 20_261_121);
const { runs, ms } = budgetOf(process.env.ACCOUNT_RUNS, 5000, 40);

jest.setTimeout(3_600_000);
const service = serviceForTests({ campaignStepMs: 60_000, duplicates: 'keep' });
const storage = processedItemsForTests();

it(`holds in the scenarios of seed ${seed}`, async () => {
	let played = 0;
	const property = fc.asyncProperty(keyedScenarios, async (scenario) => {
		played++;
		service.control.reset();
		storage.reset();
		expect(await playKeyed(scenario, { ...service, storage })).toEqual([]);
	});
	const numRuns = Math.ceil(runs / 10);
	await fc.assert(property, {
		...{ seed, numRuns },
		...(ms < Infinity && { interruptAfterTimeLimit: ms }),
	});
	process.stdout.write(`Campaign Keys: ${played} scenarios (ACCOUNT_SEED=${seed})\n`);
	expect(played).toBeGreaterThan(0);
});
