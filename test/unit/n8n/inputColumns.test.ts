// If this fails, a column of the row passes for what the node says.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { errorItem, giveHint, hintAtFailed, type Failure } from '../../../nodes/shared/n8n/output';
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

function itemOf(row: IDataObject, told: Told, { onError, operation, hasSource }: Place = {}) {
	const { binary, ...json } = row;
	const context = {
		getNode: () => ({ type: 'x', parameters: { operation }, onError }),
		getInputData: () => [{ json, ...(binary === undefined ? {} : { binary }) }],
		getExecuteData: () => ({ source: hasSource ? { main: [] } : null }),
	};
	const failure = told.isQuiet ? quietError(node, told, 0) : told;
	const item = errorItem(context as never, 0, failure);
	expect(item).toEqual({
		...{ json: item.json, pairedItem: { item: 0 } },
		...(binary === undefined ? {} : { binary }),
	});
	expect('binary' in item).toBe(binary !== undefined);
	// n8n moves an item with an error to the error output, and would copy what it can see of it.
	const isMoved = onError !== undefined && hasSource === true;
	expect([item.error, Object.keys(item).includes('error')]).toEqual([isMoved || undefined, false]);
	return item.json;
}

/** What is shown at the output of a node, by a context that can show hints or cannot. */
function hintsOf(give: (context: IExecuteFunctions) => void, operation?: string, canShow = true) {
	const hints: unknown[] = [];
	const addExecutionHints = (hint: unknown) => hints.push(hint);
	give({
		getNode: () => ({ ...(node as object), parameters: { operation } }),
		...(canShow ? { addExecutionHints } : {}),
	} as never);
	return hints;
}

playTables(columns, {
	'the columns of a row beside what the node says': (row: IDataObject) => {
		const beside = besideColumns(row, { taskId: '7001' });
		expect(besideColumns(row, { taskId: '7001' }, COLUMNS_OF_SENT)).toStrictEqual(beside);
		return beside;
	},
	'the hint of what failed': (
		counts: Parameters<typeof hintAtFailed>[1],
		operation?: string,
		canShow?: boolean,
	) => hintsOf((context) => hintAtFailed(context, counts), operation, canShow),
	'a hint': (message?: string) => hintsOf((context) => giveHint(context, message)),
	'the item of an error': itemOf,
	'the item of an error as n8n merges its row in': (json: IDataObject, told: Told, at: Place) => ({
		...json,
		...itemOf(json, told, at),
	}),
});
