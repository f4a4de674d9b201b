import type { ExecutionError, IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { BranchResult } from '../integration/harness/runBranches';
import { operationOf } from './operations';
import type { Scenario } from './scenario';

/** What a run says of one row. */
export interface Claim {
	row: number;
	/** `open`: the answer came and does not tell, such as whether a contact was there before. */
	kind: 'done' | 'notDone' | 'unknown' | 'open';
	/** The word of its first column, as the item has it. */
	outcome: unknown;
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

/** What an item says in one word became of its row: beside the error, or where n8n lets it stand. */
function outcomeOf({ json: { outcome, message } }: INodeExecutionData): unknown {
	return outcome ?? (message as IDataObject | null | undefined)?.outcome;
}

/** What each word claims. A person reads nothing else: no other column may say more. */
export const claimed: Record<string, Claim['kind']> = {
	...{ accepted: 'done', alreadySent: 'done', test: 'done', unknown: 'unknown' },
	...{ refused: 'notDone', leftOut: 'notDone', notTried: 'notDone', preview: 'notDone' },
};

/** Words of rows that failed; the others are of rows that went well. */
export const failures: unknown[] = ['refused', 'unknown', 'notTried'];

/** What the items of both outputs say of the rows they are paired to. */
export function outputClaims({ main, errors }: BranchResult, scenario: Scenario): Claim[] {
	const operation = operationOf(scenario.operation);
	const claimsOf = (item: INodeExecutionData, isError: boolean): Claim[] => {
		const outcome = outcomeOf(item);
		// One that says nothing says that its row went well.
		const said = claimed[String(outcome)] ?? 'done';
		const kind = isError ? said : (operation.claim?.(item.json, scenario) ?? said);
		const code = isError ? undefined : operation.code?.(item.json);
		return rowsOf(item).map((row) => ({ row, kind, outcome, code, item, isError }));
	};
	return [
		...main.flatMap((item) => claimsOf(item, isErrorItem(item))),
		...errors.flatMap((item) => claimsOf(item, true)),
	];
}

/** How many rows came out how, to show that a search looked at something. */
export type Tally = Record<Claim['kind'] | 'stopped', number>;

/** Adds the rows of a run to a tally. */
export function count(tally: Tally, result: BranchResult, scenario: Scenario): void {
	if (result.error !== undefined) tally.stopped += scenario.rows.length;
	else for (const { kind } of outputClaims(result, scenario)) tally[kind] += 1;
}

/** What the error of a stopped run says; a row it does not name counts as not done. */
export interface ErrorClaims {
	/** Rows it names in any way. */
	named: Set<number>;
	/** Rows it says were accepted. */
	done: Set<number>;
	/** Rows whose outcome it says is unknown. */
	unknown: Set<number>;
	/** Rows it says were left out by a period: another row or an earlier execution may have sent their message. */
	open: Set<number>;
	/** Campaign codes it says were accepted. */
	codes: Set<string>;
}

/**
 * How an error is read. Its `context` first: `accepted`, `leftOut`, `refused` and `unknown` are lists whose entries name
 * rows (`{ rows: [{ item }] }`) and campaigns (`{ taskId }`); `itemIndexes` or `itemIndex` are the rows the
 * error itself is about, with `outcome: 'unknown'` or not. Then its words: `Item 3`, `Items 3, 4 and 7`, `Items 3 to 7` in a
 * sentence with "unknown" or "may have", with "accepted", or with neither, and campaign codes of 15 digits or more. A line of
 * items says what the heading above it says, such as "Accepted, and not sent again if you retry:"; so does the line
 * "And 2 more: items 104 and 105." at its end: the lists of the `context` have at most 100 rows.
 */
export function errorClaims(error: ExecutionError): ErrorClaims {
	const claims: ErrorClaims = {
		named: new Set(),
		done: new Set(),
		unknown: new Set(),
		open: new Set(),
		codes: new Set(),
	};
	const { message = '', context = {} } = error as { message?: string; context?: IDataObject };
	const description = String((error as { description?: unknown }).description ?? '');
	readContext(context, claims, /outcome is unknown/i.test(message));
	// The name of an option says nothing of an outcome.
	const said = `${message}\n${description}`.replaceAll('On Unknown Outcome', 'the option');
	let heading = '';
	for (const sentence of said.split(/(?:<br>)?\n|(?<=[.;])\s+/)) {
		const isBelow = /^(?:Items? \d|And \d+ more: items? \d)/.test(sentence);
		if (!isBelow) heading = sentence.endsWith(':') ? sentence : '';
		readSentence(isBelow ? `${heading} ${sentence}` : sentence, claims);
	}
	return claims;
}

type Kind = 'done' | 'unknown' | 'open' | undefined;

function name(claims: ErrorClaims, rows: number[], kind: Kind): void {
	for (const row of rows) {
		claims.named.add(row);
		if (kind !== undefined) claims[kind].add(row);
	}
}

function readContext(context: IDataObject, claims: ErrorClaims, isUnknown: boolean): void {
	const lists: Record<string, Kind> = {
		accepted: 'done',
		leftOut: 'done',
		unknown: 'unknown',
		refused: undefined,
	};
	for (const [list, kind] of Object.entries(lists)) {
		for (const entry of [context[list] ?? []].flat() as unknown[]) {
			name(claims, rowsOfEntry(entry), kind);
			const { taskId } = (entry ?? {}) as IDataObject;
			if (kind === 'done' && taskId !== undefined) claims.codes.add(String(taskId));
		}
	}
	const about = [context.itemIndexes ?? context.itemIndex ?? []].flat() as number[];
	name(claims, about, isUnknown || context.outcome === 'unknown' ? 'unknown' : undefined);
}

function rowsOfEntry(entry: unknown): number[] {
	const { rows = [] } = (entry ?? {}) as { rows?: Array<{ item: number }> };
	return rows.map(({ item }) => item);
}

function readSentence(sentence: string, claims: ErrorClaims): void {
	const isInDoubt = /unknown|\bmay have\b/i.test(sentence);
	const isAccepted =
		/\baccepted\b|\bsent before\b/i.test(sentence) &&
		!/\bno\b|not accepted|\bmay have accepted\b/i.test(sentence);
	const kind: Kind = isInDoubt ? 'unknown' : isAccepted ? 'done' : undefined;
	for (const [, list] of sentence.matchAll(
		/\bitems? (\d+(?:(?:, | and | to |, and |–|-)\d+)*)/gi,
	)) {
		name(claims, numbersOf(list), kind);
	}
	if (!isAccepted) return;
	for (const [code] of sentence.matchAll(/\b\d{15,}\b/g)) claims.codes.add(code);
}

function numbersOf(list: string): number[] {
	return list.split(/, and |, | and /).flatMap((part) => {
		const [first, last = first] = part.split(/ to |–|-/).map(Number);
		return Array.from({ length: last - first + 1 }, (_, index) => first + index);
	});
}
