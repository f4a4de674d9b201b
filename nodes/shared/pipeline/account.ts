import { NodeApiError, type IDataObject, type INode, type NodeOperationError } from 'n8n-workflow';

import {
	asNodeError,
	type ErrorTexts,
	operationError,
	quietNumbers,
	quietTexts,
	requestError,
	verbsOf,
} from '../service/nodeErrors';
import { groupedBy } from '../rules/lists';
import type { Why } from '../run/fate';
import { itemsText, MOST_LISTED } from '../sentBefore/itemNumbers';

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
const standings = ['refused', 'unknown', 'accepted', 'answered', 'notTried', 'leftOut'] as const;
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

type Account = Record<Standing, AccountLine[]>;
type Whole = Pick<RunAccount, 'phones' | 'count'>;

/**
 * The error of a run under "On Error: Stop": what became of every item, by n8n's number of it, which
 * counts from 0. Equal reasons are one line.
 *
 * n8n (2.0 and 2.41, `routing-node`) throws the first failed item's error and says nothing of
 * the others, whose requests were sent. Delete this when its error accounts for all items.
 *
 * @param cause what stopped it, where that is no item's
 * @returns its `context` has a list for each {@link Standing}: reasons with the first rows they hold
 *   for and how many those are; and in `counts` how many items each list represents
 */
export function stoppedError(
	node: INode,
	run: RunAccount,
	cause?: ErrorTexts,
): NodeApiError | NodeOperationError {
	const { lines, phones, count } = run;
	const account = accountOf(lines);
	const [first] = [...account.unknown, ...account.refused];
	const { error } = first ?? {};
	const context = contextOf(account, phones);
	if (count === 1 && error !== undefined && cause === undefined) {
		const original = asNodeError(node, error, first.items[0]);
		Object.assign(original.context, context, { itemIndex: first.items[0] });
		return original;
	}
	const isOfRequest = error instanceof NodeApiError || first?.standing !== 'refused';
	const description = [
		...(cause === undefined ? [] : [cause.description.trim()]),
		...descriptionOf(account, { phones, count }, node),
		cause === undefined ? whatToDo(node, account, run) : '',
	];
	return (isOfRequest ? requestError : operationError)(node, {
		message: cause?.message ?? headline(node, account, count, isOfRequest),
		description: description.filter((line) => line !== '').join(NEW_LINE),
		...(first !== undefined && cause === undefined ? { itemIndex: first.items[0] } : {}),
		outcome: account.unknown.length > 0 ? 'unknown' : 'refused',
		...(error instanceof NodeApiError
			? { httpCode: error.httpCode ?? undefined, failure: error.failure }
			: {}),
		context,
	});
}

/** The lines of each standing, each reason once, in the order of their first items. */
function accountOf(lines: AccountLine[]): Account {
	const account: Account = {
		...{ refused: [], unknown: [], accepted: [], answered: [], notTried: [], leftOut: [] },
	};
	const sameReason = groupedBy(lines, ({ standing, reason, fix }) =>
		[standing, reason, fix].join('\n'),
	);
	for (const same of sameReason.values()) {
		const items = same.flatMap((line) => line.items).sort((a, b) => a - b);
		account[same[0].standing].push({ ...same[0], items });
	}
	for (const standing of standings) account[standing].sort((a, b) => a.items[0] - b.items[0]);
	return account;
}

function contextOf(account: Account, phones: RunAccount['phones']): IDataObject {
	const context: IDataObject = {};
	const counts: IDataObject = {};
	for (const standing of standings) {
		let rows = 0;
		context[standing] = account[standing]
			.slice(0, MOST_LISTED)
			.map(({ items, reason, fix, facts }) => {
				const listed = items.slice(0, MOST_LISTED - rows);
				rows += listed.length;
				return {
					...facts,
					reason,
					...(fix === undefined ? {} : { fix }),
					rows: listed.map((item) => ({
						item,
						...(phones.has(item) && { phone: phones.get(item) }),
					})),
					count: items.length,
				};
			});
		counts[standing] = countOf(account[standing]);
	}
	return { ...context, counts };
}

/** Whether all items have one reason, so that no number need be given. */
function isAlone({ unknown, refused }: Account, count: number): boolean {
	const failed = [...unknown, ...refused];
	return failed.length === 1 && countOf(failed) === count;
}

function headline(node: INode, account: Account, count: number, isOfRequest: boolean): string {
	const { done } = verbsOf(node);
	const { refused, unknown, accepted } = account;
	const [first] = [...unknown, ...refused];
	const isOfAll = isAlone(account, count);
	const reason = reasonForLog(node, first);
	if (isOfAll && isOfRequest) return reason;
	const which = first.items.length === 1 && !first.concernsAll ? `Item ${first.items[0]}: ` : '';
	const outOf = (lines: AccountLine[]) => {
		const some = countOf(lines);
		return `${some === count ? '' : `${some} of `}${count === 1 ? '1 item' : `${count} items`}`;
	};
	if (unknown.length > 0) return `The outcome is unknown for ${outOf(unknown)}. ${which}${reason}`;
	return accepted.length > 0
		? `${outOf(refused)} ${countOf(refused) === 1 ? 'was' : 'were'} not ${done}. ${which}${reason}`
		: `${outOf(refused)} cannot be ${done}, so nothing was ${done}. ${which}${reason}`;
}

