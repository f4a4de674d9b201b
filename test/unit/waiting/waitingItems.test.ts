// If this fails, a row gets the end of another campaign, or n8n stands still when a large wait ends.
import { newWait } from '../../../nodes/shared/waiting/pendingWaits';
import {
	awaitedCampaigns,
	withEnds,
	type Awaits,
} from '../../../nodes/shared/waiting/waitingItems';

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
		const items = phones.map(() => ({ json: { taskId: '1', endedBy: 'TIME_LIMIT' } }));
		const awaits: Awaits = phones.map((recipient) => ({ code: '1', recipient }));
		// Reading all of them again for each would take minutes.
		let reads = 0;
		const { json: first } = items[0];
		Object.defineProperty(items[0], 'json', { enumerable: true, get: () => (reads++, first) });
		const stop = watchBlocks();
		const campaigns = await awaitedCampaigns(awaits);
		// Half of them failed: whom a campaign did not reach is as long a list as whom it did.
		const notSent = phones.filter((_, row) => row % 2 === 0);
		const named = jest.spyOn(notSent, 'map');
		const ends = new Map([['1', { ...end, sentCount: 5_000, notSent }]]);
		const ended = await withEnds(items, awaits, campaigns, ends, newWait());
		expect(stop()).toBeLessThanOrEqual(200);
		expect(named).toHaveBeenCalledTimes(1);
		expect(reads).toBeLessThan(20);
		expect(campaigns.get('1')).toMatchObject({ recipients: 10_000 });
		expect(ended.filter(({ json }) => json.sent === true)).toHaveLength(5_000);
	});

	it('belong to no campaign, whatever their columns say, unless they were sent by it', async () => {
		const columns = { outcome: 'accepted', taskId: '1', timedOut: true };
		const items = [
			{ json: columns },
			{ json: { ...columns, taskId: '2' } },
			{ json: { ...columns, taskId: '3', lists: '1001' } },
		];
		const awaits: Awaits = [null, { code: '2', recipients: 3 }, { code: '3' }];
		const campaigns = await awaitedCampaigns(awaits);
		expect([...campaigns]).toEqual([
			['2', { recipients: 3 }],
			['3', { recipients: undefined }],
		]);
		const ends = new Map(['1', '2', '3'].map((code) => [code, end]));
		const ended = await withEnds(items, awaits, campaigns, ends, newWait());
		const endings = ended.map(({ json }) => json.endedBy);
		expect(endings).toEqual([undefined, 'END', 'END']);
	});
});
