// If this fails, n8n answers no one while a node prepares many items.
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { operationNamed, perItemOperations } from '../operations';
import { manyItems } from '../operations/items';
import { approved } from './harness/approved';
import { processedItemsForTests } from './harness/processedItems';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { phones, smsCampaigns } from './harness/smsCampaign';
import { measuredNode, type Service } from './harness/stretches';

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

/**
 * Milliseconds of the processor that a node may take before n8n gets its turn. The goal is 200, which the bench measures:
 * beside other work the same steps take longer, also by the processor's own clock.
 */
const LONGEST_MS = 300;
/** A collection of garbage may fall into any stretch: the best of some runs counts. */
const MOST_RUNS = 3;

interface Walk {
	of: string;
	rows: IDataObject[];
	parameters?: INodeParameters;
	service?: Service;
	onError?: INode['onError'];
	/** Settings of the node, beside that. */
	settings?: Partial<INode>;
	/** The requests it makes, so that a test which measures nothing is noticed. */
	requests: number;
}

const MANY = 10_000;
const valid: IDataObject[] = phones(MANY).map((row, index) => ({
	...row,
	...{ name: `Dana ${index}`, text: 'Hello', key: index % 3 },
}));
const oneInvalid = [...valid.slice(1), { ...valid[0], phone: '05' }];
const allInvalid = valid.map(({ phone }) => ({ phone: String(phone).slice(0, 7) }));
const stop = { onError: 'stopWorkflow' } as const;
const goOn = { onError: 'continueRegularOutput' } as const;
const SEND = 'ExtApi SMS: Message: Send';
const CAMPAIGN = 'ExtApi SMS: Message: Send Campaign';
const VOICE = 'ExtApi Voice: Message: Send Campaign';
const ADD_MANY = 'ExtApi Contacts: Contact: Add Many';
const text = 'Hello {name}';
const keyOfRow = { options: { campaignKey: '={{ $json.key }}' } };
const quiet = { quietHours: { hours: { from: '20:00', until: '08:00' } } };
/** Each row would be a campaign of its own. */
const ownCampaigns = {
	...{ mode: 'send', message: 'Hello', options: { description: '={{ $json.name }}' } },
};
const perRow = { output: 'recipient' };

it.each<[string, Walk]>([
	['one item of many is invalid', { of: SEND, rows: oneInvalid, ...stop, requests: 0 }],
	['all are', { of: SEND, rows: allInvalid, ...goOn, requests: 0 }],
	['all are, and the error says it', { of: SEND, rows: allInvalid, ...stop, requests: 0 }],
	[
		'each has a key of its own, and one is invalid',
		{ of: SEND, rows: oneInvalid, parameters: keyOfRow, ...stop, requests: 0 },
	],
	[
		'the service refuses the first items',
		{ of: SEND, rows: valid, service: 'refuses', ...stop, requests: 20 },
	],
	['no contact is valid', { of: ADD_MANY, rows: allInvalid, ...goOn, requests: 0 }],
	['all contacts are', { of: ADD_MANY, rows: valid, ...stop, requests: 1 }],
	[
		'the texts of a voice campaign differ, and hours are quiet',
		{ of: VOICE, rows: valid, parameters: { mode: 'preview', text, timing: quiet }, requests: 0 },
	],
	[
		'a campaign is previewed',
		{ of: CAMPAIGN, rows: valid, parameters: { mode: 'preview', message: text }, requests: 0 },
	],
	[
		'each recipient is put out',
		{
			...{ of: CAMPAIGN, rows: valid, requests: 1 },
			parameters: { mode: 'send', message: text, options: perRow },
		},
	],
	[
		'each row would be a campaign of its own',
		{
			...{ of: CAMPAIGN, rows: valid, requests: 0, ...goOn },
			parameters: ownCampaigns,
		},
	],
])(
	'n8n gets its turn while %s',
	async (
		_when,
		{ of, rows, parameters, service: does = 'accepts', onError, settings, requests },
	) => {
		const operation = operationNamed(of);
		let longest = Infinity;
		for (let runs = 0; runs < MOST_RUNS && longest >= LONGEST_MS; runs++) {
			const measured = measuredNode(operation.node(), does);
			await runNode({
				...{ node: measured.node, items: rows, credential: service.credential() },
				parameters: { ...operation.parameters, ...parameters },
				settings: { onError, ...settings },
			});
			// How many begin before the first is refused depends on the machine.
			const least = does === 'refuses' ? 1 : requests;
			expect(measured.requests()).toBeGreaterThanOrEqual(least);
			expect(measured.requests()).toBeLessThanOrEqual(requests);
			longest = Math.min(longest, measured.longest());
		}
		expect(longest).toBeLessThan(LONGEST_MS);
	},
	240_000,
);

it('n8n gets its turn while an approved campaign is sent', async () => {
	const operation = operationNamed(CAMPAIGN);
	let longest = Infinity;
	for (let runs = 0; runs < MOST_RUNS && longest >= LONGEST_MS; runs++) {
		const { items } = await campaign(valid, { mode: 'preview', message: text });
		const rows = (await approved(items, service.credential())).map(({ json }) => json);
		const measured = measuredNode(operation.node(), 'accepts');
		await runNode({
			...{ node: measured.node, items: rows, credential: service.credential() },
			parameters: { ...operation.parameters, mode: 'sendApproved' },
		});
		expect(measured.requests()).toBe(1);
		longest = measured.longest();
	}
	expect(longest).toBeLessThan(LONGEST_MS);
}, 240_000);
