import type { IDataObject } from 'n8n-workflow';

import { OUTCOME } from '../service/rowOutcome';

/** Where the values of a row are moved whose names the node needs itself. */
export const INPUT_COLUMNS = 'inputColumns';

/** Columns that say of a row that it failed. */
export const ERROR_COLUMNS = ['error'];

/**
 * Columns in which a node says what happened to the row it was to send to, or of its campaign. The row may
 * hold them from a node before: in none of them may it say anything of this one.
 */
export const OUTCOME_COLUMNS = [
	...[OUTCOME, 'endedBy', 'taskId', 'sent', 'sentCount', 'notSent', 'timedOut', 'sentTo'],
	...['leftOutBecause', 'duplicateOf', 'recipientCount', 'unrecognized', 'repairedFrom'],
];

/** The same of a row that was sent. Where it was not, they may be what the node is to read in another try. */
const COLUMNS_OF_SENT = [
	...OUTCOME_COLUMNS,
	...['recipient', 'messageLimit', 'scheduledFor', 'scheduledZone'],
];

/**
 * A row with the node's own values beside its columns. A column that has the name of one of them is
 * not lost: its value moves to `inputColumns`.
 *
 * n8n (2.0 and 2.41, `handleNodeErrorOutput`) merges the row of an error item under the
 * node's own keys: a column of the same name would be lost. Delete this when it keeps both.
 *
 * @param row the input item's data
 * @param own what the node says, for example `{ taskId: '7001' }`
 * @returns for example `{ phone: '050…', taskId: '7001', inputColumns: { taskId: 'A-1' } }`
 */
export function besideColumns(row: IDataObject, own: IDataObject): IDataObject {
	const moved = overwrittenColumns(row, own);
	// What the node says comes first, where a person looks; the columns of the row follow.
	const json = { ...own, ...row, ...own };
	if (moved === undefined) return json;
	const earlier = row[INPUT_COLUMNS] === undefined ? {} : { [INPUT_COLUMNS]: row[INPUT_COLUMNS] };
	return { ...json, [INPUT_COLUMNS]: { ...earlier, ...moved } };
}

/**
 * The same for an item that succeeded: n8n (2.0 and 2.41, `workflow-execute`) takes it for a
 * failed one when its own `error` column holds something, so that column moves as well.
 *
 * @param reserved further columns that may not stay, whatever the node says
 */
export function besideColumnsOfSuccess(
	row: IDataObject,
	own: IDataObject,
	reserved: string[] = [],
): IDataObject {
	const names = [...ERROR_COLUMNS, ...COLUMNS_OF_SENT, ...reserved];
	return withoutColumns(
		row,
		own,
		names.filter((name) => own[name] === undefined),
	);
}

/** The same; columns of some names move whatever the node says, and also where it says nothing of that name. */
export function withoutColumns(row: IDataObject, own: IDataObject, names: string[]): IDataObject {
	const moved = Object.keys(row).filter((name) => names.includes(name));
	if (moved.length === 0) return besideColumns(row, own);
	const none = Object.fromEntries(moved.map((name) => [name, undefined]));
	const json = besideColumns(row, { ...own, ...none });
	for (const name of moved) {
		if (name === INPUT_COLUMNS) continue;
		if (own[name] === undefined) delete json[name];
		else json[name] = own[name];
	}
	return json;
}

/** The columns of a row that other values with the same names would replace; undefined for none. */
export function overwrittenColumns(row: IDataObject, own: IDataObject): IDataObject | undefined {
	const names = Object.keys(own).filter(
		(name) => Object.hasOwn(row, name) && row[name] !== own[name],
	);
	return names.length === 0
		? undefined
		: Object.fromEntries(names.map((name) => [name, row[name]]));
}
