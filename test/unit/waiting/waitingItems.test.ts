// If this fails, rows that wait come out paired to other rows, or n8n stands still when a large wait ends.
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { newWait } from '../../../nodes/shared/waiting/pendingWaits';
import {
	awaitedCampaigns,
	leaveForLater,
	withEnds,
	type WaitingItem,
} from '../../../nodes/shared/waiting/waitingItems';

const source = { main: [{ previousNode: 'Items' }] };

/** What stands where n8n finds it, and whether n8n can pair it by its position. */
function left(items: INodeExecutionData[], onError = 'continueRegularOutput') {
	const executeData = { source: source as unknown, data: { main: [[]] } };
	leaveForLater(
		{
			getExecuteData: () => executeData,
			getNode: () => ({ type: 'x', onError }),
		} as unknown as IExecuteFunctions,
		items,
	);
	const [kept] = executeData.data.main as INodeExecutionData[][];
	return { items: kept, isPaired: executeData.source === source };
}
const sent = (
	items: number[],
	json: IDataObject = { outcome: 'accepted', taskId: '1' },
): INodeExecutionData => ({
	json,
	pairedItem: items.map((item) => ({ item })),
});
const failed = (item: number, json: IDataObject = {}): INodeExecutionData => ({
	json: { outcome: 'refused', error: 'It failed', ...json },
	pairedItem: { item },
});

describe('what an execution that begins to wait leaves', () => {
	it('are its items in the places of their rows, if each has one', () => {
		const items = [sent([2]), failed(1), sent([0])];
		expect(left(items)).toEqual({
			items: [items[2], { json: items[1].json }, items[0]],
			isPaired: true,
		});
	});

	it.each<[string, INodeExecutionData[], boolean]>([
		['a campaign of the first rows and errors in their places', [sent([0, 2]), failed(1)], true],
		['a campaign of later rows', [sent([1, 2])], false],
		['an error that stands too early', [sent([0, 1]), failed(2)], false],
		['two campaigns', [sent([0]), sent([1, 2])], true],
	])('are paired by position only where that is right: %s', (_name, items, isPaired) => {
		const kept = left(items);
		expect(kept.isPaired).toBe(isPaired);
		expect(kept.items.map(({ json }) => json)).toEqual(items.map(({ json }) => json));
		// Only what is an item of a campaign keeps its pairing.
		expect(kept.items.map(({ pairedItem }) => pairedItem !== undefined)).toEqual(
			items.map(({ json }) => json.error === undefined),
		);
	});

	it('are errors with all that is said of them in the one form n8n moves to the error output', () => {
		const unknown = failed(2, { outcome: 'unknown', name: 'Adi', message: 'mine' });
		const kept = left([sent([1]), failed(0), unknown], 'continueErrorOutput');
		// By their positions n8n would merge other rows in.
		expect(kept.isPaired).toBe(false);
		expect(kept.items.map(({ json }) => json)).toEqual([
			{ outcome: 'accepted', taskId: '1' },
			{ error: 'It failed', message: { outcome: 'refused' } },
			{ error: 'It failed', message: { outcome: 'unknown', name: 'Adi', message: 'mine' } },
		]);
	});

	it('is every campaign, even beside an error that belongs to no row', () => {
		const error = { json: { error: 'It failed' } };
		for (const onError of ['continueErrorOutput', 'continueRegularOutput']) {
			const { items, isPaired } = left([sent([0, 1, 2]), error], onError);
			expect(isPaired).toBe(false);
			expect(items[0]).toEqual(sent([0, 1, 2]));
			expect(items[1].json).toMatchObject({ error: 'It failed' });
		}
	});
});

const waiting = (json: IDataObject, item = 0): WaitingItem => ({ json, pairedItem: { item } });
const end = { endedBy: 'END', sentCount: null, notSent: [], timedOut: false };

/** Watches for how long, at most, nothing else could run. */
function watchBlocks() {
	let longest = 0;
	let last = process.cpuUsage();
	const look = () => {
		longest = Math.max(longest, process.cpuUsage(last).user / 1000);
		last = process.cpuUsage();
	};
	const timer = setInterval(look, 1);
	return () => {
		clearInterval(timer);
		look();
		return longest;
	};
}

describe('the items of a wait', () => {
	it('of 10,000 recipients get their ends without holding n8n up', async () => {
		const phones = Array.from({ length: 10_000 }, (_, row) => `05${String(10_000_000 + row)}`);
		const items = phones.map((recipient, item) =>
			waiting(
				{
					...{ outcome: 'accepted', taskId: '1', recipient },
					timedOut: true,
					endedBy: 'TIME_LIMIT',
				},
				item,
			),
		);
		// Reading all of them again for each would take minutes.
		let reads = 0;
		const { json: first } = items[0];
		Object.defineProperty(items[0], 'json', { enumerable: true, get: () => (reads++, first) });
		const stop = watchBlocks();
		const campaigns = await awaitedCampaigns(items);
		// Half of them failed: whom a campaign did not reach is as long a list as whom it did.
		const notSent = phones.filter((_, row) => row % 2 === 0);
		const named = jest.spyOn(notSent, 'map');
		const ends = new Map([['1', { ...end, sentCount: 5_000, notSent }]]);
		const ended = await withEnds(items, campaigns, ends, newWait());
		expect(stop()).toBeLessThanOrEqual(200);
		expect(named).toHaveBeenCalledTimes(1);
		expect(reads).toBeLessThan(20);
		expect(campaigns.get('1')).toMatchObject({ recipients: 10_000 });
		expect(ended.filter(({ json }) => json.sent === true)).toHaveLength(5_000);
	});

	it('belong to no campaign when they failed, were left out, or their end is known', async () => {
		const columns = { outcome: 'accepted', taskId: '1', timedOut: true };
		const items = [
			{ json: { ...columns, outcome: 'refused', error: 'no phone' } },
			waiting({ ...columns, outcome: 'alreadySent' }),
			waiting({ ...columns, timedOut: false }),
			waiting({ ...columns, taskId: '2', recipientCount: 3 }),
			waiting({ ...columns, taskId: '3', lists: '1001' }),
		];
		const campaigns = await awaitedCampaigns(items);
		expect([...campaigns]).toEqual([
			['2', { recipients: 3 }],
			['3', { recipients: undefined }],
		]);
		const ends = new Map(['1', '2', '3'].map((code) => [code, end]));
		const ended = await withEnds(items, campaigns, ends, newWait());
		const endings = ended.map(({ json }) => json.endedBy);
		expect(endings).toEqual([...Array<undefined>(3).fill(undefined), 'END', 'END']);
	});
});
