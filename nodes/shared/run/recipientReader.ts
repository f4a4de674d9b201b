import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { recipientField } from '../fields/campaignFields';
import { optionPath, savedOption } from '../fields/field';
import { recipientZoneOption } from '../fields/timingFields';
import { isExpression } from '../rules/expressions';
import { columnOfAny, columnsOf, hasColumn, itemValue } from '../rules/itemValue';
import { cleanPhone, comparablePhone, phoneProblem } from '../rules/phones';
import { isEmpty, quoted, type Problem } from '../rules/reader';
import {
	enteredZone,
	RECIPIENT_ZONE,
	recipientZoneLabels,
	zonesOfPhone,
	type RecipientZoneRule,
	type RecipientZones,
} from '../rules/recipientZone';
import { eachGivingWay } from '../service/pause';
import { readParameter, refuseFailing, valueIn } from './parameters';

/** Reads what each item holds in a column that a field names. */
export interface ColumnReader {
	/** The value as the item holds it. @throws NodeOperationError when an expression fails */
	at(item: number, json: IDataObject): unknown;
	/** Why an item has no value, when the field names no column of it. */
	missing(json: IDataObject): (Problem & { subject: string }) | undefined;
}

/** What a column holds. */
interface ColumnOf {
	/** Where the name of the column is, for example `recipient`. */
	path: string;
	/** Display name of that field. */
	label: string;
	/** What the column holds, as people call it. */
	subject: string;
	/** Tells a value from the name of a column. */
	isValue(text: string): boolean;
	/** What it takes instead of a value. */
	notValue: Problem;
}

/** Reads each item's recipient: the name of a column of the item, or an expression that gives the number. */
export function recipientReader(context: IExecuteFunctions): ColumnReader {
	return columnReader(context, {
		path: recipientField.name,
		label: recipientField.displayName,
		subject: 'Phone number',
		isValue: looksLikePhone,
		notValue: {
			rule: 'but it needs the name of the column with the phone number, not a number',
			fix: "or use the operation 'Send' for one fixed number",
		},
	});
}

/** Reads what each item holds in a column that a field names, or what an expression in the field gives for it. */
function columnReader(context: IExecuteFunctions, of: ColumnOf): ColumnReader {
	const entered = readParameter(context, of.path, '', of.label);
	if (!entered.constant) {
		// A phone with several rows is looked for before its rows are read.
		const known: unknown[] = [];
		const at = (item: number) => (item in known ? known[item] : (known[item] = entered.at(item)));
		return { at, missing: () => undefined };
	}
	let known: string | undefined;
	const column = () => (known ??= String(entered.at(0) ?? '').trim());
	const isColumn = columnOfAny(() => context.getInputData());
	return {
		at: (_item, json) => itemValue(json, column()),
		missing: (json) => missingColumn(of, column(), json, isColumn),
	};
}

