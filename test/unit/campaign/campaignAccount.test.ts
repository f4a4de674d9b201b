// If this fails, the error of a stopped campaign names the wrong items.
import fc from 'fast-check';

import { campaignAccount } from '../../../nodes/shared/campaign/campaignAccount';
import type { SentRequest } from '../../../nodes/shared/sentBefore/campaignMemory';

const accepted = (items: number[], more: object = {}): SentRequest => ({
	items,
	outcome: { accepted: { taskId: '7001', recipientCount: items.length, ...more } },
});
const unknown = (items: number[]): SentRequest => ({
	items,
	outcome: { unknown: { message: 'The outcome is unknown', description: '' } },
});
const failed = (items: number[]): SentRequest => ({
	items,
	outcome: { failed: new Error('No credit') },
});
const leftOut = (item: number, isUnknown = false) => ({ item, recipient: '0570002233', isUnknown });
const linesOf = (...given: Parameters<typeof campaignAccount>) =>
	campaignAccount(...given).lines.map(({ standing, items, reason }) => [standing, items, reason]);

describe('what became of the items of a campaign', () => {
	it('stands by request', () => {
		const sent = [accepted([4, 0]), unknown([3, 1]), failed([6, 5])];
		expect(linesOf({ sent }, 8)).toEqual([
			['accepted', [4, 0], 'campaign 7001 (2 recipients)'],
			['unknown', [3, 1], 'The outcome is unknown'],
			['refused', [6, 5], 'No credit'],
			['notTried', [2, 7], 'not tried'],
		]);
	});

	it('names those an earlier execution sent to, or may have, apart from the others', () => {
		// Of the lists of item 3 one has it, and of another no one knows.
		const rows = [leftOut(0), leftOut(2, true), leftOut(3), leftOut(3, true)];
		expect(linesOf({ sent: [failed([1])], leftOut: rows }, 5)).toEqual([
			['refused', [1], 'No credit'],
			['unknown', [2, 3], 'An earlier execution may have sent to them'],
			['leftOut', [0], 'they were sent before'],
			['notTried', [4], 'not tried'],
		]);
	});

	it('is that of this run where an item was tried, whatever an earlier execution did', () => {
		// One of its lists had the message, the others were left to try.
		for (const isUnknown of [false, true]) {
			const known = { sent: [accepted([0])], leftOut: [leftOut(0, isUnknown)] };
			expect(linesOf(known, 1)).toEqual([['accepted', [0], 'campaign 7001 (1 recipient)']]);
		}
	});

	it.each([
		[{ lists: '1001,1002' }, 'campaign 7001 (lists 1001,1002)'],
		[{ outcome: 'test', recipientCount: 2 }, 'campaign 7001 (2 test numbers)'],
	])('says whom a campaign went to: %j', (more, reason) => {
		expect(linesOf({ sent: [accepted([0], more)] }, 1)).toEqual([['accepted', [0], reason]]);
	});

	it('has each item exactly once', () => {
		const fate = fc.constantFrom(accepted, unknown, failed, undefined);
		const row = fc.record({
			...{ fate, request: fc.nat(2), before: fc.subarray([false, true]) },
			isRefused: fc.boolean(),
		});
		fc.assert(
			fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
				const sent = [accepted, unknown, failed].flatMap((make) =>
					[0, 1, 2].flatMap((request) => {
						const items = [...rows.keys()].filter(
							(item) => rows[item].fate === make && rows[item].request === request,
						);
						return items.length === 0 ? [] : [make(items)];
					}),
				);
				const before = rows.flatMap((each, item) =>
					each.before.map((isUnknown) => leftOut(item, isUnknown)),
				);
				const refused = rows.flatMap(({ isRefused }, item) =>
					isRefused ? [{ item, reason: 'No', fix: '' }] : [],
				);
				const { lines } = campaignAccount({ sent, refused, leftOut: before }, rows.length);
				const places = lines.flatMap(({ items }) => items);
				expect(places.sort((a, b) => a - b)).toEqual([...rows.keys()]);
			}),
		);
	});
});
