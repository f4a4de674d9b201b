import { isJsonObject, type JsonObject, type JsonValue, type Params } from '../http/params';
import { ServiceError } from '../serviceError';
import type { Account, DistributionList } from '../state/types';
import { identifyPhone, type Phone } from './phones';

/** Most numbers one request may name; the specification says "about 10,000". */
export const maxListed = 10_000;

/** A recipient of `listjson` with the value that belongs to it. */
export interface PersonalPhone extends Phone {
	value: JsonValue;
}

/** Whom a send goes to. */
export type Recipients =
	| { kind: 'list'; phones: Phone[] }
	| { kind: 'pid'; lists: DistributionList[] }
	| { kind: 'listjson'; phones: PersonalPhone[] };

/** The one recipient parameter of a send. Throws when none or several are sent, or nothing in it can be identified. */
export function readRecipients(
	params: Params,
	account: Account,
	allowed: ReadonlyArray<Recipients['kind']>,
): Recipients {
	const sent = allowed.filter((name) => params.sent(name));
	if (sent.length === 0) throw new ServiceError(`one of ${allowed.join(', ')} is required`);
	if (sent.length > 1) throw new ServiceError(`only one of ${allowed.join(', ')} may be sent`);
	switch (sent[0]) {
		case 'pid':
			return { kind: 'pid', lists: readLists(params.required('pid'), account) };
		case 'listjson':
			return { kind: 'listjson', phones: readPersonalPhones(params) };
		default:
			return { kind: 'list', phones: readSendablePhones(params) };
	}
}

/** Whether a send names exactly one number. A distribution list never does, whatever it holds. */
export function isSingleNumber(recipients: Recipients): boolean {
	return recipients.kind !== 'pid' && recipients.phones.length === 1;
}

/** The comma-separated entries of `list`. Throws above the limit. */
export function splitList(text: string): string[] {
	const entries = text.split(',');
	if (entries.length > maxListed) {
		throw new ServiceError(`list must hold up to ${maxListed} numbers`);
	}
	return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}

/** Each phone once, under its first spelling: two spellings of one number are one recipient. Others are left out. */
export function identifyPhones(entries: string[]): Phone[] {
	const found = new Map<string, Phone>();
	for (const entry of entries) {
		const phone = identifyPhone(entry);
		if (phone !== undefined && !found.has(phone.phone)) found.set(phone.phone, phone);
	}
	return [...found.values()];
}

function readSendablePhones(params: Params): Phone[] {
	const phones = identifyPhones(splitList(params.required('list')));
	if (phones.length === 0) throw new ServiceError('no valid phone number in list');
	return phones;
}

function readLists(text: string, account: Account): DistributionList[] {
	const codes = text.split(',').map((code) => code.trim());
	return [...new Set(codes)].map((code) => findList(code, account));
}

/** A distribution list of the account by its code as sent. Throws `list not found`. */
export function findList(code: string, account: Account): DistributionList {
	const list = /^\d{1,15}$/.test(code) ? account.lists.get(Number(code)) : undefined;
	if (list === undefined) throw new ServiceError('list not found');
	return list;
}

/** `listjson` in the form its mode asks for: nested in JSON, a field of JSON text in the plain modes. */
function readListJson(params: Params): JsonObject {
	const raw = params.raw('listjson');
	if (params.json) {
		if (isJsonObject(raw)) return raw;
		throw new ServiceError('listjson must be an object');
	}
	let parsed: JsonValue;
	try {
		parsed = JSON.parse(String(raw)) as JsonValue;
	} catch {
		throw new ServiceError('listjson is not valid JSON');
	}
	if (!isJsonObject(parsed)) throw new ServiceError('listjson must be an object');
	return parsed;
}

/** Two spellings of one number in `listjson` are one recipient; as with a repeated JSON key, the later value counts. */
function readPersonalPhones(params: Params): PersonalPhone[] {
	const entries = Object.entries(readListJson(params));
	if (entries.length > maxListed) {
		throw new ServiceError(`listjson must hold up to ${maxListed} numbers`);
	}
	const found = new Map<string, PersonalPhone>();
	for (const [key, value] of entries) {
		const phone = identifyPhone(key);
		if (phone !== undefined) found.set(phone.phone, { ...phone, value });
	}
	if (found.size === 0) throw new ServiceError('no valid phone number in listjson');
	return [...found.values()];
}
