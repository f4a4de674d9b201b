// If this fails, rows that wait come out paired to other rows.
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { leaveForLater } from '../../../nodes/shared/waiting/waitingItems';

const rows: IDataObject[] = ['Dana', 'Noam', 'Adi'].map((name) => ({ name }));
const source = { main: [{ previousNode: 'Items' }] };

/** What stands where n8n finds it, and whether n8n can pair it by its position. */
function left(
	items: INodeExecutionData[],
	onError = 'continueRegularOutput',
	inputs: IDataObject[] = rows,
) {
	const executeData = { source: source as unknown, data: { main: [[]] } };
	leaveForLater(
		{
			getExecuteData: () => executeData,
			getInputData: () => inputs.map((json) => ({ json })),
			getNode: () => ({ onError }),
		} as unknown as IExecuteFunctions,
		items,
	);
	const [kept] = executeData.data.main as INodeExecutionData[][];
	return { items: kept, isPaired: executeData.source === source };
}
const sent = (items: number[], json: IDataObject = { taskId: '1' }): INodeExecutionData => ({
	json,
	pairedItem: items.map((item) => ({ item })),
});
const failed = (item: number, json: IDataObject = {}): INodeExecutionData => ({
	json: { error: 'It failed', ...json },
	pairedItem: { item },
});

describe('what an execution that begins to wait leaves', () => {
	it('are its items in the places of their rows, if each has one', () => {
		const items = [sent([2]), failed(1), sent([0])];
		expect(left(items)).toEqual({
			items: [items[2], { json: { error: 'It failed' } }, items[0]],
			isPaired: true,
		});
	});

	it.each<[string, INodeExecutionData[], boolean]>([
		['a campaign of the first rows and errors in their places', [sent([0, 2]), failed(1)], true],
		['a campaign of later rows', [sent([1, 2])], false],
		['an error that stands too early', [sent([0, 1]), failed(2)], false],
		['two campaigns', [sent([0]), sent([1, 2])], true],
		['two campaigns of other rows', [sent([0]), sent([2])], false],
	])('are paired by position only where that is right: %s', (_name, items, isPaired) => {
		const kept = left(items);
		expect(kept.isPaired).toBe(isPaired);
		expect(kept.items.map(({ json }) => json)).toEqual(items.map(({ json }) => json));
		// Only what is an item of a campaign keeps its pairing.
		expect(kept.items.map(({ pairedItem }) => pairedItem !== undefined)).toEqual(
			items.map(({ json }) => json.error === undefined),
		);
	});

	it('are errors with their whole row beside them, where n8n merges none in', () => {
		const unknown = failed(2, { outcomeUnknown: true });
		const { items } = left([sent([1]), failed(0), unknown], 'continueErrorOutput');
		// In place: n8n merges the rows in.
		expect(items.map(({ json }) => json)).toEqual([
			...[{ error: 'It failed' }, { taskId: '1' }],
			{ error: 'It failed', message: { outcomeUnknown: true } },
		]);
		const apart = left([sent([1, 0]), unknown], 'continueErrorOutput');
		expect(apart.items.map(({ json }) => json)).toEqual([
			{ taskId: '1' },
			{ error: 'It failed', message: { name: 'Adi', item: 2, outcomeUnknown: true } },
		]);
	});

	it('are errors that leave a column "message" alone where they have nothing to say of it', () => {
		const inputs = [{ message: 'mine', outcomeUnknown: true }];
		const certain = failed(0, { outcomeUnknown: false });
		const { items } = left([certain], 'continueErrorOutput', inputs);
		expect(items.map(({ json }) => json)).toEqual([{ error: 'It failed' }]);
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
