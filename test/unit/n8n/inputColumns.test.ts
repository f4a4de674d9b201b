// If this fails, a column of the row passes for what the node says.
import type { IDataObject } from 'n8n-workflow';

import { besideColumns, besideColumnsOfSuccess } from '../../../nodes/shared/n8n/inputColumns';

const own = { taskId: '7001' };

describe('the columns of a row beside what the node says', () => {
	it.each<[string, IDataObject, IDataObject]>([
		['stay', { phone: '050' }, { phone: '050', ...own }],
		['stay where the node says the same', { taskId: '7001' }, own],
		[
			'move where the node says something else, with nothing beside them',
			{ taskId: 'A-1' },
			{ ...own, inputColumns: { taskId: 'A-1' } },
		],
		[
			'move beside those that an earlier node moved, which stay together',
			{ taskId: 'A-1', inputColumns: { error: 'old' } },
			{ ...own, inputColumns: { taskId: 'A-1', inputColumns: { error: 'old' } } },
		],
		[
			'are no more than what an earlier node moved',
			{ inputColumns: { error: 'old' } },
			{ ...own, inputColumns: { error: 'old' } },
		],
	])('%s', (_what, row, json) => {
		expect(besideColumns(row, own)).toStrictEqual(json);
		expect(besideColumnsOfSuccess(row, own)).toStrictEqual(json);
	});

	it('that speak of a failure move when the item went well', () => {
		const row = { error: 'old', outcomeUnknown: true, taskId: 'A-1' };
		expect(besideColumnsOfSuccess(row, own)).toStrictEqual({ ...own, inputColumns: row });
		expect(besideColumns(row, own)).toStrictEqual({
			...{ error: 'old', outcomeUnknown: true },
			...{ ...own, inputColumns: { taskId: 'A-1' } },
		});
	});

	it('stay in the row itself: other nodes read it too', () => {
		const row = { taskId: 'A-1', error: 'old' };
		besideColumnsOfSuccess(row, own);
		expect(row).toStrictEqual({ taskId: 'A-1', error: 'old' });
	});
});
