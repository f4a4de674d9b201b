import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { optionPath } from '../fields/field';
import { recipientZoneOption } from '../fields/timingFields';
import { isExpression } from '../rules/expressions';
import { comparablePhone } from '../rules/phones';
import { isEmpty, quoted, type Problem } from '../rules/reader';
import {
	enteredZone,
	RECIPIENT_ZONE,
	recipientZoneLabels,
	zonesOfPhone,
	type RecipientZoneRule,
	type RecipientZones,
} from '../rules/recipientZone';
import { givingWay } from '../service/pause';
import { refuseFailing, valueIn } from './parameters';
import { columnReader, type ColumnReader } from './recipientReader';

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
	const [name, ...inner] = ZONE_COLUMN.split('.');
	const saved = valueIn(context.getNode().parameters[name], inner);
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
	const giveWay = givingWay();
	const byPhone = new Map<string, RecipientZones[]>();
	for (const [item, { json }] of context.getInputData().entries()) {
		if (giveWay.isDue()) await giveWay.now();
		try {
			const read = enteredZone(column.at(item, json));
			const phone = 'value' in read ? phoneAt(item, json) : undefined;
			if ('problem' in read || phone === undefined) continue;
			const key = comparablePhone(phone);
			const known = byPhone.get(key);
			if (known === undefined) byPhone.set(key, [read.value]);
			else if (!known.some(({ name }) => name === read.value.name)) known.push(read.value);
		} catch {
			// An expression that fails is refused where its row is read.
		}
	}
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
