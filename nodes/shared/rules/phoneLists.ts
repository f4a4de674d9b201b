import { comparablePhone, MOST_RECIPIENTS, readPhone, repairPhone } from './phones';
import {
	asText,
	EMPTY,
	isEmpty,
	problem,
	quoted,
	type Problem,
	type Read,
	type Reader,
} from './reader';

const MOST_TEST_NUMBERS = 5;
const FEW = 'Enter one to five numbers of your own, separated by commas.';

/** The column of items that holds their phones. */
const COLUMN = 'phone';

/** The entries of a list of phones, as a list or as text with commas, semicolons or line breaks. */
function separate(entered: unknown): unknown[] {
	return typeof entered === 'string' ? entered.trim().split(/[,;\n]/) : [entered].flat();
}

function phoneEntries(entered: unknown): unknown[] {
	return separate(entered).filter((entry) => !isEmpty(entry));
}

/**
 * Reads a list of phones entry by entry.
 *
 * @param again what is wrong with a phone that an earlier entry has in any format; nothing by default
 * @returns them by `comparablePhone`, each in its first spelling, or what is wrong with the first wrong entry
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
 * with numbers as spreadsheets leave them. An item without any column, as n8n outputs for an empty table, is no one. An entry that is no
 * phone is refused: anyone who it represents would get the message.
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

/** The columns of an item, with or without n8n's `json` around them; undefined for a phone itself. */
function rowOf(entry: unknown): Record<string, unknown> | undefined {
	if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined;
	const row = entry as Record<string, unknown>;
	return (row.json ?? row) as Record<string, unknown>;
}

/**
 * The phones that the service lists, in a list or in text with commas (specification, "Follow a campaign",
 * "Notifications"). An entry that is no phone stays as it came; another form gives undefined: it does not say that no one
 * is listed.
 */
export function listedPhones(listed: unknown): string[] | undefined {
	if (listed === undefined || listed === null) return [];
	const entries = phoneEntries(asText(listed) ?? listed).map((entry) => asText(entry)?.trim());
	const texts = entries.filter((entry) => entry !== undefined);
	return texts.length < entries.length ? undefined : texts.map(repairedOrAsIs);
}

function repairedOrAsIs(text: string): string {
	const read = repairPhone(text, true);
	return 'value' in read ? read.value : text;
}
