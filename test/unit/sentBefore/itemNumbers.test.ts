// If this fails, an error names the wrong items.
import fc from 'fast-check';

import { itemsText, numbersIn, rangesOf } from '../../../nodes/shared/sentBefore/itemNumbers';
import { CampaignMemory } from '../../../nodes/shared/sentBefore/campaignMemory';
import type { RunState } from '../../../nodes/shared/sentBefore/runState';

describe('item numbers', () => {
	it('are the fewest ranges, in whatever order requests hold them', () => {
		expect(rangesOf([5, 2, 0, 1, 4])).toEqual([
			[0, 2],
			[4, 5],
		]);
	});

	it('come back from their ranges, each once and in order', () => {
		fc.assert(
			fc.property(fc.uniqueArray(fc.nat(60)), (numbers) => {
				const sorted = [...numbers].sort((a, b) => a - b);
				expect(numbersIn(rangesOf(numbers))).toEqual(sorted);
			}),
		);
	});

	it.each([
		[[3], 'item 3'],
		[[4, 3], 'items 3 to 4'],
		[[9, 0, 1, 2, 7], 'items 0 to 2, 7 and 9'],
	])('%j are written as "%s"', (numbers, text) => expect(itemsText(numbers)).toBe(text));

	it('are written up to the fortieth range, and counted beyond', () => {
		const even = Array.from({ length: 43 }, (_, index) => index * 2);
		expect(itemsText(even)).toMatch(/, 76, 78 and 3 more$/);
		expect(itemsText(even.slice(0, 40))).toMatch(/, 76 and 78$/);
	});
});

describe("the campaign's memory", () => {
	it('grows by a range for each request whose items follow each other, in any order', () => {
		const run = { memory: {}, runIndex: 0, parameters: {} } as unknown as RunState;
		const items = Array.from({ length: 1_000 }, (_, index) => 999 - index);
		const recipients = [{ phone: '', content: '', items }];
		new CampaignMemory(run).remember({ items, recipients }, { accepted: { taskId: '1' } });
		expect(new CampaignMemory(run).earlier()[0].items).toEqual([...items].reverse());
		expect(JSON.stringify(run.memory).length).toBeLessThan(200);
	});

	it('keeps of a request of unknown outcome what was not sent again, each item with its phone', () => {
		const run = { memory: {}, runIndex: 0, parameters: {} } as unknown as RunState;
		const memory = new CampaignMemory(run);
		const request = (items: number[], phone: string) => ({
			...{ items, recipients: items.map((item) => ({ phone: `${phone}${item}`, items: [item] })) },
		});
		for (const each of [request([0, 1, 2, 3], 'old'), request([1, 2], 'new')]) {
			memory.remember(each, { unknown: { message: '', description: '' } });
		}
		expect(memory.earlier().map(({ items }) => items)).toEqual([
			[0, 3],
			[1, 2],
		]);
		expect(Object.fromEntries(memory.phones())).toEqual({
			...{ 0: 'old0', 1: 'new1', 2: 'new2', 3: 'old3' },
		});
	});

	it('names no phone of an item that was sent by itself to someone it does not name', () => {
		const accepted = [{ json: { taskId: '2' } }];
		const memory = { 'extApi requests': { '0:message:1': { accepted } } };
		const run = { memory, runIndex: 0, parameters: {} } as unknown as RunState;
		const items = [0, 1];
		const recipients = items.map((item) => ({ phone: `phone${item}`, items: [item] }));
		const campaigns = new CampaignMemory(run);
		campaigns.remember({ items, recipients }, { unknown: { message: '', description: '' } });
		expect([...campaigns.phones()]).toEqual([[0, 'phone0']]);
	});
});
