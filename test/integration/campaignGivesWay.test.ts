// If this fails, n8n stands still while a large campaign is prepared.
import type { INodeParameters } from 'n8n-workflow';

import { processedItemsForTests } from './harness/processedItems';
import { serviceForTests } from './harness/serviceForTests';
import { phones, smsCampaigns } from './harness/smsCampaign';

/** A large campaign does not keep n8n from other work: however it goes through its rows, it pauses. */
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

it('makes 100,000 items ten requests', async () => {
	const { items, error } = await campaign(phones(100_000), { message: 'To {phone}' });
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.recipientCount)).toEqual(Array<number>(10).fill(10_000));
	expect(service.control.ledger()).toMatchObject({ total: 100_000, duplicates: [] });
}, 60_000);

const preview: INodeParameters = { mode: 'preview', options: { output: 'campaign' } };
const key = "={{ $json.phone ? 'spring' : '' }}";
const mode = "={{ $json.phone !== '' ? 'preview' : 'send' }}";
it.each<[string, INodeParameters]>([
	['of any kind', {}],
	['with an item per recipient', { options: { output: 'recipient' } }],
	['with an expression for a choice of the run', { mode }],
	['in parts', { timing: { spreadOver: 1 } }],
	['with a key', { beforeSending: { campaignKey: 'spring' } }],
	['with an expression for a key', { beforeSending: { campaignKey: key } }],
])('a campaign %s pauses for each row that takes long', async (_name, own) => {
	expect(await pausesPerRow({ ...preview, ...own })).toBeGreaterThanOrEqual(1);
});
