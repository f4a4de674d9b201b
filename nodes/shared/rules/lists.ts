import type { IDataObject } from 'n8n-workflow';

import { asText, isEmpty, lostDigits, problem, quoted, type Reader } from './reader';

/**
 * Codes of distribution lists, from a list or from text with commas between them. The same list
 * twice is one: its members would get the message twice.
 *
 * @returns them as the service wants them: digits without leading zeros, comma-separated
 */
export const listCodes: Reader<string> = (entered) => {
	const given = withoutJson(entered);
	const entries: unknown[] = Array.isArray(given) ? given : [given];
	const lost = entries.map(lostDigits).find((found) => found !== undefined);
	if (lost) return lost;
	const separate = typeof given === 'string' ? given.split(/[,;\s]+/) : entries;
	// What an expression switches off is false.
	const codes = separate.filter((code) => code !== false && !isEmpty(code));
	const wrong = codes.find((code) => !/^\d+$/.test(asText(code)?.trim() ?? ''));
	if (wrong !== undefined || codes.length === 0) {
		return problem(
			wrong === undefined ? 'holds no list code' : `holds ${quoted(wrong)}, which is no list code`,
			'List codes are numbers, shown beside each distribution list in the service.',
		);
	}
	// They are numbers: 01001 is the list 1001, wherever its members are to get one message.
	const once = new Set(
		codes.map((code) =>
			String(code)
				.trim()
				.replace(/^0+(?=\d)/, ''),
		),
	);
	return { value: [...once].join(',') };
};

/** A list that came as JSON text, as models write one; anything else as it is. */
export function withoutJson(entered: unknown): unknown {
	if (typeof entered !== 'string' || !entered.trim().startsWith('[')) return entered;
	// Parsed, a number with an exponent or a fraction would no longer show that digits may be lost.
	if (/\d[.eE]/.test(entered.replace(/"(?:[^"\\]|\\.)*"/g, ''))) return entered;
	try {
		return JSON.parse(entered) as unknown;
	} catch {
		return entered;
	}
}

/** How many recipients a comma-separated value names. */
export function countEntries(value: unknown): number {
	return entriesOf(value).length;
}

/**
 * How many phones a send names itself, in `list` or `listjson`; 0 for one to distribution lists.
 *
 * @param body the request's parameters by wire name
 */
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
