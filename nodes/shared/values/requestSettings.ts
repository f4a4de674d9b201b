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
	/** The start by "Send At", in milliseconds since 1970. */
	startsAt?: number;
	/** These recipients' time zone, if times are local to them. */
	zone?: string;
	/** IANA name of the time zone the service reads schedules in. */
	timeZone: string;
	/** The file they get from the workflow. */
	file?: InputFile;
	/** Their opt-out links. */
	optOut?: OptOutLinks;
}

/** An item's settings with a key to compare them by, or what is wrong with them. */
export type SettingsRead = { key: string; settings: RequestSettings } | { problem: FieldProblem };

/** @param zone of the recipient, for a local "Send At"; empty for the service's */
export type SettingsOfItem = (item: number, json: IDataObject, zone?: string) => SettingsRead;

/** No time has passed then. */
const ANY_TIME = new Date(0);

/** Lists are settings that a request's recipients share, like the sender. */
const listsOfAll: Field = { ...listCodesField, displayOptions: undefined };

/**
 * Prepares the reading of a request's settings: all but recipient and content. Equal values are
 * checked once. Items with equal requests share settings, even if their entered values differ.
 */
export function settingsOfItems(
	{ context, token }: Pick<Account, 'context' | 'token'>,
	kind: RowsKind,
	{ sendTo, isTest = false, optOut }: ContentOptions,
	fileAt?: FileAt,
): SettingsOfItem {
	const { settingsFields, rules, fillsSettings } = kind;
	// Several recipients share settings, so an opt-out link in them is refused.
	const noLink = optOut !== undefined && 'problem' in optOut ? optOut : undefined;
	const reader = bodyReader(context, {
		fields: sendTo === 'lists' ? [listsOfAll, ...settingsFields] : settingsFields,
		rules,
		braces: fillsSettings ? fieldsFilled({ optOut: noLink }) : unmergedText,
		hasRunOptions: true,
	});
	// A test is sent at once, even if the campaign's time has passed.
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
		// The same hour in two zones gives equal parameters, but quiet hours follow the zone.
		return { key: JSON.stringify([body, timeZone, zone]), settings };
	};
	return (item, json, zone) => {
		// Settings that are the same for all items are under the zone alone.
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
