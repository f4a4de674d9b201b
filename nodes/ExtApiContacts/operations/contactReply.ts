// What became of a contact, by the words of a reply.
import type { IDataObject } from 'n8n-workflow';

import type { Said } from '../../shared/pipeline/fate';
import type { AcceptedReply } from '../../shared/pipeline/row';
import { comparablePhone, readPhone } from '../../shared/rules/phones';
import { undocumentedError } from '../../shared/service/apiError';
import type { RunItem } from '../../shared/service/connection';
import { contactReasons } from '../../shared/service/readReply';

/** What is done with contacts, in the words of the service. */
export type ContactAct = 'add' | 'del';

/** The results with which a contact is as it was asked for, whatever made it so. */
const done: Record<ContactAct, string[]> = { add: ['OK', 'ALREADY_REG'], del: ['OK', 'NOT_REG'] };

/** The output of adding or removing a number (specification, "Contacts"). */
export function contactResult(act: ContactAct) {
	return (reply: AcceptedReply, { node, index }: RunItem, { list }: IDataObject): Said => {
		const phone = String(list);
		const read = readContactReply(reply, [phone]);
		if ('undocumented' in read) {
			throw undocumentedError(node, read.undocumented, 'changes', index);
		}
		return { phone, ...contactOutcome(act, read.results.get(phone)!) };
	};
}

/**
 * What a result says of a contact. It is accepted where the contact is as it was asked for, now or before: after a
 * request whose reply was lost, another one finds it so.
 */
export function contactOutcome(act: ContactAct, result: string): Said {
	const isDone = done[act].includes(result);
	return {
		outcome: isDone ? 'accepted' : 'refused',
		result,
		registered: result === 'ACTION_ERROR' ? null : isDone && act === 'add',
		blocked: result === 'BLOCKED',
	};
}

/** `OK` or a reason for each number sent, or what of the reply is not documented. */
type ContactResults = { results: Map<string, string> } | { undocumented: string };

/** Names like those of reasons. */
const REASON_LIKE = /^[A-Z_]{1,40}$/;

/**
 * Reads the reply to adding or removing: its reasons with their lists of numbers (specification, "Contacts"). A number
 * in no list was handled, so a list under an unknown name, or one that names a number no one sent, leaves the others
 * open as well.
 *
 * @param phones the numbers of the request, no two of them the same
 * @returns results by the numbers as they were sent
 */
export function readContactReply(
	{ data }: Pick<AcceptedReply, 'data'>,
	phones: string[],
): ContactResults {
	const sent = new Map(phones.map((phone) => [comparablePhone(phone), phone]));
	const results = new Map(phones.map((phone) => [phone, 'OK']));
	for (const [name, value] of Object.entries(data)) {
		// PHP writes a list whose keys have gaps as an object.
		const numbers = typeof value === 'object' ? Object.values(value ?? {}).map(String) : undefined;
		if (!contactReasons.includes(name)) {
			if (numbers?.length || REASON_LIKE.test(name)) return { undocumented: `the word ${name}` };
			continue;
		}
		if (numbers === undefined) return { undocumented: `${name} without numbers` };
		for (const number of numbers) {
			const read = readPhone(number);
			const phone = 'value' in read ? sent.get(comparablePhone(read.value)) : undefined;
			if (phone === undefined) {
				return { undocumented: `${name} for a number that was not asked about` };
			}
			const known = results.get(phone);
			if (known !== 'OK' && known !== name) {
				return { undocumented: `${known} and ${name} for one number` };
			}
			results.set(phone, name);
		}
	}
	return { results };
}
