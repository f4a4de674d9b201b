// Which recipient each item names.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { recipientField } from '../fields/campaignFields';
import { optionPath } from '../fields/field';
import { recipientZoneOption } from '../fields/timingFields';
import { columnOfAny, columnsOf, hasColumn, itemValue } from '../rules/itemValue';
import { EMPTY, isEmpty, type Problem } from '../rules/reader';
import { RECIPIENT_ZONE, recipientZone, SERVICE_TIME_ZONE } from '../rules/timeZones';
import { readParameter } from './parameters';

/** Reads each item's column that a field names. */
export interface ColumnReader {
	/** The item's own value. @throws NodeOperationError when an expression fails */
	at(item: number, json: IDataObject): unknown;
	/** Why an item has no value, if it lacks the column. */
	missing(json: IDataObject): (Problem & { subject: string }) | undefined;
}

/** A field that names a column. */
interface ColumnOf {
	/** The path of the field, for example `recipient`. */
	path: string;
	/** Its display name. */
	label: string;
	/** People's name for what the column holds. */
	subject: string;
}

/** Reads each item's recipient, by the name of a column or an expression for the number. */
export function recipientReader(context: IExecuteFunctions): ColumnReader {
	return columnReader(context, {
		path: recipientField.name,
		label: recipientField.displayName,
		subject: 'Phone number',
	});
}

interface ColumnOrExpression extends ColumnReader {
	isExpression: boolean;
	/** Whether any item has the column. A column in no item is misspelled, not empty. */
	isThere(): boolean;
}

/** Reads each item's column that a field names, or the field's expression. */
function columnReader(context: IExecuteFunctions, of: ColumnOf): ColumnOrExpression {
	const { constant, at } = readParameter(context, of.path, '', of.label);
	if (!constant) return { at, missing: () => undefined, isExpression: true, isThere: () => true };
	let known: string | undefined;
	const column = () => (known ??= String(at(0) ?? '').trim());
	const isColumn = columnOfAny(() => context.getInputData());
	return {
		at: (_item, json) => itemValue(json, column()),
		missing: (json) => missingColumn(of, column(), json, isColumn),
		isExpression: false,
		isThere: () => isColumn(column()),
	};
}

/** @param isColumn whether any item has it: some nodes leave out the column of an empty field */
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

/** A row's time zone, or its problem, whose subject goes before the rule. */
type ZoneRead = { value: string } | { problem: Problem; subject: string };

/** Prepares each recipient's time zone: by column, empty for the service's, or by expression. */
export function recipientZoneReader(
	context: IExecuteFunctions,
): (item: number, json: IDataObject) => ZoneRead {
	const { at, missing, isExpression, isThere } = columnReader(context, {
		path: optionPath(recipientZoneOption),
		label: RECIPIENT_ZONE,
		subject: 'Time zone',
	});
	return (item, json) => {
		const entered = at(item, json);
		const absent = isThere() ? undefined : missing(json);
		if (absent !== undefined) return { problem: absent, subject: absent.subject };
		if (isExpression && isEmpty(entered)) return NOTHING;
		const zone = recipientZone(entered);
		return 'problem' in zone ? { ...zone, subject: RECIPIENT_ZONE } : zone;
	};
}

const NOTHING: ZoneRead = {
	problem: {
		rule: EMPTY.rule,
		fix: `Use an expression that always gives a time zone, such as {{ $json.time_zone || '${SERVICE_TIME_ZONE}' }}.`,
	},
	subject: RECIPIENT_ZONE,
};
