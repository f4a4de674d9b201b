import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { listCodesField } from '../descriptions/recipientFields';
import { fieldLabels, wireFields } from '../descriptions/wireFields';
import { addressWithKey } from '../notifications/notificationAddress';
import type { Account } from '../transport/itemCredential';
import { checkRequest, type CheckContext, type RequestRules } from '../validation/checkRequest';
import { scheduledInstant, SERVICE_TIME_ZONE } from '../validation/dates';
import { listCodes } from '../validation/lists';
import { isEmpty, type Problem } from '../validation/reader';
import type { ItemsKind, SendTo } from './campaignKind';
import { itemValue } from '../validation/itemValue';
import { parseMergeText } from './mergeFields';
import { missingValueOption, typedText, type TextAt } from './mergeTextReader';
import { readWireValues } from './parameters';
import { scheduledFor } from './scheduledFor';

/** What the recipients of a request share. */
export interface RequestSettings {
	/** Parameters by wire name. */
	body: IDataObject;
	/** Makes the requests, with the credential of these recipients. */
	context: IExecuteFunctions;
	/** Tells accounts apart; empty when all items have the same. */
	account: string;
	/** When a scheduled campaign begins, in milliseconds since 1970. */
	startsAt?: number;
	/** The same for people, in the service's time zone, for example `2026-11-25T10:00:00+02:00[Asia/Jerusalem]`. */
	scheduledFor?: string;
}

/** An item's settings with what they are compared by, or what is wrong with them. */
export type SettingsRead =
	{ key: string; settings: RequestSettings } | { problem: Problem & { field: string } };

export type SettingsReader = (item: number, json: IDataObject, account: Account) => SettingsRead;

/**
 * Prepares the reading of what an item's request holds beside recipient and content, by the
 * specification's rules. Equal values are checked once; items whose requests would be the same share
 * them, even if what was entered differs by less than the service can tell.
 */
export function settingsReader(
	context: IExecuteFunctions,
	kind: ItemsKind,
	sendTo: SendTo,
): SettingsReader {
	const toLists = sendTo === 'lists';
	const fields = toLists ? [listCodesField, ...kind.settingsFields] : kind.settingsFields;
	const rules = toLists ? withLists(kind.rules) : kind.rules;
	const labels = fieldLabels(fields);
	const texts = textReaders(context, kind, fields);
	const values = readWireValues(context, fields, Object.keys(texts));
	const timeZone = context.getTimezone();
	const checkContext: CheckContext = { now: new Date(), timeZone };
	const seen = new Map<string, SettingsRead>();
	const isConstant = values.constant && Object.keys(texts).length === 0;

	return (item, json, account) => {
		const forAll = isConstant ? seen.get(account.key) : undefined;
		if (forAll !== undefined) return forAll;
		const entered: IDataObject = { ...values.at(item) };
		for (const [wire, textAt] of Object.entries(texts)) {
			const text = textAt(item, json);
			if ('problem' in text) return { problem: { field: labels[wire], ...text.problem } };
			entered[wire] = text.value ?? null;
		}
		const enteredKey = isConstant ? account.key : account.key + JSON.stringify(entered);
		let read = seen.get(enteredKey);
		if (read === undefined) {
			read = check(kind, rules, labels, entered, checkContext, account);
			seen.set(enteredKey, read);
		}
		return read;
	};
}

function check(
	kind: ItemsKind,
	rules: RequestRules,
	labels: Record<string, string>,
	entered: IDataObject,
	checkContext: CheckContext,
	{ key: account, token, context }: Account,
): SettingsRead {
	const checked = checkRequest(rules, labels, entered, checkContext);
	if ('problems' in checked) return { problem: checked.problems[0] };
	const { body } = checked;
	if (typeof body.nu === 'string' && kind.channel !== undefined) {
		body.nu = addressWithKey(body.nu, token, kind.channel);
	}
	const startsAt = isEmpty(entered.sendAt)
		? undefined
		: scheduledInstant(entered.sendAt, checkContext.timeZone);
	const zone = isEmpty(entered.timeZone) ? SERVICE_TIME_ZONE : String(entered.timeZone);
	return {
		key: account + JSON.stringify(body),
		settings: {
			body,
			context,
			account,
			...(startsAt === undefined ? {} : { startsAt, scheduledFor: scheduledFor(startsAt, zone) }),
		},
	};
}

/** Readers of the settings that are texts; none for those that stay as they are. */
function textReaders(
	context: IExecuteFunctions,
	kind: ItemsKind,
	fields: ItemsKind['settingsFields'],
): Record<string, TextAt> {
	const saved = context.getNode().parameters;
	const readers: Record<string, TextAt> = {};
	for (const { wire, path, label } of wireFields(fields)) {
		const use = kind.textSettings?.[wire];
		const [name, inner] = path.split('.');
		const value = inner === undefined ? saved[name] : (saved[name] as IDataObject | null)?.[inner];
		if (typeof value !== 'string' || !value.includes('{')) continue;
		if (use === 'fill') {
			readers[wire] = typedText(context, value, label, missingValueOption(context)).at;
		} else if (use === 'refuse' && !value.startsWith('=')) {
			readers[wire] = unmerged(value, kind.contentLabel);
		}
	}
	return readers;
}

/** A text in which a merge field would be sent as it stands. */
function unmerged(text: string, contentLabel: string): TextAt {
	const parsed = parseMergeText(text, { use: 'text', text: '' });
	const names = 'problem' in parsed ? [] : parsed.value.fields;
	return (_item, json) => {
		const name = names.find((each) => itemValue(json, each) !== undefined);
		return name === undefined
			? { value: text }
			: {
					problem: {
						rule: `holds {${name}}, which is replaced only in ${contentLabel}`,
						fix: 'It is the same for a whole campaign: write a text without it.',
					},
				};
	};
}

/** The lists are settings that a request's recipients share, like the sender. */
function withLists(rules: RequestRules): RequestRules {
	return {
		...rules,
		readers: { ...rules.readers, pid: listCodes },
		required: [...(rules.required ?? []), 'pid'],
	};
}