/** A reason as n8n may log it: without what a person entered. */
function reasonForLog(node: INode, { error, reason, standing }: AccountLine): string {
	if (error !== undefined) return quietNumbers({ message: error.message, description: '' }).message;
	const texts = { message: reason, description: '' };
	return (standing === 'unknown' ? quietNumbers(texts) : quietTexts(node, texts)).message;
}

/** What became of every item. */
function descriptionOf(account: Account, run: Whole, node: INode): string[] {
	const { accepted, answered, notTried, leftOut } = account;
	const { done } = verbsOf(node);
	const named = (header: string, lines: AccountLine[]) =>
		lines.length === 0 ? [] : [header, ...spelledOut(lines, run)];
	const numbered = (text: string, lines: AccountLine[]) =>
		lines.length === 0 ? [] : [`${text}: ${itemsText(itemsOf(lines))}.`];
	return [
		...spelledOut(causesOf(account, run, node), run),
		...named(`Accepted, and not ${done} again if you retry:`, accepted),
		...named('Answered, and not asked again if you retry:', answered),
		...leftOut.flatMap((line) => numbered(`Left out, because ${line.reason}`, [line])),
		...numbered(`Not ${done}, although they are valid`, notTried),
	];
}

/** What a description says of the items of one cause. */
interface Told extends Pick<AccountLine, 'items' | 'reason' | 'fix'> {
	/** The item whose reason represents those of the others, where they differ in their values. */
	example?: number;
}

/** What differs from item to item where the cause is the same: values and how long they are. */
const VALUE = /"[^"]*"|\d{4,}|\([^()]*\)/g;

/** What the headline says of all items. */
const NOTHING_DONE = /\s?\bNothing was \w+(?: for (?:this item|these items))?\./;

/** Each cause once, whatever values the items have; of a cause that the headline gives in full, the fix alone. */
function causesOf(account: Account, { count }: Whole, node: INode): Told[] {
	const failed = [...account.unknown, ...account.refused];
	const causes = groupedBy(failed, ({ standing, reason, fix = '' }) =>
		[standing, reason, fix].join('\n').replace(VALUE, ''),
	);
	const told = [...causes.values()].map((same) => ({
		items: itemsOf(same),
		reason: same[0].reason,
		fix: same[0].fix?.replace(NOTHING_DONE, '').trim(),
		...(same.length > 1 && { example: same[0].items[0] }),
	}));
	if (!isAlone(account, count)) return told;
	const [{ fix = '', ...only }] = told;
	if (fix === '') return told;
	return reasonForLog(node, failed[0]) === only.reason ? [{ ...only, reason: fix }] : told;
}

/** A line for each of them, with the items it holds for. */
function spelledOut(lines: Told[], run: Whole): string[] {
	const more = itemsOf(lines.slice(MOST_LISTED));
	return [
		...lines
			.slice(0, MOST_LISTED)
			.map(({ reason, fix = '', ...told }) =>
				`${whichOf(told, run)}: ${reason.replace(/\.$/, '')}. ${fix}`.trim(),
			),
		...(more.length === 0 ? [] : [`And ${more.length} more: ${itemsText(more)}.`]),
	];
}

function whichOf({ items, example }: Pick<Told, 'items' | 'example'>, run: Whole): string {
	if (example !== undefined) {
		return `${whichOf({ items }, run)}, such as item ${example}${phoneOf(example, run)}`;
	}
	if (items.length === run.count && run.count > 1) {
		return run.count === 2 ? 'Both items' : `All ${run.count} items`;
	}
	if (items.length === 1) return `Item ${items[0]}${phoneOf(items[0], run)}`;
	const text = itemsText(items);
	return text.charAt(0).toUpperCase() + text.slice(1);
}

function phoneOf(item: number, { phones }: Whole): string {
	const phone = phones.get(item);
	return phone ? ` (${phone})` : '';
}

/** What to do about the run as a whole: what to do about its items is beside their causes. */
function whatToDo(node: INode, account: Account, { count, keyHolds }: RunAccount): string {
	const { refused, unknown, accepted, answered, leftOut } = account;
	const { done, toDo, toDoFor, mayRepeat } = verbsOf(node);
	const failed = [...unknown, ...refused];
	if (count === 1) return '';
	if (keyHolds && accepted.length + unknown.length + leftOut.length > 0) {
		return 'Run the workflow again: the Campaign Key skips recipients whose messages were sent or may have been sent.';
	}
	if (unknown.length > 0) {
		return mayRepeat
			? ''
			: `Check in the service what happened to the items whose outcome is unknown before you ${toDo} them again.`;
	}
	if (accepted.length + answered.length > 0) {
		if (failed.every(({ isForGood }) => isForGood)) {
			return `A new execution would ${toDoFor} the accepted items again.`;
		}
		return `A new execution would ${toDoFor} the accepted items again. Retry this one in the list of executions, which skips them, or ${toDo} only the others.`;
	}
	if (failed.every(({ concernsAll }) => concernsAll) || countOf(failed) === count) return '';
	const others = node.parameters?.mode === 'preview' ? 'previewed' : done;
	return `Correct the items, or set 'On Error' in the node's settings to continue: then the others are ${others}.`;
}

function itemsOf(lines: Array<Pick<AccountLine, 'items'>>): number[] {
	return lines.flatMap(({ items }) => items).sort((a, b) => a - b);
}

function countOf(lines: AccountLine[]): number {
	return lines.reduce((sum, { items }) => sum + items.length, 0);
}
