// If this fails, n8n stands still when a large wait ends.
import type { IDataObject } from 'n8n-workflow';

import { newWait } from '../../../nodes/shared/waiting/pendingWaits';
import {
	awaitedCampaigns,
	withEnds,
	type WaitingItem,
} from '../../../nodes/shared/waiting/waitingItems';

const left = (json: IDataObject, item = 0): WaitingItem => ({ json, pairedItem: { item } });
const end = { outcome: 'END', sentCount: null, notSent: [], timedOut: false };

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
			left({ taskId: '1', recipient, timedOut: true, outcome: 'TIME_LIMIT' }, item),
		);
		const stop = watchBlocks();
		const campaigns = await awaitedCampaigns(items);
		// Half of them failed: whom a campaign did not reach is as long a list as whom it did.
		const notSent = phones.filter((_, row) => row % 2 === 0);
		const ends = new Map([['1', { ...end, sentCount: 5_000, notSent }]]);
		const ended = await withEnds(items, campaigns, ends, newWait());
		expect(stop()).toBeLessThanOrEqual(200);
		expect(campaigns.get('1')).toMatchObject({ recipients: 10_000, unnamed: 0 });
		expect(ended.filter(({ json }) => json.sent === true)).toHaveLength(5_000);
	});

	it('belong to no campaign when they failed, were left out, or their end is known', async () => {
		const columns = { taskId: '1', timedOut: true };
		const items = [
			{ json: { ...columns, error: 'no phone' } },
			left({ ...columns, alreadySent: true }),
			left({ taskId: '1', timedOut: false }),
			left({ taskId: '2', timedOut: true, recipientCount: 3 }),
			left({ taskId: '3', timedOut: true, lists: '1001' }),
		];
		const campaigns = await awaitedCampaigns(items);
		expect([...campaigns]).toEqual([
			['2', { recipients: 3, unnamed: 0 }],
			['3', { recipients: undefined, unnamed: 0 }],
		]);
		const ends = new Map(['1', '2', '3'].map((code) => [code, end]));
		const ended = await withEnds(items, campaigns, ends, newWait());
		expect(ended.map(({ json }) => json.outcome)).toEqual([
			undefined,
			undefined,
			undefined,
			'END',
			'END',
		]);
	});
});
