// If this fails, who got a campaign is forgotten or mixed up, or n8n stops answering while it looks.
import type { IExecuteFunctions } from 'n8n-workflow';

import { ProcessedItems } from '../../../nodes/shared/n8n/processedItems';

/** n8n's storage with these entries and so many others, and each call of it: its kind, scope and number of entries. */
function storage(has: string[] = [], others = 0, { workflow = 'w', node = 'n' } = {}) {
	const kept = new Set(has);
	const calls: unknown[] = [];
	const context = {
		getNode: () => ({ name: 'Send', type: 'extApiSms', parameters: {}, id: node }),
		getWorkflow: () => ({ id: workflow }),
		helpers: {
			checkProcessedAndRecord: async (entries: string[], scope: string) => {
				calls.push(['record', scope, entries.length]);
				const added = entries.filter((entry) => !kept.has(entry));
				for (const entry of added) kept.add(entry);
				return await Promise.resolve({ new: added, processed: [] });
			},
			removeProcessed: async (entries: string[], scope: string) => {
				calls.push(['remove', scope, entries.length]);
				for (const entry of entries) kept.delete(entry);
				return await Promise.resolve();
			},
			getProcessedDataCount: async () => {
				calls.push('count');
				return await Promise.resolve(others);
			},
		},
	} as unknown as IExecuteFunctions;
	return { kept, calls, context };
}
const many = (count: number) => Array.from({ length: count }, (_, index) => `e${index}`);

it.each<[number, number[]]>([
	[0, []],
	[10_000, [10_000]],
	[10_001, [10_000, 1]],
])('%i entries are recorded so many at a time: %j', async (count, sizes) => {
	const { calls, context } = storage();
	const added = await new ProcessedItems(context).record(many(count));
	expect(calls).toEqual(sizes.map((size) => ['record', 'node', size]));
	expect([...added]).toEqual(many(count));
});

it.each<[count: number, others: number, sizes: number[]]>([
	[0, 5, []],
	[100, 199_999, [100]],
	[100, 200_000, [99, 1]],
	[41, 2_000_000, [20, 20, 1]],
])('%i entries among %i others are removed so many at a time: %j', async (count, others, sizes) => {
	const { calls, kept, context } = storage(many(count), others);
	await new ProcessedItems(context, 'workflow').remove(many(count));
	const removed = sizes.map((size) => ['remove', 'workflow', size]);
	expect(calls).toEqual(count === 0 ? [] : ['count', ...removed]);
	expect(kept.size).toBe(0);
});

it('tells an entry that is named twice once, and which are there without changing them', async () => {
	const { calls, kept, context } = storage(['a']);
	const entries = new ProcessedItems(context);
	expect(await entries.whichHave([1, 2], (each) => ['', 'a', 'b'][each])).toEqual([1]);
	expect([...kept]).toEqual(['a']);
	expect([...(await entries.record(['a', 'c', 'c']))]).toEqual(['c']);
	expect(calls.at(-1)).toEqual(['record', 'node', 2]);
});

it('is used by one at a time, for each node of a workflow or for all of them', async () => {
	const order: string[] = [];
	const use = async (name: string, scope: 'node' | 'workflow', ids: object, fails = false) => {
		const work = async () => {
			order.push(`+${name}`);
			await new Promise((resolve) => setTimeout(resolve, 5));
			order.push(`-${name}`);
			if (fails) throw new Error(name);
			return name;
		};
		return await new ProcessedItems(storage([], 0, ids).context, scope).alone(work);
	};
	const used = [use('a', 'node', {}, true), use('b', 'node', {}), use('c', 'node', { node: 'o' })];
	const results = await Promise.allSettled([...used, use('d', 'node', { workflow: 'v' })]);
	expect(results.map(({ status }) => status)).toEqual(['rejected', ...Array(3).fill('fulfilled')]);
	expect(order.indexOf('+b')).toBeGreaterThan(order.indexOf('-a'));
	expect(order.slice(0, 3)).toEqual(['+a', '+c', '+d']);
	order.length = 0;
	await Promise.all([use('a', 'workflow', {}), use('b', 'workflow', { node: 'o' })]);
	expect(order).toEqual(['+a', '-a', '+b', '-b']);
});

it('says what keeps it from being used', async () => {
	const { context } = storage();
	const says = (why: string) => `needs n8n's storage for processed items, and ${why}`;
	const old = { ...context, helpers: {} } as IExecuteFunctions;
	expect(() => new ProcessedItems(old)).toThrow(says('this n8n has none'));
	const unsaved = storage([], 0, { workflow: '' }).context;
	expect(() => new ProcessedItems(unsaved)).toThrow(says('the workflow has not been saved'));
	context.helpers.getProcessedDataCount = async () => await Promise.reject(new Error('Nope'));
	await expect(new ProcessedItems(context).count()).rejects.toThrow(says('it answers "Nope"'));
});
