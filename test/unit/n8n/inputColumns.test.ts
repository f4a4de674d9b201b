// If this fails, a column of the row passes for what the node says.
import type { IDataObject } from 'n8n-workflow';

import { errorItem, type Failure } from '../../../nodes/shared/n8n/errorItem';
import { besideColumns, COLUMNS_OF_SENT } from '../../../nodes/shared/n8n/inputColumns';
import { quietError } from '../../../nodes/shared/service/nodeErrors';

const own = { taskId: '7001' };

describe('the columns of a row beside what the node says', () => {
	it.each<[string, IDataObject, IDataObject]>([
		['stay', { phone: '050' }, { phone: '050', ...own }],
		['stay where the node says the same', { taskId: '7001' }, own],
		[
			'move beside those that an earlier node moved, which stay together',
			{ taskId: 'A-1', inputColumns: { error: 'old' } },
			{ ...own, inputColumns: { taskId: 'A-1', inputColumns: { error: 'old' } } },
		],
	])('%s', (_what, row, json) => {
		expect(besideColumns(row, own)).toStrictEqual(json);
		expect(besideColumns(row, own, COLUMNS_OF_SENT)).toStrictEqual(json);
	});
});

describe('the item of an error', () => {
	const itemOf = (json: IDataObject, failure: Failure, onError?: string) => {
		const context = {
			getNode: () => ({ type: 'x', parameters: {}, onError }),
			getInputData: () => [{ json }],
			getExecuteData: () => ({ source: null }),
		};
		return errorItem(context as never, 0, failure).json;
	};
	const empty = { message: 'Phone is empty', description: null };
	const node = { name: 'Send', type: 'extApiSms', typeVersion: 1, parameters: {} } as never;
	const full = quietError(node, { message: 'Phone "12" is short', description: 'Fix it.' }, 0);

	it.each<[string, IDataObject, Failure, string | undefined, IDataObject]>([
		[
			'says all of it, also what is left out where n8n logs it',
			...([{ phone: '12' }, full, undefined] as const),
			{ outcome: 'refused', phone: '12', error: 'Phone "12" is short. Fix it.' },
		],
		[
			'on the error output of a node that n8n runs first keeps its row under the one key n8n allows',
			...([{ phone: '12' }, empty, 'continueErrorOutput'] as const),
			{ error: 'Phone is empty', message: { outcome: 'refused', phone: '12' } },
		],
		[
			'has no columns there where the row has none',
			...([{}, empty, 'continueErrorOutput'] as const),
			{ error: 'Phone is empty', message: { outcome: 'refused' } },
		],
	])('%s', (_what, row, failure, onError, json) => {
		expect(itemOf(row, failure, onError)).toEqual(json);
	});

	it('says what became of its row by this node, whatever an earlier one said', () => {
		const row = { outcome: 'accepted', phone: '12', city: null };
		const moved = { inputColumns: { outcome: 'accepted' } };
		expect(itemOf(row, empty)).toEqual({
			...{ outcome: 'refused', error: 'Phone is empty', phone: '12', city: null, ...moved },
		});
		const context = {
			getNode: () => ({ type: 'x', parameters: {}, onError: 'continueErrorOutput' }),
			getInputData: () => [{ json: row }],
			getExecuteData: () => ({ source: { main: [] } }),
		};
		const { json } = errorItem(context as never, 0, empty);
		// As n8n merges them.
		expect({ ...row, ...json }).toMatchObject({ outcome: 'refused', phone: '12', city: null });
	});

	it('says nothing of a row that an operation only asks about', () => {
		const context = {
			getNode: () => ({ parameters: { operation: 'getStatus' } }),
			getInputData: () => [{ json: { outcome: 'accepted' } }],
			getExecuteData: () => ({ source: { main: [] } }),
		};
		expect(errorItem(context as never, 0, empty).json).toEqual({
			...{ outcome: 'accepted', error: 'Phone is empty' },
		});
	});
});
