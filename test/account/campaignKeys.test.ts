// If this fails, a campaign that is run again sends a message twice, or claims one that no one has.
import fc from 'fast-check';

import { processedItemsForTests } from '../integration/harness/processedItems';
import { serviceForTests } from '../integration/harness/serviceForTests';
import { playKeyed } from './keys/playKeyed';
import { keyedScenarios } from './keys/scenario';

/** Whatever happens to a node with Campaign Keys: one message to each recipient, and every claim is true. */
const seed = Number(process.env.ACCOUNT_SEED ?? 20_261_121);
const runs = Math.ceil(Number(process.env.ACCOUNT_RUNS ?? 5000) / 10);

jest.setTimeout(3_600_000);
const service = serviceForTests({ campaignStepMs: 60_000, duplicates: 'keep' });
const storage = processedItemsForTests();

it(`holds in ${runs} scenarios of seed ${seed}`, async () => {
	const property = fc.asyncProperty(keyedScenarios, async (scenario) => {
		service.control.reset();
		storage.reset();
		expect(await playKeyed(scenario, { ...service, storage })).toEqual([]);
	});
	await fc.assert(property, { seed, numRuns: runs });
});
