// What a reply says of each contact.
import type { IDataObject } from 'n8n-workflow';

import type { Said } from '../../shared/pipeline/fate';
import type { AcceptedReply } from '../../shared/pipeline/row';
import { comparablePhone, readPhone } from '../../shared/rules/phones';
import { undocumentedError } from '../../shared/service/apiError';
import type { RunItem } from '../../shared/service/connection';
import { contactReasons } from '../../shared/service/readReply';

/** The service's words for what is done with contacts. */
export type ContactAct = 'add' | 'del';

/** Results that leave a contact as the request wants it. */
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
 * What a result says of a contact. `ALREADY_REG` and `NOT_REG` can also count as accepted: a retry
 * gets them after a lost reply.
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

/** `OK` or a reason for each number, or the undocumented part of the reply. */
type ContactResults = { results: Map<string, string> } | { undocumented: string };

/** A name that could be a reason. */
const REASON_LIKE = /^[A-Z_]{1,40}$/;

/**
 * Reads the reply to adding or removing: its reasons with their lists of numbers (specification,
 * "Contacts"). A number in no list was handled. An unknown list, or one with a number that was not
 * sent, therefore leaves all numbers open.
 *
 * @param phones the numbers of the request, all different
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
