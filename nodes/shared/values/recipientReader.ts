import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { recipientField } from '../fields/campaignFields';
import { optionPath } from '../fields/field';
import { recipientZoneOption } from '../fields/timingFields';
import { columnOfAny, columnsOf, hasColumn, itemValue } from '../rules/itemValue';
import { comparablePhone } from '../rules/phones';
import { isEmpty, type Problem } from '../rules/reader';
import { RECIPIENT_ZONE, recipientZone } from '../rules/recipientZone';
import { SERVICE_TIME_ZONE } from '../rules/times';
import { eachGivingWay } from '../service/pause';
import { readParameter } from './parameters';

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
}

/** Reads each item's recipient: the name of a column of the item, or an expression that gives the number. */
export function recipientReader(context: IExecuteFunctions): ColumnReader {
	return columnReader(context, {
		path: recipientField.name,
		label: recipientField.displayName,
		subject: 'Phone number',
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
	{ label, subject }: ColumnOf,
	column: string,
	json: IDataObject,
	isColumn: (name: string) => boolean,
) {
	if (hasColumn(json, column)) return undefined;
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
	return {
		subject,
		rule: `is missing: there is no column "${column}" (set in ${label})`,
		fix: `Correct the name, or the data (${has}).`,
	};
}

/** A row's time zone, or what is wrong with it; the subject goes before the rule. */
type ZoneRead = { value: string } | { problem: Problem; subject: string };

/**
 * Prepares the reading of each recipient's time zone, by a column or an expression. Rows of one phone must have the same:
 * with two, the phone would get the message of each campaign.
 *
 * @param phoneAt the phone of an item as it is sent, if it has one
 */
export async function recipientZoneReader(
	context: IExecuteFunctions,
	phoneAt: (item: number, json: IDataObject) => string | undefined,
): Promise<(item: number, json: IDataObject, phone: string) => ZoneRead> {
	const { at, missing } = columnReader(context, {
		path: optionPath(recipientZoneOption),
		label: RECIPIENT_ZONE,
		subject: 'Time zone',
	});
	const isByColumn = missing({}) !== undefined;
	/** A column that no item has is misspelled, not empty; and an expression that gives nothing at all was meant to. */
	let isThere = false;
	const byPhone = new Map<string, string>();
	const withSeveral = new Set<string>();
	await eachGivingWay(context.getInputData(), ({ json }, item) => {
		try {
			const entered = at(item, json);
			isThere ||= isByColumn ? entered !== undefined : !isEmpty(entered);
			const zone = recipientZone(entered);
			const phone = phoneAt(item, json);
			if ('problem' in zone || phone === undefined) return;
			const key = comparablePhone(phone);
			if ((byPhone.get(key) ?? zone.value) !== zone.value) withSeveral.add(key);
			byPhone.set(key, zone.value);
		} catch {
			// An expression that fails is refused where its row is read.
		}
	});
	return (item, json, phone) => {
		const entered = at(item, json);
		if (!isThere) {
			const { subject, ...problem } = missing(json) ?? NOTHING;
			return { problem, subject };
		}
		if (withSeveral.has(comparablePhone(phone))) return SEVERAL;
		const zone = recipientZone(entered);
		return 'problem' in zone ? { ...zone, subject: RECIPIENT_ZONE } : zone;
	};
}

const NOTHING = {
	subject: RECIPIENT_ZONE,
	rule: 'has an expression that gives nothing for any item',
	fix: 'Correct the expression, or remove the option.',
};

const SEVERAL: ZoneRead = {
	problem: {
		rule: `differs between rows with the same phone number (empty means ${SERVICE_TIME_ZONE})`,
		fix: 'Enter the same time zone in all rows of a phone number.',
	},
	subject: RECIPIENT_ZONE,
};
