// If this fails, n8n answers no one while a node prepares many items.
import type { INodeParameters } from 'n8n-workflow';

import { perItemOperations } from '../operations';
import { manyItems } from '../operations/items';
import { processedItemsForTests } from './harness/processedItems';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { phones, smsCampaigns } from './harness/smsCampaign';

/** However a node goes through many items, it pauses: meanwhile n8n does other work. */
const service = serviceForTests();
processedItemsForTests();
const campaign = smsCampaigns(service);

const items = manyItems(40);

/** How often a run pauses, by a clock by which each look at it takes longer than n8n may be kept waiting. */
async function pausesOf(run: () => Promise<unknown>): Promise<number> {
	let passed = 0;
	const now = Date.now();
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => now + (passed += 30));
	const timers = jest.spyOn(globalThis, 'setTimeout');
	try {
		await run();
		return timers.mock.calls.filter(([, ms]) => ms === 0).length;
	} finally {
		clock.mockRestore();
		timers.mockRestore();
	}
}

it.each(perItemOperations)(
	'$name lets n8n breathe between items',
	async ({ node, parameters, prepare }) => {
		await prepare?.(service);
		const credential = service.credential('demo-token-full');
		const settings = { onError: 'continueRegularOutput' } as const;
		const pauses = await pausesOf(
			async () => await runNode({ node: node(), credential, items, parameters, settings }),
		);
		expect(pauses).toBeGreaterThanOrEqual(items.length);
	},
);

it('makes 100,000 items ten requests', async () => {
	const { items, error } = await campaign(phones(100_000), { message: 'To {phone}' });
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.recipientCount)).toEqual(Array<number>(10).fill(10_000));
	expect(service.control.ledger()).toMatchObject({ total: 100_000, duplicates: [] });
});

const preview: INodeParameters = { mode: 'preview', options: { output: 'campaign' } };
const key = "={{ $json.phone ? 'spring' : '' }}";
const mode = "={{ $json.phone !== '' ? 'preview' : 'send' }}";
it.each<[string, INodeParameters]>([
	['of any kind', {}],
	['with an item per recipient', { options: { output: 'recipient' } }],
	['with an expression for a choice of the run', { mode }],
	['that is spread', { timing: { spreadOver: 0.02 } }],
	['with a key', { beforeSending: { campaignKey: 'spring' } }],
	['with an expression for a key', { beforeSending: { campaignKey: key } }],
])('a campaign %s pauses for each row that takes long', async (_name, own) => {
	const pausesFor = async (count: number) =>
		await pausesOf(async () => {
			const { error } = await campaign(phones(count), { ...preview, ...own });
			expect(error).toBeUndefined();
		});
	expect(((await pausesFor(30)) - (await pausesFor(10))) / 20).toBeGreaterThanOrEqual(1);
});
