import type { IDataObject } from 'n8n-workflow';

import type { AcceptedReply } from '../../shared/pipeline/row';
import { cleanPhone, comparablePhone } from '../../shared/rules/phones';
import { undocumentedError } from '../../shared/service/apiError';
import { contactReasons } from '../../shared/service/readReply';
import type { RowOutcome } from '../../shared/service/rowOutcome';
import type { RunItem } from '../../shared/service/itemCredential';

/**
 * The output of adding or removing: the data of one item per phone number, with the reason list it is
 * in or `OK` (specification, "Contacts").
 *
 * @param outcome what a result means for the operation
 * @throws NodeApiError for a reply that leaves open what became of the numbers
 */
export function contactResults(outcome: OutcomeReader) {
	return (
		reply: AcceptedReply,
		{ node, index: item }: RunItem,
		request: IDataObject,
		isRepeat: boolean,
	): IDataObject[] => {
		const read = readContactReply(reply, String(request.list ?? '').split(','));
		if ('undocumented' in read) {
			throw undocumentedError(node, read.undocumented, 'changes', item);
		}
		return [...read.results].map(([phone, result]) => ({
			phone,
			result,
			...outcome(result, { body: request, isRepeat }),
		}));
	};
}

/** What the meaning of a result depends on, beside the result. */
interface ResultContext {
	/** The request as it was sent, by wire name. */
	body: IDataObject;
	/** True when an earlier request for the same contact may have been carried out unseen. */
	isRepeat: boolean;
}

/** What became of the row, and what a result means for an operation, in booleans a person can branch on; null is not known. */
export type OutcomeReader = (
	result: string,
	context: ResultContext,
) => IDataObject & { outcome: RowOutcome };

/** Parameters of a request that are no fields of the contact. */
const NO_FIELDS = new Set(['act', 'pid', 'list', 'unblock', 'update']);

const REPEATED =
	'The answer to an earlier request for this contact was lost, so what that request changed is not known.';

/**
 * What a result of adding means. Claims no more than the specification says: it lets the service
 * answer an overwrite with `OK` as well as with `ALREADY_REG`, so `OK` with `update` leaves open
 * whether the contact was new (section "Contacts").
 *
 * - `added`: the contact was not registered before.
 * - `updated`: it was, and fields of this item were written over its own.
 * - `blocked`: the number stays blocked, in the list or in the whole account.
 * - `registered`: the number is in the list now.
 */
export const addOutcome: OutcomeReader = (result, { body, isRepeat }) => {
	const overwrites = body.update === 1;
	const writesFields = overwrites && Object.keys(body).some((wire) => !NO_FIELDS.has(wire));
	const existed = result === 'ALREADY_REG';
	const isOpen = isRepeat && (existed || result === 'ACTION_ERROR');
	const isOk = result === 'OK';
	const isDone = isOk || (existed && overwrites);
	return {
		outcome: isOpen ? 'unknown' : isDone ? 'accepted' : 'refused',
		added: isOpen || (isOk && overwrites) ? null : isOk,
		updated: writesFields && (isOpen || isOk) ? null : writesFields && existed,
		blocked: result === 'BLOCKED',
		registered: result === 'ACTION_ERROR' ? null : isOk || existed,
		...(isOpen ? { note: REPEATED } : {}),
	};
};

/** What a result of removing means: `removed` says that this item took the contact out of the list. */
export const removeOutcome: OutcomeReader = (result, { isRepeat }) => {
	const isOpen = isRepeat && (result === 'NOT_REG' || result === 'ACTION_ERROR');
	return {
		outcome: isOpen ? 'unknown' : result === 'OK' ? 'accepted' : 'refused',
		removed: isOpen ? null : result === 'OK',
		...(isOpen ? { note: REPEATED } : {}),
	};
};

/** The part of an accepted reply that says what became of the numbers. */
interface ContactReply {
	data: IDataObject;
}

/** `OK` or a reason for each number sent, or what of the reply is not documented. */
type ContactResults = { results: Map<string, string> } | { undocumented: string };

/**
 * Reads the reply to adding or removing: its reasons with their lists of numbers, in whatever case they are written
 * (specification, "Contacts"). A number in no list was handled, so a list under an unknown name, one
 * that cannot be read, or one that names a number no one sent leaves the others open as well.
 *
 * @param phones the numbers of the request, no two of them the same
 * @returns results by the numbers as they were sent
 */
export function readContactReply(reply: ContactReply, phones: string[]): ContactResults {
	const sent = new Map(phones.map((phone) => [comparablePhone(phone), phone]));
	const results = new Map(phones.map((phone) => [phone, 'OK']));
	for (const [reason, numbers] of listedIn(reply, sent)) {
		if (!contactReasons.includes(reason)) return { undocumented: `the word ${reason}` };
		if (numbers === undefined) return { undocumented: `${reason} without numbers` };
		for (const number of numbers) {
			const phone = numberSent(sent, number);
			if (phone === undefined)
				return { undocumented: `${reason} for a number that was not asked about` };
			const known = results.get(phone);
			if (known !== 'OK' && known !== reason) {
				return { undocumented: `${known} and ${reason} for one number` };
			}
			results.set(phone, reason);
		}
	}
	return { results };
}

type Listed = Array<[reason: string, numbers: string[] | undefined]>;

/** The lists of a reply; what it says beside them may have any name, and names no one. */
function listedIn({ data }: ContactReply, sent: Map<string, string>): Listed {
	return Object.entries(data).flatMap(([name, value]): Listed => {
		const numbers = numbersOf(value);
		const reason = name
			.trim()
			.toUpperCase()
			.replace(/[\s-]+/g, '_');
		if (contactReasons.includes(reason)) return [[reason, numbers]];
		const isReason = REASON_LIKE.test(name) || typeof value === 'object';
		const namesAny = numbers?.some((number) => numberSent(sent, number) !== undefined);
		const isEmptyList = typeof value === 'object' && numbers?.length === 0;
		return (isReason && !isEmptyList) || namesAny ? [[name, numbers]] : [];
	});
}

const REASON_LIKE = /^[A-Z][A-Z_]*$/;

/** PHP writes a list whose keys have gaps as an object. */
function numbersOf(value: unknown): string[] | undefined {
	if (typeof value === 'string') return value.split(',').filter((part) => part.trim() !== '');
	if (typeof value === 'number') return [String(value)];
	if (value === null) return [];
	if (typeof value !== 'object') return undefined;
	return Object.values(value).map((number: unknown) => String(number));
}

/** Which number sent a listed one is; a JSON number has lost its leading 0. */
function numberSent(sent: Map<string, string>, listed: string): string | undefined {
	const cleaned = cleanPhone(listed);
	return sent.get(comparablePhone(cleaned)) ?? sent.get(comparablePhone(`0${cleaned}`));
}
