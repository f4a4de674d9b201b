import { isJsonObject, type JsonObject, type JsonValue } from '../protocol/json';
import type { Params } from '../protocol/params';
import type { Readings } from '../protocol/readings';
import { ServiceError } from '../protocol/serviceError';
import type { Account } from '../state/account';
import type { Skipped } from '../state/campaign';
import type { Contact, DistributionList } from '../state/contacts';
import { identifyPhone, type Phone } from './phones';

/** Most numbers one request may name; the specification says "about 10,000". */
export const maxListed = 10_000;

/** A recipient of `listjson` with the value that belongs to it. */
export interface PersonalPhone extends Phone {
	value: JsonValue;
}

/** Whom a send goes to, and whom it names in vain. */
export type Recipients =
	| { kind: 'list'; phones: Phone[]; skipped: Skipped[] }
	| { kind: 'pid'; lists: DistributionList[] }
	| { kind: 'listjson'; phones: PersonalPhone[]; skipped: Skipped[] };

/** The one recipient parameter of a send. Throws when none or several are sent, or nothing in it can be identified. */
export function readRecipients(
	params: Params,
	account: Account,
	allowed: ReadonlyArray<Recipients['kind']>,
	readings: Readings,
): Recipients {
	const sent = allowed.filter((name) => params.sent(name));
	if (sent.length === 0) throw new ServiceError(`one of ${allowed.join(', ')} is required`);
	if (sent.length > 1) throw new ServiceError(`only one of ${allowed.join(', ')} may be sent`);
	switch (sent[0]) {
		case 'pid':
			return { kind: 'pid', lists: readLists(params.required('pid'), account) };
		case 'listjson':
			return { kind: 'listjson', ...readPersonalPhones(params, readings) };
		default:
			return { kind: 'list', ...readSendablePhones(params, readings) };
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

/** What a send reads from the numbers it names. */
interface Named<T> {
	phones: T[];
	skipped: Skipped[];
}

const unidentified = 'no phone number that can be identified';
const repeated = 'named before';

/** The phones of `list`; dropped duplicates stand under their first spelling. What cannot be identified is left out. */
function readSendablePhones(params: Params, { duplicates, withoutZero }: Readings): Named<Phone> {
	const skipped: Skipped[] = [];
	const found = new Map<string, Phone>();
	const phones: Phone[] = [];
	for (const given of splitList(params.required('list'))) {
		const phone = identifyPhone(given, withoutZero);
		if (phone === undefined) {
			skipped.push({ given, reason: unidentified });
		} else if (duplicates === 'drop' && found.has(phone.phone)) {
			skipped.push({ given, reason: repeated });
		} else {
			found.set(phone.phone, phone);
			phones.push(phone);
		}
	}
	if (phones.length === 0) throw new ServiceError('no valid phone number in list');
	return { phones, skipped };
}

function readLists(text: string, account: Account): DistributionList[] {
	return text.split(',').map((code) => findList(code.trim(), account));
}

/** Everybody registered in the lists a send names, as often as `shared` says. */
export function registeredMembers(
	lists: DistributionList[],
	shared: Readings['sharedMembers'],
): Contact[] {
	const members = lists
		.flatMap(({ contacts }) => [...contacts.values()])
		.filter(({ blocked }) => !blocked);
	if (shared === 'each') return members;
	const found = new Map<string, Contact>();
	for (const member of members) if (!found.has(member.phone)) found.set(member.phone, member);
	return [...found.values()];
}

/** The phones a send goes to now; in a distribution list a phone has its canonical spelling. */
export function phonesNow(
	recipients: Recipients,
	shared: Readings['sharedMembers'],
): { phones: Phone[]; skipped: Skipped[] } {
	if (recipients.kind !== 'pid') return recipients;
	const members = registeredMembers(recipients.lists, shared);
	return {
		phones: members.map(({ phone }) => ({ phone, given: phone })),
		skipped: blockedMembers(recipients.lists),
	};
}

/** Contacts that get nothing because they are blocked in every list a send names. */
export function blockedMembers(lists: DistributionList[]): Skipped[] {
	const registered = new Set(registeredMembers(lists, 'once').map(({ phone }) => phone));
	const blocked = lists
		.flatMap(({ contacts }) => [...contacts.values()])
		.filter((contact) => contact.blocked && !registered.has(contact.phone));
	return [...new Set(blocked.map(({ phone }) => phone))].map((given) => ({
		given,
		reason: 'blocked in the list',
	}));
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

/** The phones of `listjson`. Where duplicates are dropped the later value counts, as with a repeated JSON key. */
function readPersonalPhones(
	params: Params,
	{ duplicates, withoutZero }: Readings,
): Named<PersonalPhone> {
	const entries = Object.entries(readListJson(params));
	if (entries.length > maxListed) {
		throw new ServiceError(`listjson must hold up to ${maxListed} numbers`);
	}
	const skipped: Skipped[] = [];
	const phones = entries.flatMap(([given, value]) => {
		const phone = identifyPhone(given, withoutZero);
		if (phone === undefined) skipped.push({ given, reason: unidentified });
		return phone === undefined ? [] : [{ ...phone, value }];
	});
	if (phones.length === 0) throw new ServiceError('no valid phone number in listjson');
	if (duplicates === 'keep') return { phones, skipped };
	const last = new Map(phones.map((phone) => [phone.phone, phone]));
	const dropped = phones.filter((phone) => last.get(phone.phone) !== phone);
	return {
		phones: [...last.values()],
		skipped: [...skipped, ...dropped.map(({ given }) => ({ given, reason: 'named again later' }))],
	};
}
