// If this fails, what became of a row is not what is said of it.
import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import type { Entry } from '../../../nodes/shared/ledger/ledger';
import { wordsForModel } from '../../../nodes/shared/pipeline/errorOfRun';
import { inOrder, OPEN, openRows, refuse, type Fate } from '../../../nodes/shared/pipeline/fate';
import {
	allLeftOut,
	fateOfLeftOut,
	leaveOut,
	leftOutGroups,
} from '../../../nodes/shared/pipeline/leftOut';
import { unreadRow, type LeftOut } from '../../../nodes/shared/pipeline/rows';
import { operationError } from '../../../nodes/shared/service/nodeErrors';
import { playTables } from '../playTables';
import tables from './fate.json';

const node = { name: 'Send', type: 'extApiSms', parameters: {} } as unknown as INode;
const befores: Record<string, Entry['outcome']> = {
	accepted: { accepted: [{ taskId: '7' }] },
	unknown: { unknown: { message: 'Lost', description: 'Look.' } },
};
const rowAfter = (before: string, item = 0) => ({
	...{
		...unreadRow(item),
		phone: '0501',
		before: before ? ({ outcome: befores[before] } as Entry) : undefined,
	},
});

/** What an error refuses, or a rule, of rows with an earlier try each; and which are open then. */
function refused(tries: string[], found: { reason: string; outcome?: 'notTried' }, some?: number) {
	const { reason: message, outcome } = found;
	const rows = tries.map(rowAfter);
	const run = { hasRefused: false, rows };
	const error = operationError(node, { message, description: 'Fix it.', outcome });
	refuse(run, rows.slice(0, some), outcome ? error : { reason: message, fix: 'Fix it.' });
	const said = rows.map(({ fate }) =>
		'why' in fate ? `${fate.is}: ${fate.why.reason}. ${fate.why.fix}` : fate.is,
	);
	return { said, hasRefused: run.hasRefused, open: openRows(run).map(({ item }) => item) };
}

playTables(tables, {
	'the columns of an item': (own: IDataObject) => Object.keys(inOrder(own)).join(),
	'what is refused': refused,
	'who is left out': (before: string, because: string) => {
		const row = rowAfter(before);
		leaveOut(row, because);
		return { fate: row.fate, leftOut: row.leftOut };
	},
	'the fate of who is left out': (leftOut: LeftOut) => fateOfLeftOut(leftOut),
	'why rows are left out': (...leftOut: Array<LeftOut | null>) => {
		const rows = leftOut.map((each, item) => ({ ...unreadRow(item), leftOut: each ?? undefined }));
		const groups = [...leftOutGroups(rows)].map(
			([why, all]) => `${why}: ${all.map(({ item }) => item).join()}`,
		);
		return { groups, all: allLeftOut(rows).length };
	},
	'what a model reads': (fate: Fate | 'open', retries: string, operation = 'send') => {
		const ofTool = { ...node, parameters: { operation }, retryOnFail: retries.includes('retried') };
		const context = {
			getNode: () => ofTool,
			...(retries.includes('tool') && { isToolExecution: () => true }),
		} as unknown as IExecuteFunctions;
		return wordsForModel(context, fate === 'open' ? OPEN : fate);
	},
});
