// If this fails, an output item is paired to the wrong row.
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { CampaignResult } from '../../../nodes/shared/campaign/campaignAccount';
import { campaignItems } from '../../../nodes/shared/campaign/campaignItems';
import { noOptions } from '../../../nodes/shared/campaign/runOptions';

const ROWS = 6;
const rows = Array.from({ length: ROWS }, (_, item) => item);
const perRecipient: Partial<CampaignResult> = {
	options: { ...noOptions, output: 'recipient' },
	phones: new Map(rows.map((item) => [item, `057000223${item}`])),
};
const accepted = (items: number[]) => ({
	items,
	outcome: { accepted: { outcome: 'accepted', taskId: '1' } },
});
const failed = (items: number[]) => ({ items, outcome: { failed: new Error('It failed') } });
const refusal = { reason: 'It is wrong', fix: 'Correct it.' };

async function outputOf(result: Partial<CampaignResult>, settings: object = {}) {
	const context = {
		getNode: () => ({ name: 'SMS', parameters: { recipient: 'phone' }, ...settings }),
		getInputData: () => rows.map((item) => ({ json: { row: item } })),
		getExecuteData: () => ({ source: {} }),
		getNodeParameter: () => 'phone',
	} as unknown as IExecuteFunctions;
	const nothing = { phones: new Map(), notes: new Map(), repaired: new Map(), sent: [] };
	return await campaignItems(context, {
		...{ ...nothing, refused: [], leftOut: [], options: noOptions, ...result },
	});
}

describe('the output of a campaign', () => {
	afterEach(() => jest.restoreAllMocks());

	it.each<[string, Partial<CampaignResult>]>([
		['campaigns', { sent: rows.map((item) => accepted([item])) }],
		['recipients', { ...perRecipient, sent: [accepted(rows)] }],
		['items that were refused', { refused: rows.map((item) => ({ item, ...refusal })) }],
		[
			'recipients who had it before',
			{
				...perRecipient,
				leftOut: rows.map((item) => ({ item, recipient: '0570002233', isUnknown: false })),
			},
		],
	])('lets n8n do other work between %s, however many there are', async (_name, result) => {
		// A clock by which each item takes long.
		let now = 0;
		jest.spyOn(Date, 'now').mockImplementation(() => (now += 1_000));
		const timers = jest.spyOn(globalThis, 'setTimeout');
		expect(await outputOf(result)).toHaveLength(ROWS);
		const pauses = timers.mock.calls.filter(([, ms]) => ms === 0);
		expect(pauses.length).toBeGreaterThanOrEqual(ROWS);
	});

	const RETRY = { retryOnFail: true };
	const ERROR_OUTPUT = { onError: 'continueErrorOutput' };
	it.each<[string, number[], object, number[]]>([
		['a retry would run it again', [0], RETRY, [1, 0, 2, 3, 4, 5]],
		['a retry would run it again', [0, 1, 2, 3, 4], RETRY, [5, 0, 1, 2, 3, 4]],
		['errors have an output of their own', [0], ERROR_OUTPUT, [1, 0, 2, 3, 4, 5]],
		['the first was sent', [1, 2], RETRY, rows],
		['all failed', rows, RETRY, rows],
		['nothing comes of the order', [0], {}, rows],
	])('begins with what was sent where %s: %j failed', async (_name, bad, settings, order) => {
		const items = rows.filter((item) => !bad.includes(item));
		const sent = [failed(bad), ...(items.length === 0 ? [] : [accepted(items)])];
		const output = await outputOf({ ...perRecipient, sent }, settings);
		const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;
		expect(output.map(itemOf)).toEqual(order);
	});

	it.each(['campaign', 'recipient'] as const)(
		'of each %s keeps what an earlier try with a Campaign Key said of an item',
		async (output) => {
			const earlier = { items: [0], outcome: { accepted: { outcome: 'unknown', taskId: '1' } } };
			const sent = [earlier, accepted([1])];
			const items = await outputOf({ ...perRecipient, options: { ...noOptions, output }, sent });
			expect(items.map(({ json }) => json.outcome)).toEqual(['unknown', 'accepted']);
		},
	);

	it('is nothing of nothing', async () => {
		expect(await outputOf({}, RETRY)).toEqual([]);
	});
});
