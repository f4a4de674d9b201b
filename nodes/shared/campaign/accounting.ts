import type { IDataObject } from 'n8n-workflow';

import { itemsText, listed, listedItems } from '../run/itemNumbers';
import type { LeftOut } from './campaignKey';
import type { SentRequest } from './campaignMemory';
import { notAcceptedTexts } from './outcomeTexts';

/** Why the outcome of items is unknown that no request of this run was for. */
const UNKNOWN_BEFORE = 'An earlier execution may have sent to them';

/** What became of every item of a run, for the context of an error. */
export interface Accounting extends IDataObject {
	/** What the output would have said of each accepted campaign, with the items it is for. */
	accepted: IDataObject[];
	failed: IDataObject[];
	unknown: IDataObject[];
	/** Items left out because an earlier execution sent to them; only with a Campaign Key. */
	alreadySent?: number[];
	/** Items that were not tried. */
	notSent: number[];
}

/**
 * Accounts for every item of a run that stops: each is accepted, failed, unknown, left out or not sent.
 *
 * @param count how many items there are
 * @param leftOut what a Campaign Key left out
 */
export function accountFor(
	sent: SentRequest[],
	count: number,
	leftOut: LeftOut[] = [],
): Accounting {
	const accounting: Accounting = { accepted: [], failed: [], unknown: [], notSent: [] };
	const tried = new Set<number>();
	for (const { items, outcome } of sent) {
		for (const item of items) tried.add(item);
		const itemIndexes = [...items].sort((a, b) => a - b);
		if ('accepted' in outcome) {
			accounting.accepted.push({ ...outcome.accepted, itemIndexes });
		} else {
			const reason = notAcceptedTexts(outcome).message;
			accounting['unknown' in outcome ? 'unknown' : 'failed'].push({ reason, itemIndexes });
		}
	}
	const untried = leftOut.filter(({ item }) => !tried.has(item));
	const itemsOf = (isUnknown: boolean) => [
		...new Set(untried.filter((row) => row.isUnknown === isUnknown).map(({ item }) => item)),
	];
	const open = itemsOf(true);
	if (leftOut.length > 0)
		accounting.alreadySent = itemsOf(false).filter((item) => !open.includes(item));
	if (open.length > 0) accounting.unknown.push({ reason: UNKNOWN_BEFORE, itemIndexes: open });
	for (const { item } of untried) tried.add(item);
	for (let item = 0; item < count; item++) if (!tried.has(item)) accounting.notSent.push(item);
	return accounting;
}

/** The same for the context of an error, which lists the first items of each kind and counts all. */
export function contextOf(accounting: Accounting): IDataObject {
	const shortened = (entries: IDataObject[]) =>
		entries.map(({ itemIndexes, ...entry }) => ({
			...entry,
			...listedItems(itemIndexes as number[]),
		}));
	const { accepted, failed, unknown, alreadySent, notSent } = accounting;
	const entries = { accepted, failed, unknown };
	const itemsIn = (list: IDataObject[]) =>
		list.reduce((sum, { itemIndexes }) => sum + (itemIndexes as number[]).length, 0);
	const { counts, ...lists } = listed({
		...Object.fromEntries(Object.entries(entries).map(([name, list]) => [name, shortened(list)])),
		...(alreadySent === undefined ? {} : { alreadySent }),
		notSent,
	});
	const items = Object.entries(entries).map(([name, list]) => [name, itemsIn(list)] as const);
	return { ...lists, counts: { ...(counts as IDataObject), ...Object.fromEntries(items) } };
}

/** The same as sentences, each on a line of its own; empty when nothing was tried. */
export function accountingLines(accounting: Accounting): string[] {
	const { accepted, failed, unknown, alreadySent = [], notSent } = accounting;
	const campaigns = accepted.map(
		(campaign) =>
			`${String(campaign.taskId)} (${whomOf(campaign)}: ${itemsText(campaign.itemIndexes as number[])})`,
	);
	const indexes = (entries: IDataObject[]) =>
		itemsText(entries.flatMap(({ itemIndexes }) => itemIndexes as number[]));
	return [
		campaigns.length > 0
			? `Accepted before, and not sent again if you retry: campaign ${campaigns.join(', ')}.`
			: 'No campaign was accepted before.',
		...(unknown.length > 0
			? [
					`Unknown: ${indexes(unknown)}. A retry leaves them out, unless the option 'On Unknown Outcome' says to send again.`,
				]
			: []),
		...(alreadySent.length > 0
			? [`Left out, since an earlier execution sent to them: ${itemsText(alreadySent)}.`]
			: []),
		...(failed.length > 0 ? [`Failed, and not sent: ${indexes(failed)}.`] : []),
		...(notSent.length > 0 ? [`Not tried: ${itemsText(notSent)}.`] : []),
	];
}

function whomOf({ lists, recipients, test }: IDataObject): string {
	if (lists !== undefined) return `lists ${String(lists)}`;
	const whom = test === true ? 'test number' : 'recipient';
	return `${String(recipients)} ${whom}${recipients === 1 ? '' : 's'}`;
}