/** @param isColumn whether a name is right: some nodes give an item no column where a table has an empty field */
function missingColumn(
	{ label, subject, isValue, notValue }: ColumnOf,
	column: string,
	json: IDataObject,
	isColumn: (name: string) => boolean,
) {
	if (hasColumn(json, column)) return undefined;
	const columns = Object.keys(json);
	const has = columnsOf(json);
	if (isEmpty(column)) {
		return {
			subject: label,
			rule: 'is empty or missing',
			fix: `Enter the name of a column: ${has}.`,
		};
	}
	if (isColumn(column)) {
		return {
			subject,
			rule: `is empty: this item has no column "${column}" (set in ${label})`,
			fix: `Enter a value in the column, or remove the item: ${has}.`,
		};
	}
	const meant = meantColumn(column, columns);
	if (meant !== undefined) {
		return {
			subject: label,
			rule: `is "${column}", but this item has no such column`,
			fix: `Write ${quoted(meant)}, just the column name.`,
		};
	}
	return isValue(column)
		? {
				subject: label,
				rule: `is "${column}", ${notValue.rule}`,
				fix: `Enter the name of a column (${has}), ${notValue.fix}.`,
			}
		: {
				subject,
				rule: `is missing: there is no column "${column}" (set in ${label})`,
				fix: `Correct the name, or the data (${has}).`,
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

/** Where the name of the column with time zones is, or the expression that gives them. */
export const ZONE_COLUMN = `${optionPath(recipientZoneOption)}.column.name`;

/** The time zones of a row's recipient, or what is wrong with them; the subject goes before the rule. */
type ZonesRead = { value: RecipientZones } | { problem: Problem; subject: string };

/**
 * Prepares the reading of each recipient's time zones: by a column, and where there is none, or it is empty, by the phone,
 * if the rule has that. A recipient has one time zone, which any row of the phone may name.
 *
 * @param phoneAt the phone of an item as it is sent, if it has one; none where other rows are not to be read
 */
export async function recipientZoneReader(
	context: IExecuteFunctions,
	rule: RecipientZoneRule,
	phoneAt?: (item: number, json: IDataObject) => string | undefined,
): Promise<(item: number, json: IDataObject, phone: string) => ZonesRead> {
	const { phone: severalZones } = rule;
	const byPhone = (phone: string) =>
		named(`Phone number ${quoted(phone)}`, zonesOfPhone(phone, severalZones!));
	if (rule.column === undefined) return (_item, _json, phone) => byPhone(phone);
	const column = zoneColumn(context);
	const zones = phoneAt && (await namedZones(context, column, phoneAt));
	let isNowhere: boolean | undefined;
	/** A column that no item has is misspelled, not empty. */
	const isMisspelled = () =>
		(isNowhere ??= context.getInputData().every(({ json }, item) => column.isAbsent(item, json)));
	return (item, json, phone) => {
		const ofRecipient = zones?.get(comparablePhone(phone)) ?? [];
		if (ofRecipient.length > 1) return severalNamed(ofRecipient);
		const entered = column.at(item, json);
		if (!isEmpty(entered)) return named(RECIPIENT_ZONE, enteredZone(entered));
		const missing = column.missing(item, json);
		const isNeeded = severalZones === undefined;
		if (isNeeded || (column.isAbsent(item, json) && isMisspelled())) {
			const { subject, ...problem } = missing ?? (isNeeded ? EMPTY_ZONE : NOTHING);
			return { problem, subject };
		}
		return ofRecipient.length === 1 ? { value: ofRecipient[0] } : byPhone(phone);
	};
}

/** The column with time zones. */
interface ZoneColumn {
	at: ColumnReader['at'];
	/** Whether an item has no such column, or the expression has no value for it. */
	isAbsent(item: number, json: IDataObject): boolean;
	/** Why an item has no such column. @throws NodeOperationError for an expression that fails */
	missing(item: number, json: IDataObject): ReturnType<ColumnReader['missing']>;
}

function zoneColumn(context: IExecuteFunctions): ZoneColumn {
	const { at, missing } = columnReader(context, {
		path: ZONE_COLUMN,
		label: RECIPIENT_ZONE,
		subject: 'Time zone',
		isValue: (text) => 'value' in enteredZone(text),
		notValue: {
			rule: 'but it needs the name of the column with the time zone, not a time zone',
			fix: 'or an expression that returns the time zone',
		},
	});
	const saved = valueIn(savedOption(context.getNode(), recipientZoneOption), ['column', 'name']);
	if (!isExpression(saved)) {
		return {
			...{ at, isAbsent: (_item, json) => missing(json) !== undefined },
			missing: (_item, json) => missing(json),
		};
	}
	return {
		...{ at, isAbsent: (item, json) => at(item, json) === undefined },
		missing: (item) => {
			refuseFailing(context, saved.slice(1), RECIPIENT_ZONE, item);
			return undefined;
		},
	};
}

/** The different time zones that the rows of each phone name. */
async function namedZones(
	context: IExecuteFunctions,
	column: ZoneColumn,
	phoneAt: (item: number, json: IDataObject) => string | undefined,
): Promise<Map<string, RecipientZones[]>> {
	const byPhone = new Map<string, RecipientZones[]>();
	await eachGivingWay(context.getInputData(), ({ json }, item) => {
		try {
			const read = enteredZone(column.at(item, json));
			const phone = 'value' in read ? phoneAt(item, json) : undefined;
			if ('problem' in read || phone === undefined) return;
			const key = comparablePhone(phone);
			const known = byPhone.get(key);
			if (known === undefined) byPhone.set(key, [read.value]);
			else if (!known.some(({ name }) => name === read.value.name)) known.push(read.value);
		} catch {
			// An expression that fails is refused where its row is read.
		}
	});
	return byPhone;
}

const EMPTY_ZONE = {
	subject: RECIPIENT_ZONE,
	rule: 'is empty or missing in this item',
	fix: `Fill the column, or add '${recipientZoneLabels.phone}' to the option.`,
};

const NOTHING = {
	subject: RECIPIENT_ZONE,
	rule: 'has an expression that gives nothing for any item',
	fix: `Correct the expression in '${recipientZoneLabels.column}', or remove it.`,
};

function severalNamed(zones: RecipientZones[]): ZonesRead {
	const names = zones.map(({ name }) => quoted(name)).join(' and ');
	const problem = {
		rule: `names different time zones for the same phone number: ${names}`,
		fix: 'Enter the same time zone in all rows of a phone number.',
	};
	return { problem, subject: RECIPIENT_ZONE };
}

function named(subject: string, read: ReturnType<typeof enteredZone>): ZonesRead {
	return 'problem' in read ? { ...read, subject } : read;
}
