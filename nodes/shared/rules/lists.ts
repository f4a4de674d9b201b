// Lists of phones and distribution lists, as entered and in a request.
import type { IDataObject } from 'n8n-workflow';

import { comparablePhone, readPhone, repairPhone } from './phones';
import {
	asText,
	isEmpty,
	lostDigits,
	problem,
	quoted,
	type Reader,
	EMPTY,
	type Problem,
	type Read,
} from './reader';
import { comparableCode } from './text';

/** Most phones in one request (specification, "Shared sending parameters"). */
export const MOST_RECIPIENTS = 10_000;

/**
 * List codes as the service wants them: comma-separated, without leading zeros. A repeated list is
 * dropped, because its members would get the message twice.
 */
export const listCodes: Reader<string> = (entered) => {
	const entries: unknown[] = Array.isArray(entered) ? entered : [entered];
	const lost = entries.map(lostDigits).find((found) => found !== undefined);
	if (lost) return lost;
	const separate = typeof entered === 'string' ? entered.split(/[,;\s]+/) : entries;
	// An expression gives false for a list that it leaves out.
	const codes = separate.filter((code) => code !== false && !isEmpty(code));
	const wrong = codes.find((code) => !/^\d+$/.test(asText(code)?.trim() ?? ''));
	if (wrong !== undefined || codes.length === 0) {
		return problem(
			wrong === undefined
				? 'contains no list code'
				: `contains ${quoted(wrong)}, which isn't a list code`,
			'List codes are numbers, shown beside each distribution list in the service.',
		);
	}
	const once = new Set(codes.map((code) => comparableCode(String(code).trim())));
	return { value: [...once].join(',') };
};

/** How many phones a request names; 0 if it goes to distribution lists. */
export function countRecipients({ list, listjson }: IDataObject): number {
	return phonesOf({ list, listjson }).length;
}

/** The phones in a request's `listjson`, `list` or `to`, as spelled there; none for lists. */
export function phonesOf({ list, listjson, to }: IDataObject): string[] {
	return typeof listjson === 'object' && listjson !== null
		? Object.keys(listjson)
		: entriesOf(list ?? to);
}

/** The entries of a comma-separated value. */
export function entriesOf(value: unknown): string[] {
	return typeof value === 'string' && value !== '' ? value.split(',') : [];
}

interface BodyRecipient {
	/** A phone or a list code, as in the request. */
	name: string;
	/** By `comparablePhone`, or such as `list 1001`. */
	compared: string;
}

/**
 * The recipients of a checked request; a distribution list counts as one (specification, "Send
 * SMS", "Send voice", "Send chat template", "Send chat reply").
 */
export function recipientsOfBody(body: IDataObject): BodyRecipient[] {
	if (body.pid !== undefined) {
		return [...new Set(entriesOf(body.pid))].map((name) => ({ name, compared: `list ${name}` }));
	}
	return phonesOf(body).map((name) => ({ name, compared: comparablePhone(name) }));
}

/** A request without its recipients, as text to compare. */
export function messageTo(body: IDataObject): string {
	const { list: _list, pid: _pid, to: _to, ...others } = body;
	return JSON.stringify(others);
}

/** A request limited to some of its recipients. */
export function toSomeOf(body: IDataObject, names: string[]): IDataObject {
	if (body.pid !== undefined) return { ...body, pid: names.join(',') };
	if (body.list === undefined) return body;
	const { ne: _ne, ...withoutEmail } = body;
	// The service refuses a notification email for a single number.
	return { ...(names.length === 1 ? withoutEmail : body), list: names.join(',') };
}

/** `Map.groupBy` of Node 21: groups and their values stay in order of appearance. */
export function groupedBy<Value, Key>(
	values: Value[],
	keyOf: (value: Value) => Key,
): Map<Key, Value[]> {
	const groups = new Map<Key, Value[]>();
	for (const value of values) {
		const key = keyOf(value);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [value]);
		else group.push(value);
	}
	return groups;
}

const MOST_TEST_NUMBERS = 5;
const FEW = 'Enter one to five numbers of your own, separated by commas.';

/** The column with the phone of an item. */
const COLUMN = 'phone';

/** Entries of a list, or of text with commas, semicolons or line breaks. */
function separate(entered: unknown): unknown[] {
	return typeof entered === 'string' ? entered.trim().split(/[,;\n]/) : [entered].flat();
}

function phoneEntries(entered: unknown): unknown[] {
	return separate(entered).filter((entry) => !isEmpty(entry));
}

/**
 * @param again the problem of a phone that repeats an earlier entry; without it, repeats are fine
 * @returns phones by `comparablePhone` in their first spelling, or the problem of the first wrong
 *   entry
 */
function readPhones(
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
 * Phone numbers, comma-separated as the service wants them. A number that is repeated in any format
 * is one recipient.
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

/** One to five test numbers, none repeated in any format: each gets a message once. */
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
 * Phones that get nothing, by `comparablePhone`: text, a list, or items of another node with the
 * column `phone`. Numbers damaged by spreadsheets are repaired. An entry without a phone is
 * refused, because whoever it means would get the message.
 */
export const phonesToLeaveOut: Reader<ReadonlySet<string>> = (entered) => {
	if (typeof entered === 'boolean' || rowOf(entered) !== undefined) {
		return problem(
			'must be phone numbers, or a list of them',
			'Enter phone numbers, or an expression that returns a list.',
		);
	}
	if (isEmpty(entered) && !Array.isArray(entered)) return { problem: EMPTY };
	const given = separate(entered);
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
	const read = readPhones(entries, (entry) => repairPhone(entry, true));
	return 'problem' in read ? read : { value: new Set(read.value.keys()) };
};

/** An item's columns, with or without n8n's `json` around them; undefined for a phone. */
function rowOf(entry: unknown): Record<string, unknown> | undefined {
	if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined;
	const row = entry as Record<string, unknown>;
	return (row.json ?? row) as Record<string, unknown>;
}

/**
 * The phones that the service lists (specification, "Follow a campaign", "Notifications"). Invalid
 * entries stay as they are. Undefined for an unknown form, which may list someone; never for text.
 */
export function listedPhones(listed: unknown): string[] | undefined {
	const entries = phoneEntries(asText(listed) ?? listed).map((entry) => asText(entry)?.trim());
	const texts = entries.filter((entry) => entry !== undefined);
	return texts.length < entries.length ? undefined : texts.map(repairedOrAsIs);
}

function repairedOrAsIs(text: string): string {
	const read = repairPhone(text, true);
	return 'value' in read ? read.value : text;
}
