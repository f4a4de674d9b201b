import { NodeApiError, NodeOperationError, type IDataObject, type INode } from 'n8n-workflow';

import type { ItemResult, ItemsOfTry } from './itemsOfTry';
import { errorText } from './errorItem';

/** How many items an error spells out; all of them are in its context. */
const SPELLED_OUT = 25;

/** What is said of one item in the error of a run that stopped. */
interface ItemLine extends IDataObject {
	item: number;
	phone?: string;
	reason: string;
}

/**
 * The error of a run under "On Error: Stop": where every item stands. Each is either accepted, not
 * sent, or of unknown outcome, and named with n8n's number of it, which counts from 0.
 *
 * @param results what became of each item; at least one failed
 * @returns the item's own error where there is one item only. Otherwise its `context` holds
 *   `refused`, `accepted`, `unknown` and `notTried`, lists of items
 */
export function stoppedError(
	node: INode,
	{ phones }: ItemsOfTry,
	results: ItemResult[],
): NodeApiError | NodeOperationError {
	const account = accountOf(results, phones);
	const { refused, unknown, accepted, notTried } = account;
	const [first] = [...unknown, ...refused];
	const original = failureOf(results[first.item]);
	if (results.length === 1) return original;

	const error =
		original instanceof NodeApiError
			? new NodeApiError(node, {}, { message: original.message, itemIndex: first.item })
			: new NodeOperationError(node, original.message, { itemIndex: first.item });
	error.message = headline(account, results.length, `Item ${first.item}: ${original.message}`);
	error.description = [
		...spelledOut([...unknown, ...refused]),
		...(accepted.length === 0
			? []
			: ['Accepted, and not sent again if you retry:', ...spelledOut(accepted)]),
		...(notTried.length === 0
			? []
			: [`Not sent, though nothing is wrong with them: ${numbersOf(notTried)}.`]),
		adviceFor(account),
	].join('\n');
	Object.assign(error.context, account, {
		outcome: unknown.length > 0 ? 'unknown' : 'notAccepted',
	});
	return error;
}

interface Account {
	refused: ItemLine[];
	unknown: ItemLine[];
	accepted: ItemLine[];
	notTried: ItemLine[];
}

function accountOf(results: ItemResult[], phones: ReadonlyMap<number, string>): Account {
	const account: Account = { refused: [], unknown: [], accepted: [], notTried: [] };
	for (const [item, result] of results.entries()) {
		const phone = phones.has(item) ? { phone: phones.get(item) } : {};
		if ('output' in result) {
			const taskId = result.output[0]?.json.taskId;
			const code = taskId === undefined ? 'done' : `campaign ${String(taskId)}`;
			account.accepted.push({ item, ...phone, reason: code });
			continue;
		}
		const { failed } = result;
		const outcome: unknown = (failed as Partial<NodeApiError>).context?.outcome;
		const line = { item, ...phone, reason: errorText(failed) };
		if (outcome === 'unknown') account.unknown.push(line);
		else if (outcome === 'notTried') account.notTried.push(line);
		else account.refused.push(line);
	}
	return account;
}

function failureOf(result: ItemResult): NodeApiError | NodeOperationError {
	return (result as { failed: NodeApiError | NodeOperationError }).failed;
}

function headline({ refused, unknown, accepted }: Account, count: number, first: string): string {
	const outOf = (lines: ItemLine[]) => `${lines.length} of ${count} items`;
	if (unknown.length > 0) return `The outcome is unknown for ${outOf(unknown)}. ${first}`;
	return accepted.length > 0
		? `${outOf(refused)} ${refused.length === 1 ? 'was' : 'were'} not sent. ${first}`
		: `${outOf(refused)} cannot be sent, so nothing was sent. ${first}`;
}

function spelledOut(lines: ItemLine[]): string[] {
	const shown = lines
		.slice(0, SPELLED_OUT)
		.map(({ item, phone, reason }) => `Item ${item}${phone ? ` (${phone})` : ''}: ${reason}`);
	return lines.length > shown.length
		? [...shown, `And ${numbersOf(lines.slice(SPELLED_OUT))}.`]
		: shown;
}

/** Item numbers as ranges: `items 3, 5-19`. */
function numbersOf(lines: ItemLine[]): string {
	const ranges: Array<[number, number]> = [];
	for (const { item } of lines) {
		const last = ranges.at(-1);
		if (last !== undefined && last[1] + 1 === item) last[1] = item;
		else ranges.push([item, item]);
	}
	const texts = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
	return `items ${texts.join(', ')}`;
}

function adviceFor({ unknown }: Account): string {
	return unknown.length > 0
		? 'Check in the service what became of the items whose outcome is unknown before you send them again.'
		: 'Correct the items and run again, or set "On Error" in the node\'s settings to continue: then the others are sent.';
}
