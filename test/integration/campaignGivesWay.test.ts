import type { INodeParameters } from 'n8n-workflow';

import { processedItemsForTests } from './harness/processedItems';
import { serviceForTests } from './harness/serviceForTests';
import { phones, smsCampaigns } from './harness/smsCampaign';

/** Whoever sends a large campaign keeps n8n from nobody else's work: each time through the rows, it pauses. */
const service = serviceForTests();
processedItemsForTests();
const campaign = smsCampaigns(service);

/** How often a campaign pauses for each of its rows, by a clock by which each of them takes long. */
async function pausesPerRow(own: INodeParameters) {
	const pausesFor = async (count: number) => {
		let passed = 0;
		const now = Date.now();
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now + (passed += 30));
		const timers = jest.spyOn(globalThis, 'setTimeout');
		const { error } = await campaign(phones(count), own);
		const pauses = timers.mock.calls.filter(([, ms]) => ms === 0).length;
		clock.mockRestore();
		timers.mockRestore();
		expect(error).toBeUndefined();
		return pauses;
	};
	return ((await pausesFor(30)) - (await pausesFor(10))) / 20;
}

const options: INodeParameters = { onlyEstimate: true };
const key = "={{ $json.phone ? 'spring' : '' }}";
const onlyEstimate = "={{ $json.phone !== '' }}";
it.each<[string, number, INodeParameters]>([
	['of any kind', 3, {}],
	['with an item per recipient', 4, { options: { ...options, output: 'recipient' } }],
	['with an expression for an option of the run', 4, { options: { onlyEstimate } }],
	['in parts', 4, { timing: { spreadOver: 1 } }],
	['with a key', 5, { beforeSending: { campaignKey: 'spring' } }],
	['with an expression for a key', 6, { beforeSending: { campaignKey: key } }],
])('a campaign %s pauses all %i times it goes through its rows', async (_name, times, own) => {
	expect(await pausesPerRow({ options, ...own })).toBe(times);
});
