// Where a row's own columns stay beside what the node says.
import type { IDataObject } from 'n8n-workflow';

import { OUTCOME } from '../service/rowOutcome';

/** Where the values of a row are moved whose names the node needs itself. */
const INPUT_COLUMNS = 'inputColumns';

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
/**
 * The same of a row that was sent. Where it was not, some of them may be what the node is to read in another try. n8n (2.0
 * and 2.41, `workflow-execute`) takes an item for a failed one when its column `error` holds something.
 */
export const COLUMNS_OF_SENT = [
	...[...ERROR_COLUMNS, ...OUTCOME_COLUMNS],
	...['recipient', 'messageLimit', 'scheduledFor', 'scheduledZone'],
];
/**
 * A row behind what the node says of it. A column of the row that has a name the node uses, or reserves although it says
 * nothing under it, is not lost: it moves to `inputColumns`.
 *
 * n8n (2.0 and 2.41, `handleNodeErrorOutput`) merges the row of an error item under the
 * node's own keys: a column of the same name would be lost. Delete this when it keeps both.
 *
 * @param own what the node says, for example `{ taskId: '7001' }`
 * @returns for example `{ taskId: '7001', phone: '050…', inputColumns: { taskId: 'A-1' } }`
 */
export function besideColumns(
	row: IDataObject,
	own: IDataObject,
	reserved: readonly string[] = [],
): IDataObject {
	// What the node says comes first, where a person looks.
	const json: IDataObject = { ...own, ...row, ...own };
	const moved: IDataObject = {};
	for (const [name, value] of Object.entries(row)) {
		const isOwn = Object.hasOwn(own, name);
		if (isOwn ? own[name] === value : !reserved.includes(name)) continue;
		moved[name] = value;
		if (!isOwn) delete json[name];
	}
	if (Object.keys(moved).length === 0) return json;
	const earlier = json[INPUT_COLUMNS] === undefined ? {} : { [INPUT_COLUMNS]: json[INPUT_COLUMNS] };
	return { ...json, [INPUT_COLUMNS]: { ...earlier, ...moved } };
}
