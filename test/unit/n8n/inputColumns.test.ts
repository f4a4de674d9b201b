// If this fails, a column of the row passes for what the node says.
import type { IDataObject } from 'n8n-workflow';

import { errorItem, type Failure } from '../../../nodes/shared/n8n/output';
import { besideColumns, COLUMNS_OF_SENT } from '../../../nodes/shared/n8n/inputColumns';
import { quietError } from '../../../nodes/shared/service/nodeErrors';
import { playTables } from '../playTables';
import columns from './inputColumns.json';

const node = { name: 'Send', type: 'extApiSms', typeVersion: 1, parameters: {} } as never;

/** Where a row failed: in a node with an error output, of a kind of operation, behind another node. */
interface Place {
	onError?: string;
	operation?: string;
	hasSource?: boolean;
}
type Told = Failure & { description: string; isQuiet?: true };

function itemOf(json: IDataObject, told: Told, { onError, operation, hasSource }: Place = {}) {
	const context = {
		getNode: () => ({ type: 'x', parameters: { operation }, onError }),
		getInputData: () => [{ json }],
		getExecuteData: () => ({ source: hasSource ? { main: [] } : null }),
	};
	const failure = told.isQuiet ? quietError(node, told, 0) : told;
	return errorItem(context as never, 0, failure).json;
}

playTables(columns, {
	'the columns of a row beside what the node says': (row: IDataObject) => {
		const beside = besideColumns(row, { taskId: '7001' });
		expect(besideColumns(row, { taskId: '7001' }, COLUMNS_OF_SENT)).toStrictEqual(beside);
		return beside;
	},
	'the item of an error': itemOf,
	'the item of an error as n8n merges its row in': (json: IDataObject, told: Told, at: Place) => ({
		...json,
		...itemOf(json, told, at),
	}),
});
