import { withoutJson } from './lists';
import { comparablePhone, MOST_RECIPIENTS, readPhone, repairPhone } from './phones';
import { EMPTY, isEmpty, problem, quoted, type Problem, type Read, type Reader } from './reader';
import { LONGEST_WRITTEN } from './writtenNumber';

const MOST_TEST_NUMBERS = 5;
const FEW = 'Enter one to five numbers of your own, separated by commas.';

/** The column of items that holds their phones. */
const COLUMN = 'phone';

const DEEPEST_LIST = 5;

/** Quotes around an entry, in which some programs write phones. */
const QUOTES = /^["'`“”‘’]+|(?<!["'`“”‘’])["'`“”‘’]+$/g;
/** The only slash of a number, after its area code. */
const AREA_SLASH = /^(0\d{1,3}) ?\/ ?(?=[^/]*$)/;
/** A 0 after the country code of Israel: it belongs to the local form of the number. */
const LOCAL_ZERO = /^(?:\+|00)?972[ -]*\(?0\)?/;

/** The entries of a list of phones, as a list or as text with commas, semicolons or line breaks; empty ones are left out. */
function phoneEntries(entered: unknown): unknown[] {
	const given = withoutJson(entered);
	if (typeof given === 'string') return given.split(/[,;\n]/).filter((each) => each.trim() !== '');
	const entries: unknown[] = Array.isArray(given) ? given : [given];
	return entries.filter((each) => each !== '' && each !== null && each !== undefined);
}

/**
 * Reads a list of phones entry by entry.
 *
 * @param again what is wrong with a phone that an earlier entry has in any format; nothing by default
 * @returns them by `comparablePhone`, each in its first spelling, or what is wrong with the first wrong entry
 */
export function readPhones(
	entries: unknown[],
	read: Reader<string>,
	again?: Problem,
): Read<Map<string, string>> {
	const phones = new Map<string, string>();
	for (const [index, entry] of entries.entries()) {
		if (isEmpty(entry)) {
			return problem(`contains an empty entry (entry ${index})`, 'Remove it, or fill it.');
		}
		const phone = read(entry);
		if ('problem' in phone) {
			return problem(`contains ${quoted(entry)}, which ${phone.problem.rule}`, phone.problem.fix);
		}
		const key = comparablePhone(phone.value);
		if (!phones.has(key)) phones.set(key, phone.value);
		else if (again) return problem(`contains ${quoted(entry)} ${again.rule}`, again.fix);
	}
	return { value: phones };
}

/**
 * Phone numbers from a list or from text, comma-separated as the service wants them. The same number twice, in any format, is
 * one recipient.
 */
export const phoneList: Reader<string> = (entered) => {
	const read = readPhones(phoneEntries(entered), readPhone);
	if ('problem' in read) return read;
	const { size } = read.value;
	if (size === 0) return problem('contains no phone number', 'Enter at least one.');
	return size > MOST_RECIPIENTS
		? problem(
				`contains ${size} phone numbers; a request takes at most ${MOST_RECIPIENTS}`,
				'Split the list, or use a campaign operation, which splits it automatically.',
			)
		: { value: [...read.value.values()].join(',') };
};

/** The numbers a test is sent to: one to five, none of them twice in any format, since each gets every test message once. */
export const testNumbers: Reader<string[]> = (entered) => {
	const twice = { rule: 'twice', fix: 'Remove one of them.' };
	const read = readPhones(phoneEntries(entered), readPhone, twice);
	if ('problem' in read) return read;
	const { size } = read.value;
	if (size === 0) return problem('contains no phone number', FEW);
	return size > MOST_TEST_NUMBERS
		? problem(`contains ${size} numbers; a test takes at most ${MOST_TEST_NUMBERS}`, FEW)
		: { value: [...read.value.values()] };
};

/**
 * Phones that get nothing, in the form of `comparablePhone`: text, a list, or items of another node with the column `phone`,
 * as spreadsheets leave them. An item without any column, as n8n outputs for an empty table, is no one. An entry that is no
 * phone is refused: anyone who it represents would get the message.
 */
export const phonesToLeaveOut: Reader<ReadonlySet<string>> = (entered) => {
	if (typeof entered === 'boolean' || rowOf(entered) !== undefined) {
		return problem(
			'must be phone numbers, or a list of them',
			'Enter phone numbers, or an expression that returns a list.',
		);
	}
	const given: unknown[] = Array.isArray(entered) ? entered : phoneEntries(entered);
	if (given.length === 0 && !Array.isArray(entered)) return { problem: EMPTY };
	const entries: unknown[] = [];
	for (const [index, entry] of given.entries()) {
		const row = rowOf(entry);
		if (row === undefined) entries.push(entry);
		else if (Object.hasOwn(row, COLUMN)) entries.push(row[COLUMN]);
		// n8n gives one empty item for a table without rows.
		else if (Object.keys(row).length > 0 || given.length > 1) {
			return problem(
				`contains an item without the column "${COLUMN}" (entry ${index})`,
				`Name the column with the phone numbers, such as {{ $('Opted out').all().map((item) => item.json.mobile) }}.`,
			);
		}
	}
	const read = readPhones(entries, (entry) => repairPhone(bare(entry), true));
	return 'problem' in read ? read : { value: new Set(read.value.keys()) };
};

/** A phone without the quotes of spreadsheets, and without the slash that some write after an area code. */
function bare(entry: unknown): unknown {
	if (typeof entry !== 'string' || entry.length > LONGEST_WRITTEN) return entry;
	return entry.trim().replace(QUOTES, '').replace(AREA_SLASH, '$1-');
}

/** The columns of an item, with or without n8n's `json` around them; undefined for a phone itself. */
function rowOf(entry: unknown): Record<string, unknown> | undefined {
	if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined;
	const row = entry as Record<string, unknown>;
	return (row.json ?? row) as Record<string, unknown>;
}

/**
 * The phones in whatever the service lists them in: a list, a text with commas, a number, or an object that has them as its
 * keys or values. An entry that is no phone stays as it came; a form that lists nothing gives undefined: it does not say
 * that no one is listed.
 */
export function listedPhones(listed: unknown): string[] | undefined {
	return listedIn(listed, DEEPEST_LIST);
}

function listedIn(listed: unknown, depth: number): string[] | undefined {
	if (depth === 0) return undefined;
	const given = withoutJson(listed);
	if (given === undefined || given === null) return [];
	if (typeof given === 'string') return phoneEntries(given).flatMap(asListed);
	if (typeof given === 'number') return asListed(given);
	if (typeof given !== 'object') return undefined;
	if (Array.isArray(given)) return allListed(given, depth - 1);
	const keys = Object.keys(given).map(phoneIn);
	if (keys.length > 0 && isRead(keys)) return keys;
	const phones = allListed(Object.values(given), depth - 1);
	return phones && isRead(phones.map(phoneIn)) ? phones : undefined;
}

function allListed(values: unknown[], depth: number): string[] | undefined {
	const phones = values.map((value) => listedIn(value, depth));
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
	if (entry.length > LONGEST_WRITTEN) return undefined;
	const read = repairPhone(entry.replace(QUOTES, '').trim().replace(LOCAL_ZERO, '0'), true);
	return 'value' in read ? read.value : undefined;
}

function isRead<Value>(values: Array<Value | undefined>): values is Value[] {
	return values.every((value) => value !== undefined);
}
