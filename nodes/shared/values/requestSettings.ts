// What the recipients of one request share.
import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../fields/field';
import { listCodesField } from '../fields/sendingOptions';
import type { InputFile } from '../files/inputFile';
import type { FieldProblem } from '../rules/reader';
import { serviceZone } from '../rules/timeZones';
import { instantOfParts } from '../rules/times';
import type { Account } from '../service/connection';
import type { OptOutLinks } from '../service/optOutLink';
import { addNotificationKey, bodyReader } from './bodyReader';
import type { FileAt } from './itemFiles';
import { unmergedText } from './mergeFields';
import { fieldsFilled } from './mergeTextReader';
import type { ContentOptions, RowsKind } from './rowsKind';

/** What the recipients of a request share. */
export interface RequestSettings {
	/** Parameters by wire name. */
	body: IDataObject;
	/** When "Send At" says to begin, in milliseconds since 1970. */
	startsAt?: number;
	/** The time zone of these recipients, where times are theirs. */
	zone?: string;
	/** IANA name of the time zone the service reads schedules in. */
	timeZone: string;
	/** The file of the workflow that they get. */
	file?: InputFile;
	/** The opt-out links in what they get. */
	optOut?: OptOutLinks;
}

/** An item's settings with what they are compared by, or what is wrong with them. */
export type SettingsRead = { key: string; settings: RequestSettings } | { problem: FieldProblem };

/** @param zone of the item's recipient, whose local time "Send At" then is; empty for that of the service */
export type SettingsOfItem = (item: number, json: IDataObject, zone?: string) => SettingsRead;

/** No time has passed then. */
const ANY_TIME = new Date(0);

/** The lists are settings that a request's recipients share, like the sender. */
const listsOfAll: Field = { ...listCodesField, displayOptions: undefined };

/**
 * Prepares the reading of what an item's request holds beside recipient and content. Equal values are checked once;
 * items whose requests would be the same share them, even if what was entered differs by less than the service can tell.
 */
export function settingsOfItems(
	{ context, token }: Pick<Account, 'context' | 'token'>,
	kind: RowsKind,
	{ sendTo, isTest = false, optOut }: ContentOptions,
	fileAt?: FileAt,
): SettingsOfItem {
	const { settingsFields, rules, fillsSettings } = kind;
	// Settings are the same for several recipients, so a link in one of them is refused.
	const noLink = optOut !== undefined && 'problem' in optOut ? optOut : undefined;
	const reader = bodyReader(context, {
		fields: sendTo === 'lists' ? [listsOfAll, ...settingsFields] : settingsFields,
		rules,
		braces: fillsSettings ? fieldsFilled({ optOut: noLink }) : unmergedText,
		hasRunOptions: true,
	});
	// A test is sent at once: that the time of the campaign has passed concerns the campaign alone.
	const now = isTest ? ANY_TIME : new Date();
	const isConstant = reader.isConstant && fileAt === undefined;
	const seen = new Map<string, SettingsRead>();

	const settingsOf = (
		entered: ReturnType<typeof reader.enteredFor>,
		file: InputFile | undefined,
		recipientZone: string | undefined,
	): SettingsRead => {
		const timeZone = serviceZone(entered.values.timeZone);
		const zone = recipientZone === '' ? timeZone : recipientZone;
		const read = reader.bodyOf(entered, { now, clock: zone });
		if ('problems' in read) return { problem: read.problems[0] };
		const { body } = read;
		addNotificationKey(body, kind.channel, { token, context });
		const startsAt = instantOfParts(body, timeZone);
		const settings: RequestSettings = {
			...{ body, timeZone, startsAt, file },
			...(zone !== undefined && { zone }),
		};
		if (optOut !== undefined && 'value' in optOut) settings.optOut = optOut.value;
		// The same hour in two zones has the same parameters, and quiet hours go by the zone.
		return { key: JSON.stringify([body, timeZone, zone]), settings };
	};
	return (item, json, zone) => {
		// Under the zone alone are settings that are the same for all items.
		const ofAll = String(zone);
		const forAll = seen.get(ofAll);
		if (forAll !== undefined) return forAll;
		const file = fileAt?.(item);
		const entered = reader.enteredFor(item, json, file);
		const enteredKey = isConstant ? ofAll : ofAll + JSON.stringify(entered);
		const known = seen.get(enteredKey);
		if (known !== undefined) return known;
		const read = settingsOf(entered, file && 'value' in file ? file.value : undefined, zone);
		seen.set(enteredKey, read);
		return read;
	};
}
