// If this fails, some order of runs under a Campaign Key sends a message twice.
import fc from 'fast-check';

import { playKeyed } from '../account/keys/playKeyed';
import { keyedScenarios } from '../account/keys/scenario';
import { processedItemsForTests } from './harness/processedItems';
import { serviceForTests } from './harness/serviceForTests';

/** Whatever happens to a node with Campaign Keys: one message to each recipient, and every claim is true. */
const service = serviceForTests({ campaignStepMs: 60_000, duplicates: 'keep' });
const storage = processedItemsForTests();

it('holds in random executions; the account plays many more', async () => {
	const property = fc.asyncProperty(keyedScenarios, async (scenario) => {
		service.control.reset();
		storage.reset();
		expect(await playKeyed(scenario, { ...service, storage })).toEqual([]);
	});
	await fc.assert(property, { seed: 20_261_122, numRuns: 40 });
}, 240_000);
