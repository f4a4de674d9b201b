import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { BranchResult } from '../integration/harness/runBranches';
import { operationOf } from './operations';
import type { Scenario } from './scenario';

/** What a run says of one row. */
export interface Claim {
	row: number;
	/** `open`: the answer came and does not tell, such as whether a contact was there before. */
	kind: 'done' | 'notDone' | 'unknown' | 'open';
	/** Campaign code or run id, as the item holds it. */
	code?: unknown;
	/** The item that says it; none when a thrown error does. */
	item?: INodeExecutionData;
	/** True when an item says that the row failed; false for an answer of the service, such as `MAX_SENT`. */
	isError: boolean;
}

/** Rows an item is paired to. */
export function rowsOf({ pairedItem }: INodeExecutionData): number[] {
	return [pairedItem ?? []].flat().map((each) => (typeof each === 'number' ? each : each.item));
}

/** An item says that its row failed when it holds an error, as n8n itself takes it (`workflow-execute`, `checkFailure`). */
export function isErrorItem({ json, error }: INodeExecutionData): boolean {
	const { error: said } = json;
	return error !== undefined || (said !== undefined && said !== null && said !== false);
}

/** Whether an error item says that its row may have been sent: beside the error, or where n8n lets it stand. */
function isUnknown({ json: { outcomeUnknown, message } }: INodeExecutionData): boolean {
	return [outcomeUnknown, (message as IDataObject | null)?.outcomeUnknown].includes(true);
}

/** What the items of both outputs say of the rows they are paired to. */
export function outputClaims({ main, errors }: BranchResult, scenario: Scenario): Claim[] {
	const operation = operationOf(scenario.operation);
	const failed = (item: INodeExecutionData): Claim[] =>
		rowsOf(item).map((row) => ({
			row,
			kind: isUnknown(item) ? 'unknown' : 'notDone',
			item,
			isError: true,
		}));
	const succeeded = (item: INodeExecutionData): Claim[] => {
		const said = operation.claim(item.json, scenario);
		return rowsOf(item).map((row) => ({
			row,
			// An item on the success output that says nothing says that its row went well.
			kind: said === 'nothing' ? 'done' : said,
			code: operation.code?.(item.json),
			item,
			isError: false,
		}));
	};
	return [
		...main.flatMap((item) => (isErrorItem(item) ? failed(item) : succeeded(item))),
		...errors.flatMap(failed),
	];
}

/** How many rows came out how, to show that a search looked at something. */
export type Tally = Record<Claim['kind'] | 'stopped', number>;

/** Adds the rows of a run to a tally. */
export function count(tally: Tally, result: BranchResult, scenario: Scenario): void {
	if (result.error !== undefined) tally.stopped += scenario.rows.length;
	else for (const { kind } of outputClaims(result, scenario)) tally[kind] += 1;
}
