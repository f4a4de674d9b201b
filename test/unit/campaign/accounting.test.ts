// If this fails, the error of a stopped run names the wrong items.
import fc from 'fast-check';

import {
	accountFor,
	accountingLines,
	type Accounting,
} from '../../../nodes/shared/campaign/accounting';
import type { SentRequest } from '../../../nodes/shared/campaign/campaignMemory';

const accepted = (items: number[], more: object = {}): SentRequest => ({
	items,
	outcome: { accepted: { taskId: '7001', recipients: items.length, ...more } },
});
const unknown = (items: number[]): SentRequest => ({
	items,
	outcome: { unknown: { message: 'The outcome is unknown', description: '' } },
});
const failed = (items: number[]): SentRequest => ({
	items,
	outcome: { failed: new Error('No credit') },
});
const leftOut = (item: number, isUnknown = false) => ({ item, recipient: '0501112233', isUnknown });
const indexesOf = (entries: Accounting['accepted']) =>
	entries.flatMap(({ itemIndexes }) => itemIndexes as number[]);

describe('what became of the items of a run that stops', () => {
	it('stands by request, with its items in their order', () => {
		const sent = [accepted([4, 0]), unknown([3, 1]), failed([6, 5])];
		expect(accountFor(sent, 8)).toEqual({
			accepted: [{ taskId: '7001', recipients: 2, itemIndexes: [0, 4] }],
			unknown: [{ reason: 'The outcome is unknown', itemIndexes: [1, 3] }],
			failed: [{ reason: 'No credit', itemIndexes: [5, 6] }],
			notSent: [2, 7],
		});
	});

	it('names those an earlier execution sent to, or may have, apart from the others', () => {
		// Of the lists of item 3 one has it, and of another nobody knows.
		const rows = [leftOut(0), leftOut(2, true), leftOut(3), leftOut(3, true)];
		expect(accountFor([failed([1])], 5, rows)).toEqual({
			accepted: [],
			failed: [{ reason: 'No credit', itemIndexes: [1] }],
			unknown: [{ reason: 'An earlier execution may have sent to them', itemIndexes: [2, 3] }],
			alreadySent: [0],
			notSent: [4],
		});
	});

	it('is told of this run where an item was tried, whatever an earlier execution did', () => {
		// One of its lists had the message, the others were left to try.
		for (const isUnknown of [false, true]) {
			expect(accountFor([accepted([0])], 1, [leftOut(0, isUnknown)])).toMatchObject({
				accepted: [{ itemIndexes: [0] }],
				unknown: [],
				alreadySent: [],
			});
		}
	});

	it('speaks of earlier executions only where some were left out', () => {
		expect(accountFor([], 1, [])).not.toHaveProperty('alreadySent');
		expect(accountFor([], 1)).not.toHaveProperty('alreadySent');
	});

	it('stands for each item exactly once', () => {
		const fate = fc.constantFrom(accepted, unknown, failed, undefined);
		const row = fc.record({ fate, request: fc.nat(2), before: fc.subarray([false, true]) });
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
				const accounting = accountFor(sent, rows.length, before);
				const places = [
					...[accounting.accepted, accounting.failed, accounting.unknown].flatMap(indexesOf),
					...(accounting.alreadySent ?? []),
					...accounting.notSent,
				];
				expect(places.sort((a, b) => a - b)).toEqual([...rows.keys()]);
			}),
		);
	});
});

describe('the same in sentences', () => {
	const lines = (...given: Parameters<typeof accountFor>) => accountingLines(accountFor(...given));
	const NONE = 'No campaign was accepted before.';
	const again = (campaigns: string) =>
		`Accepted before, and not sent again if you retry: campaign ${campaigns}.`;

	it.each<[string, SentRequest[], string[]]>([
		['nothing, of no items', [], [NONE]],
		['one recipient', [accepted([0])], [again('7001 (1 recipient: item 0)')]],
		[
			'several campaigns',
			[accepted([0, 1]), accepted([2], { taskId: '7002' })],
			[again('7001 (2 recipients: items 0 to 1), 7002 (1 recipient: item 2)')],
		],
		['lists', [accepted([0], { lists: '1001,1002' })], [again('7001 (lists 1001,1002: item 0)')]],
		['a test', [accepted([0], { test: true })], [again('7001 (1 test number: item 0)')]],
		[
			'a test to two',
			[accepted([0], { test: true, recipients: 2 })],
			[again('7001 (2 test numbers: item 0)')],
		],
		['one failure', [failed([0])], [NONE, 'Failed, and not sent: item 0.']],
		['two failures', [failed([0]), failed([1])], [NONE, 'Failed, and not sent: items 0 to 1.']],
		[
			'a lost answer',
			[unknown([0])],
			[
				NONE,
				"Unknown: item 0. A retry leaves them out, unless the option 'On Unknown Outcome' says to send again.",
			],
		],
	])('says of %s what it is', (_name, sent, expected) => {
		expect(lines(sent, sent.flatMap(({ items }) => items).length)).toEqual(expected);
	});

	it('names what was not tried, were it a single item', () => {
		expect(lines([], 1)).toEqual([NONE, 'Not tried: item 0.']);
		expect(lines([failed([0])], 3).at(-1)).toBe('Not tried: items 1 to 2.');
	});

	it('names what was left out, were it a single item', () => {
		expect(lines([], 1, [leftOut(0)])).toEqual([
			NONE,
			'Left out, since an earlier execution sent to them: item 0.',
		]);
		expect(lines([], 1, [leftOut(0, true)])).toEqual([
			NONE,
			expect.stringMatching(/^Unknown: item 0\. /),
		]);
	});
});
