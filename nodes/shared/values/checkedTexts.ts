import type { IDataObject } from 'n8n-workflow';

import { itemChecksOption } from '../fields/beforeSendingFields';
import { optionPath } from '../fields/field';
import { typedWithFields } from '../rules/typedFields';
import { groupedBy } from '../rules/lists';
import {
	fixOf,
	NEXT_VALUE,
	readChecks,
	warningsOf,
	whatIsWrong,
	type Warning,
} from '../rules/messageChecks';
import { capital } from '../rules/text';
import { itemsText } from '../ledger/itemNumbers';
import type { RunItem } from '../service/itemCredential';
import { inputError } from '../service/nodeErrors';

/** What the checks found, by item. */
export type ItemWarnings = Map<number, Warning[]>;

/** What the checks of campaigns find in the request of one item. */
function warningsOfRequest({ node }: RunItem, body: IDataObject): Warning[] {
	const { msg, tts, params } = body;
	const { message, text } = node.parameters;
	const typed = typedWithFields(message ?? text);
	if (typeof msg === 'string') return warningsOf({ channel: 'sms', own: msg, whole: msg, typed });
	if (typeof tts === 'string') return warningsOf({ channel: 'voice', own: tts, whole: tts, typed });
	if (params === undefined) return [];
	const values = Object.values(params as IDataObject).flatMap((part) =>
		Object.values(part as object),
	);
	const own = values.join(NEXT_VALUE);
	return warningsOf({ channel: 'chat', own, whole: own, typed: '' });
}

/**
 * Looks at the message of one item.
 *
 * @returns what the checks warn of
 * @throws NodeOperationError for an item that 'Blocking Checks' keeps back
 */
export function checkedMessage(item: RunItem, body: IDataObject): Warning[] {
	const read = readChecks(item.parameter(optionPath(itemChecksOption), null));
	const warnings = warningsOfRequest(item, body);
	const against = warnings.find(({ check }) => 'value' in read && read.value.has(check));
	if (against === undefined) return warnings;
	const rule = `${whatIsWrong(against)} ('Blocking Checks')`;
	throw inputError(item.node, [{ field: 'Message', rule, fix: fixOf(against) }], item.index);
}

/** What is warned of, once for each check, with the rows it concerns. */
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
