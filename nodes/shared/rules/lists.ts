import type { IDataObject } from 'n8n-workflow';

import { comparablePhone } from './phones';
import { asText, isEmpty, lostDigits, problem, quoted, type Reader } from './reader';
import { comparableCode } from './text';

/**
 * Codes of distribution lists, from a list or from text with commas between them, in the form in which the service wants
 * them: without leading zeros, comma-separated. The same list twice is one: its members would get the message twice.
 */
export const listCodes: Reader<string> = (entered) => {
	const entries: unknown[] = Array.isArray(entered) ? entered : [entered];
	const lost = entries.map(lostDigits).find((found) => found !== undefined);
	if (lost) return lost;
	const separate = typeof entered === 'string' ? entered.split(/[,;\s]+/) : entries;
	// What an expression switches off is false.
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

/** How many phones a send names itself; 0 for one to distribution lists. */
export function countRecipients({ list, listjson }: IDataObject): number {
	return phonesOf({ list, listjson }).length;
}

/** The phones a request names, in `listjson`, `list` or `to`, as it spells them; none for distribution lists. */
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
	/** As the request holds it: a phone, or the code of a distribution list. */
	name: string;
	/** In the form that is compared. */
	compared: string;
}

/**
 * The recipients of a checked request (specification, "Send SMS", "Send voice", "Send chat template", "Send chat reply"). A
 * distribution list is one, by its code.
 */
export function recipientsOfBody(body: IDataObject): BodyRecipient[] {
	if (body.pid !== undefined) {
		return [...new Set(entriesOf(body.pid))].map((name) => ({ name, compared: `list ${name}` }));
	}
	return phonesOf(body).map((name) => ({ name, compared: comparablePhone(name) }));
}

/** What a request says to its recipients, in a form two of which can be compared. */
export function messageTo(body: IDataObject): string {
	const { list: _list, pid: _pid, to: _to, ...others } = body;
	return JSON.stringify(others);
}

/** The same request to some of its recipients only. */
export function toSomeOf(body: IDataObject, names: string[]): IDataObject {
	const { pid, list, ne, ...others } = body;
	// The service refuses a notification email for a single number.
	const shared = { ...others, ...(ne === undefined || names.length === 1 ? {} : { ne }) };
	if (pid !== undefined)
		return { ...shared, ...(ne === undefined ? {} : { ne }), pid: names.join(',') };
	return list === undefined ? body : { ...shared, list: names.join(',') };
}

/** Values by what they have in common, each group and all groups in the order they were met; `Map.groupBy` of Node 21. */
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
