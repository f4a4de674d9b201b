// What became of items, put together by what they share.
import type { IDataObject } from 'n8n-workflow';

import { groupedBy } from '../rules/lists';
import type { Why } from './fate';

/**
 * What became of an input item:
 *
 * - `accepted`: the service accepted it.
 * - `answered`: it answered with a result that is no error and no success, such as `MAX_SENT`.
 * - `refused`: certainly not done, by a rule, by the service, or because the request was never sent.
 * - `unknown`: the service may have done it.
 * - `notTried`: nothing is wrong with it; another item kept it back.
 * - `leftOut`: an earlier execution sent it, by its Campaign Key, or the option "Leave Out" holds its phone.
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

/** Why items are left out that a Campaign Key knows. */
export const SENT_BEFORE = 'they were sent before';

/** Items of a run of which the same is said. */
export interface AccountLine extends Partial<Why> {
	standing: Standing;
	items: number[];
	/** By what the service knows them, or why they were not done; a sentence without a full stop. */
	reason: string;
	/** What a flow can read of them besides, such as the campaign they became. */
	facts?: IDataObject;
}

/** What became of all items of a run. */
export interface RunAccount {
	/** Each item is in one of them. */
	lines: AccountLine[];
	/** The phones of items, where they are known. */
	phones: ReadonlyMap<number, string>;
	/** How many items there are. */
	count: number;
	/** Whether the record of the run's Campaign Key holds what was sent. */
	keyHolds?: boolean;
}

/** n8n's error panel shows a description as HTML, where a line break alone is a space. */
export const NEW_LINE = '<br>\n';

/** The lines of each standing. */
export type ByStanding = Record<Standing, AccountLine[]>;
export type Whole = Pick<RunAccount, 'phones' | 'count'>;

/** The lines of each standing, each reason once, in the order of their first items, as they come. */
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

/** Whether all items have one reason, so that no number need be given. */
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
