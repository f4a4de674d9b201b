import { isExpression, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { listCodesField } from '../fields/sendingOptions';
import { wireFields, wireParameters, type Field } from '../fields/field';
import { addedOptions, choicesByExpression, optionProblem } from './choices';
import type { InputFile } from '../files/inputFile';
import { filePlaceholder } from '../files/fileAddress';
import { addressWithKey, ownAddresses } from '../service/notificationAddress';
import type { OptOutLinks } from '../service/optOutLink';
import type { Account } from '../service/itemCredential';
import { checkRequest, type CheckContext, type Parameters } from '../rules/checkRequest';
import { localInstant, scheduledInstant, serviceZone } from '../rules/times';
import { isEmpty, type Problem } from '../rules/reader';
import type { RowOptions, RowsKind } from './rowsKind';
import { unmergedText } from './mergeFields';
import { missingValueOption, typedIn, typedText, type TextAt } from './mergeTextReader';
import { parameterReader, readWireValues, valueIn } from './parameters';

/** What the recipients of a request share. */
export interface RequestSettings {
	/** Parameters by wire name. */
	body: IDataObject;
	/** Makes the requests, with the credential of these recipients. */
	context: IExecuteFunctions;
	/** Tells accounts apart; empty when all items have the same. */
	account: string;
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
export type SettingsRead =
	{ key: string; settings: RequestSettings } | { problem: Problem & { field: string } };

/** @param zone of the item's recipient, whose local time "Send At" then is */
export type SettingsReader = (
	item: number,
	json: IDataObject,
	account: Account,
	zone?: string,
) => SettingsRead;

/**
 * Prepares the reading of what an item's request holds beside recipient and content, by the
 * specification's rules. Equal values are checked once; items whose requests would be the same share
 * them, even if what was entered differs by less than the service can tell.
 */
export function settingsReader(
	context: IExecuteFunctions,
	kind: RowsKind,
	{ sendTo, isTest = false, optOut }: RowOptions,
): SettingsReader {
	const toLists = sendTo === 'lists';
	const fields = toLists ? [listsOfAll, ...kind.settingsFields] : kind.settingsFields;
	const parameters = wireParameters(fields);
	const texts = textReaders(context, kind, fields, optOut);
	const values = readWireValues(context, fields, Object.keys(texts));
	const seen = new Map<string, SettingsRead>();
	const node = context.getNode();
	// A test is sent at once: that the time of the campaign has passed concerns the campaign alone.
	const now = isTest ? ANY_TIME : new Date();
	const checkContext = { now };
	const options = addedOptions(node, fields).filter(({ wire }) => wire !== undefined);
	const parameter = parameterReader(context, fields);
	const choices = choicesByExpression(node.parameters, fields);
	const isConstant =
		choices === undefined &&
		values.constant &&
		Object.keys(texts).length === 0 &&
		kind.fileAt === undefined;

	return (item, json, account, zone) => {
		const accountKey = zone === undefined ? account.key : `${account.key}\n${zone}\n`;
		// Under the account alone are settings that are the same for all items.
		const forAll = seen.get(accountKey);
		if (forAll !== undefined) return forAll;
		const entered: IDataObject = { ...values.at(item) };
		const leftOut = choices?.leftOut(({ name, default: usual }) => parameter(name, usual, item));
		if (leftOut !== undefined && 'problem' in leftOut) return leftOut;
		const isLeftOut = (wire: string) => leftOut?.wires.includes(wire) ?? false;
		for (const wire of Object.keys(entered).filter(isLeftOut)) delete entered[wire];
		for (const [wire, textAt] of Object.entries(texts)) {
			if (isLeftOut(wire)) continue;
			const text = textAt(item, json);
			if ('problem' in text) return { problem: { field: parameters[wire].label, ...text.problem } };
			entered[wire] = text.value ?? null;
		}
		const file = isLeftOut('fileurl') ? undefined : kind.fileAt?.(item);
		if (file !== undefined && 'problem' in file) return file;
		if (file !== undefined) entered.fileurl = filePlaceholder(file.value);
		for (const option of options) {
			const wire = option.wire!;
			const wrong = isLeftOut(wire) ? undefined : optionProblem(node, option, entered[wire]);
			if (wrong !== undefined) return { problem: wrong };
		}
		const enteredKey = isConstant ? accountKey : accountKey + JSON.stringify(entered);
		let read = seen.get(enteredKey);
		if (read === undefined) {
			read = check(kind, parameters, entered, checkContext, account, file?.value, zone);
			if ('settings' in read && optOut !== undefined && 'value' in optOut) {
				read.settings.optOut = optOut.value(account.token);
			}
			seen.set(enteredKey, read);
		}
		return read;
	};
}

/** No time has passed then. */
const ANY_TIME = new Date(0);

function check(
	kind: RowsKind,
	parameters: Parameters,
	entered: IDataObject,
	given: CheckContext,
	{ key: account, token, context }: Account,
	file?: InputFile,
	zone?: string,
): SettingsRead {
	const isTimed = !isEmpty(entered.sendAt);
	const local = isTimed && zone ? localInstant(entered.sendAt, zone) : undefined;
	if (local !== undefined && 'problem' in local) {
		return { problem: { field: parameters.sendAt.label, ...local.problem } };
	}
	const moment = local === undefined ? entered.sendAt : new Date(local.value).toISOString();
	const timed = { ...entered, ...(isTimed ? { sendAt: moment } : {}) };
	const timeZone = serviceZone(entered.timeZone);
	const checked = checkRequest(parameters, kind.rules ?? [], timed, { ...given, clock: zone });
	if ('problems' in checked) return { problem: checked.problems[0] };
	const { body } = checked;
	if (typeof body.nu === 'string' && kind.channel !== undefined) {
		body.nu = addressWithKey(body.nu, token, kind.channel, () => ownAddresses(context));
	}
	return {
		// The same hour in two zones has the same parameters.
		key: account + JSON.stringify(body) + (zone ?? '') + (isTimed ? timeZone : ''),
		settings: {
			body,
			context,
			account,
			timeZone,
			startsAt: isTimed ? scheduledInstant(moment, timeZone) : undefined,
			...(zone !== undefined ? { zone } : {}),
			file,
		},
	};
}

/** Readers of the settings that are texts; none for those that stay as they are. */
function textReaders(
	context: IExecuteFunctions,
	kind: RowsKind,
	fields: RowsKind['settingsFields'],
	optOut: RowOptions['optOut'],
): Record<string, TextAt> {
	// Settings are the same for several recipients, so a link in one of them is refused.
	const isRefused = optOut !== undefined && 'problem' in optOut;
	const missing = () => missingValueOption(context, isRefused ? optOut : undefined);
	const saved = context.getNode().parameters;
	const readers: Record<string, TextAt> = {};
	for (const { wire, path, label, isText } of wireFields(fields)) {
		if (!isText) continue;
		const value = valueIn(saved, path.split('.'));
		if (typeof value !== 'string' || !value.includes('{')) continue;
		if (kind.fillsSettings) {
			readers[wire] = typedText(context, value, label, missing()).at;
		} else if (!isExpression(value)) {
			readers[wire] = typedIn(value, unmergedText(kind.contentLabel)).at;
		}
	}
	return readers;
}

/** The lists are settings that a request's recipients share, like the sender. */
const listsOfAll: Field = { ...listCodesField, displayOptions: undefined };
