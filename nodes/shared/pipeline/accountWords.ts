// The sentences about items in errors and hints.
import type { INode } from 'n8n-workflow';

import { itemsText, MOST_LISTED } from '../ledger/ledger';
import { groupedBy } from '../rules/lists';
import { fixOf, whatIsWrong, type Warning } from '../rules/messageChecks';
import { capital } from '../rules/text';
import { quietNumbers, quietTexts, verbsOf } from '../service/nodeErrors';
import {
	countOf,
	isAlone,
	itemsOf,
	type ByStanding,
	type AccountLine,
	type RunAccount,
	type Whole,
} from './accountLines';

/** What an error says first. */
export function headline(
	node: INode,
	account: ByStanding,
	count: number,
	isOfRequest: boolean,
): string {
	const { done, onlyAsks } = verbsOf(node);
	const { refused, unknown, accepted, answered, notTried } = account;
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
	const succeeded = onlyAsks ? [...accepted, ...answered] : accepted;
	const left = [...refused, ...notTried];
	return succeeded.length > 0
		? `${outOf(left)} ${countOf(left) === 1 ? 'was' : 'were'} not ${done}. ${which}${reason}`
		: `${outOf(refused)} cannot be ${done}, so nothing was ${done}. ${which}${reason}`;
}

/** A reason as n8n may log it: without what a person entered. */
function reasonForLog(node: INode, { error, reason, standing }: AccountLine): string {
	if (error !== undefined) return quietNumbers({ message: error.message, description: '' }).message;
	const texts = { message: reason, description: '' };
	return (standing === 'unknown' ? quietNumbers(texts) : quietTexts(node, texts)).message;
}

/** What became of every item. */
export function descriptionOf(account: ByStanding, run: Whole, node: INode): string[] {
	const { accepted, answered, notTried, leftOut } = account;
	const { done, onlyAsks } = verbsOf(node);
	const again = (verb: string) => (onlyAsks ? '' : `, and not ${verb} again if you retry`);
	const named = (header: string, lines: AccountLine[]) =>
		lines.length === 0 ? [] : [header, ...spelledOut(lines, run)];
	const numbered = (text: string, lines: AccountLine[]) =>
		lines.length === 0 ? [] : [`${text}: ${itemsText(itemsOf(lines))}.`];
	return [
		...spelledOut(causesOf(account, run, node), run),
		...named(`Accepted${again(done)}:`, accepted),
		...named(`Answered${again('asked')}:`, answered),
		...leftOut.flatMap((line) => numbered(`Left out, because ${line.reason}`, [line])),
		...numbered(`Not ${done}, although they are valid`, notTried),
	];
}

/** What a description says of the items of one cause. */
interface Told extends Pick<AccountLine, 'items' | 'reason' | 'fix'> {
	/** The item whose reason is shown, if their values differ. */
	example?: number;
}

/** What may differ between items with the same cause: values and their lengths. */
const VALUE = /"[^"]*"|\d{4,}|\([^()]*\)/g;

/** What the headline says of all items. */
const NOTHING_DONE = /\s?\bNothing was \w+(?: for (?:this item|these items))?\./;

/** Each cause once, whatever its values; only the fix if the headline has the whole cause. */
function causesOf(account: ByStanding, { count }: Whole, node: INode): Told[] {
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

/** A line for each cause, with its items. */
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

/** What to do about the whole run; the causes say what to do about items. */
export function whatToDo(
	node: INode,
	account: ByStanding,
	{ count, keyHolds }: RunAccount,
): string {
	const { refused, unknown, accepted, answered, leftOut } = account;
	const { done, toDo, toDoFor, mayRepeat, onlyAsks } = verbsOf(node);
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
		if (onlyAsks) return '';
		if (failed.every(({ isForGood }) => isForGood)) {
			return `A new execution would ${toDoFor} the accepted items again.`;
		}
		return `A new execution would ${toDoFor} the accepted items again. Retry this one in the list of executions, which skips them, or ${toDo} only the others.`;
	}
	if (failed.every(({ concernsAll }) => concernsAll) || countOf(failed) === count) return '';
	const others = node.parameters?.mode === 'preview' ? 'previewed' : done;
	return `Correct the items, or set 'On Error' in the node's settings to continue: then the others are ${others}.`;
}

/** What the checks found, by item. */
export type ItemWarnings = Map<number, Warning[]>;

/** What the checks warn of, once for each check, with its rows. */
export function warningLines(warnings: ItemWarnings, mostItems?: number): string[] {
	const all = [...warnings].flatMap(([item, ofItem]) =>
		ofItem.map((warning) => ({ item, warning })),
	);
	const groups = groupedBy(all, ({ warning: { check } }) => check);
	return [...groups.values()].map((group) => {
		const [{ warning: first }] = group;
		const differ = group.some(({ warning }) => warning.found !== first.found);
		const items = itemsText(
			group.map(({ item }) => item),
			mostItems,
		);
		return `${items}: ${whatIsWrong(first, differ ? ', such as ' : ': ')}. ${fixOf(first)}`;
	});
}

/** Most items that a hint names for one check; the column 'warnings' of a preview has all. */
const MOST_ITEMS_IN_HINT = 10;

/** Says once what the checks found in which rows. */
export function warningsHint(warnings: ItemWarnings): string | undefined {
	if (warnings.size === 0) return undefined;
	return `Checks: ${warningLines(warnings, MOST_ITEMS_IN_HINT).map(capital).join(' ')}`;
}
