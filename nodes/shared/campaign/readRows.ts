import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { listCodesField } from '../descriptions/recipientFields';
import { fieldLabels } from '../descriptions/wireFields';
import { addressWithKey } from '../notifications/notificationAddress';
import { checkRequest, type CheckedRequest, type RequestRules } from '../validation/checkRequest';
import { scheduledInstant } from '../validation/dates';
import { listCodes } from '../validation/lists';
import { readPhone } from '../validation/phones';
import { isEmpty, quoted } from '../validation/reader';
import type { ItemsKind, SendTo } from './campaignKind';
import { givingWay } from './eventLoop';
import { itemValue } from './itemValue';
import { readPerItem, readWireValues } from './parameters';
import type { CampaignRow } from './planRequests';

/** An input item that can't be part of the campaign, and why. */
export interface RefusedItem {
	item: number;
	/** As the item holds it; none when the campaign goes to distribution lists. */
	phone?: string;
	/** What is wrong and with which field, as one sentence without a full stop. */
	reason: string;
	fix: string;
}

/** All input items, read: each is either a row or refused. */
export interface ReadItems {
	rows: CampaignRow[];
	refused: RefusedItem[];
	/** The checked settings of rows, by their `settingsKey`. */
	settings: Map<string, RequestSettings>;
}

/** What the recipients of a request share. */
export interface RequestSettings {
	/** Parameters by wire name. */
	body: IDataObject;
	/** When a scheduled campaign begins, in milliseconds since 1970. */
	startsAt?: number;
}

/**
 * Reads every input item into a row of the campaign, checking each value by the rules of the
 * specification. Parameters without an expression are read and checked once.
 *
 * @param skip items of requests that left in an earlier try
 */
export async function readRows(
	context: IExecuteFunctions,
	kind: ItemsKind,
	sendTo: SendTo,
	skip: Set<number>,
): Promise<ReadItems> {
	const phoneAt = sendTo === 'items' ? phoneReader(context) : undefined;
	const settingsAt = await settingsReader(context, kind, sendTo);
	const contentAt = await kind.contentReader(context, sendTo);
	const giveWay = givingWay();
	const result: ReadItems = { rows: [], refused: [], settings: new Map() };

	const readItem = (item: number, json: IDataObject) => {
		const entered = phoneAt?.(item, json);
		const shown = phoneAt && { phone: String(entered ?? '') };
		const refuse = (reason: string, fix: string) => {
			result.refused.push({ item, ...shown, reason, fix });
		};

		const phone = phoneAt ? readPhone(entered) : { value: '' };
		if ('problem' in phone) {
			const { rule, fix } = phone.problem;
			refuse(`Phone ${isEmpty(entered) ? '' : `${quoted(entered)} `}${rule}`, fix);
			return;
		}
		const { key, checked, startsAt } = settingsAt(item);
		if ('problems' in checked) {
			const [{ field, rule, fix }] = checked.problems;
			refuse(`${field} ${rule}`, fix);
			return;
		}
		const content = contentAt(item, json);
		if ('problem' in content) {
			const { field = kind.contentLabel, rule, fix } = content.problem;
			refuse(`${field} ${rule}`, fix);
			return;
		}
		result.settings.set(key, { body: checked.body, startsAt });
		result.rows.push({ item, phone: phone.value, content: content.value, settingsKey: key });
	};
	for (const [item, { json }] of context.getInputData().entries()) {
		await giveWay();
		if (skip.has(item)) continue;
		try {
			readItem(item, json);
		} catch (error) {
			// An expression that fails for one item is that item's fault alone.
			const reason = (error as Error).message;
			result.refused.push({ item, reason, fix: 'Correct the expression, or the data it reads.' });
		}
	}
	return result;
}

/** Reads each item's recipient: the name of a field of the item, or an expression that gives the number. */
export function phoneReader(context: IExecuteFunctions) {
	const recipient = readPerItem<unknown>(context, 'recipient', '');
	if (!recipient.constant) return (item: number) => recipient.at(item);
	const field = String(recipient.at(0)).trim();
	return (_item: number, json: IDataObject) => itemValue(json, field);
}

async function settingsReader(context: IExecuteFunctions, kind: ItemsKind, sendTo: SendTo) {
	const fields =
		sendTo === 'lists' ? [listCodesField, ...kind.settingsFields] : kind.settingsFields;
	const rules = sendTo === 'lists' ? withLists(kind.rules) : kind.rules;
	const values = readWireValues(context, fields);
	const labels = fieldLabels(fields);
	const { token } = await context.getCredentials('extApi');
	const seen = new Map<string, CheckedRequest>();
	const timeZone = context.getTimezone();
	const checkContext = { now: new Date(), timeZone };

	const read = (item: number) => {
		const entered = values.at(item);
		const key = JSON.stringify(entered);
		let checked = seen.get(key);
		if (checked === undefined) {
			checked = checkRequest(rules, labels, entered, checkContext);
			if ('body' in checked && typeof checked.body.nu === 'string' && kind.channel !== undefined) {
				checked.body.nu = addressWithKey(checked.body.nu, String(token), kind.channel);
			}
			seen.set(key, checked);
		}
		return { key, checked, startsAt: scheduledInstant(entered.sendAt, timeZone) };
	};
	if (!values.constant) return read;
	const forAll = read(0);
	return () => forAll;
}

/** The lists are settings that a request's recipients share, like the sender. */
function withLists(rules: RequestRules): RequestRules {
	return {
		...rules,
		readers: { ...rules.readers, pid: listCodes },
		required: [...(rules.required ?? []), 'pid'],
	};
}

/** Reads an option of the node that holds for the whole run, whatever the item. */
export function runOption<T>(context: IExecuteFunctions, name: string, fallback: T): T {
	return context.getNodeParameter(`options.${name}`, 0, fallback) as T;
}
