// What became of items, put together by what they share.
import type { IDataObject } from 'n8n-workflow';

import { groupedBy } from '../rules/lists';
import type { Why } from './fate';

/**
 * What became of an input item:
 *
 * - `accepted`: the service accepted it.
 * - `answered`: it answered with a result that is no error and no success, such as `MAX_SENT`.
 * - `refused`: certainly not done: a rule or the service refused it, or it was never sent.
 * - `unknown`: the service may have done it.
 * - `notTried`: another item kept it back.
 * - `leftOut`: by the option "Leave Out", by what was approved, or sent by an earlier execution.
 */
export const standings = [
	'refused',
	'unknown',
	'accepted',
	'answered',
	'notTried',
	'leftOut',
] as const;
export type Standing = (typeof standings)[number];

/** Why a Campaign Key leaves items out. */
export const SENT_BEFORE = 'they were sent before';

/** Items of a run with the same standing and reason. */
export interface AccountLine extends Partial<Why> {
	standing: Standing;
	items: number[];
	/** Such as `campaign 7001` if done, otherwise why not; a sentence without a full stop. */
	reason: string;
	/** What else a workflow can read of them, such as their campaign. */
	facts?: IDataObject;
}

/** What became of all items of a run. */
export interface RunAccount {
	/** Each item is in one of them. */
	lines: AccountLine[];
	/** By item, if they are known. */
	phones: ReadonlyMap<number, string>;
	/** How many items there are. */
	count: number;
	/** Whether the record of the run's Campaign Key holds what was sent. */
	keyHolds?: boolean;
}

/** n8n's error panel shows HTML, where a line break alone is a space. */
export const NEW_LINE = '<br>\n';

/** The lines of each standing. */
export type ByStanding = Record<Standing, AccountLine[]>;
export type Whole = Pick<RunAccount, 'phones' | 'count'>;

/** The lines of each standing, with each reason once, in the order that they come. */
export function accountOf(lines: AccountLine[]): ByStanding {
	const account: ByStanding = {
		...{ refused: [], unknown: [], accepted: [], answered: [], notTried: [], leftOut: [] },
	};
	const sameReason = groupedBy(lines, ({ standing, reason, fix }) =>
		[standing, reason, fix].join('\n'),
	);
	for (const same of sameReason.values()) {
		const items = same.flatMap((line) => line.items).sort((a, b) => a - b);
		account[same[0].standing].push({ ...same[0], items });
	}
	return account;
}

/** Whether one reason holds for all items, so that no number is needed. */
export function isAlone({ unknown, refused }: ByStanding, count: number): boolean {
	const failed = [...unknown, ...refused];
	return failed.length === 1 && countOf(failed) === count;
}

export function itemsOf(lines: Array<Pick<AccountLine, 'items'>>): number[] {
	return lines.flatMap(({ items }) => items);
}

/** How many items lines hold for. */
export function countOf(lines: AccountLine[]): number {
	return lines.reduce((sum, { items }) => sum + items.length, 0);
}
