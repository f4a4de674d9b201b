import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { cleanPhone, phoneProblem } from '../rules/phones';
import { isEmpty, quoted, type Problem } from '../rules/reader';
import { hasColumn, itemValue } from '../rules/itemValue';
import { readPerItem } from './parameters';

/** How many of an item's columns a message lists. */
const LISTED_COLUMNS = 12;

/** Reads the phone of each item. */
export interface RecipientReader {
	/** The value as the item holds it. @throws NodeOperationError when an expression fails */
	at(item: number, json: IDataObject): unknown;
	/** Why an item has no phone, when the field names no column of it. */
	missing(json: IDataObject): (Problem & { subject: string }) | undefined;
}

/**
 * Reads each item's recipient: the name of a column of the item, or an expression that gives the number.
 *
 * @param label display name of the field
 */
export function recipientReader(context: IExecuteFunctions, label: string): RecipientReader {
	const recipient = readPerItem<unknown>(context, 'recipient', '', label);
	if (!recipient.constant) {
		return { at: (item) => recipient.at(item), missing: () => undefined };
	}
	let known: string | undefined;
	const column = () => (known ??= String(recipient.at(0) ?? '').trim());
	return {
		at: (_item, json) => itemValue(json, column()),
		missing: (json) => missingColumn(label, column(), json),
	};
}

function missingColumn(label: string, column: string, json: IDataObject) {
	if (hasColumn(json, column)) return undefined;
	const columns = Object.keys(json);
	const listed = columns.slice(0, LISTED_COLUMNS).map((name) => `"${name.trim()}"`);
	if (columns.length > listed.length) listed.push(`${columns.length - listed.length} more`);
	const has = columns.length === 0 ? 'this item has none' : `this item has ${listed.join(', ')}`;
	if (isEmpty(column)) {
		return {
			subject: label,
			rule: 'is empty or missing',
			fix: `Enter the name of a column: ${has}.`,
		};
	}
	const meant = meantColumn(column, columns);
	if (meant !== undefined) {
		return {
			subject: label,
			rule: `is "${column}", but this item has no such column`,
			fix: `Write ${quoted(meant)}, the name alone as the item has it.`,
		};
	}
	return looksLikePhone(column)
		? {
				subject: label,
				rule: `is "${column}", but it takes the name of the column with the phone, not a number`,
				fix: `Enter the name of a column (${has}), or use the operation 'Send' for one fixed number.`,
			}
		: {
				subject: 'Phone',
				rule: `is empty: this item has no column "${column}", which ${label} names`,
				fix: `Correct the name, or the data: ${has}.`,
			};
}

/** The column that is meant by a name in braces, in an expression that was not switched on, or in other letters. */
function meantColumn(written: string, columns: string[]): string | undefined {
	const name = /^[\s={]*(?:\$json\s*\.\s*)?([^{}]*)[}\s]*$/.exec(written)?.[1].trim().toLowerCase();
	return columns.find((column) => column.trim().toLowerCase() === name);
}

function looksLikePhone(text: string): boolean {
	return phoneProblem(cleanPhone(text)) === undefined || /^[+\d][\d\s().-]{5,}$/.test(text);
}
