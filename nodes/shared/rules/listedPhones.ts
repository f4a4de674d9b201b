import { withoutJson } from './lists';
import { phoneEntries } from './phones';
import { repairPhone } from './repairPhone';

/** Quotes around an entry, in which some programs write phones. */
const QUOTES = /^["'`“”‘’]+|["'`“”‘’]+$/g;
/** A 0 after the country code of Israel: it belongs to the local form of the number. */
const LOCAL_ZERO = /^(?:\+|00)?972[ -]*\(?0\)?/;

/**
 * The phones in whatever the service lists them in: a list, a text with commas, a number, or an object that has
 * them as its keys or values.
 *
 * @returns the digits of each entry that is a phone in any spelling, and any other entry as it came; undefined
 *   for a form that lists nothing: it does not say that nobody is listed
 */
export function listedPhones(listed: unknown): string[] | undefined {
	const given = withoutJson(listed);
	if (given === undefined || given === null) return [];
	if (typeof given === 'string') return phoneEntries(given).flatMap(asListed);
	if (typeof given === 'number') return asListed(given);
	if (typeof given !== 'object') return undefined;
	if (Array.isArray(given)) return allListed(given);
	const keys = Object.keys(given).map(phoneIn);
	if (keys.length > 0 && isRead(keys)) return keys;
	const phones = allListed(Object.values(given));
	return phones && isRead(phones.map(phoneIn)) ? phones : undefined;
}

function allListed(values: unknown[]): string[] | undefined {
	const phones = values.map(listedPhones);
	return isRead(phones) ? phones.flat() : undefined;
}

/** An entry holds one phone, or several with spaces between them. */
function asListed(entry: unknown): string[] {
	const text = String(entry).trim();
	const whole = phoneIn(text);
	const phones = whole === undefined ? text.split(/\s+/).map(phoneIn) : [whole];
	return isRead(phones) ? phones : [text];
}

function phoneIn(entry: string): string | undefined {
	const read = repairPhone(entry.replace(QUOTES, '').trim().replace(LOCAL_ZERO, '0'), true);
	return 'value' in read ? read.value : undefined;
}

function isRead<Value>(values: Array<Value | undefined>): values is Value[] {
	return values.every((value) => value !== undefined);
}
