import { readPhones } from './phoneLists';
import { MOST_RECIPIENTS, readPhone } from './phones';
import { EMPTY, isEmpty, problem, type Read, type Reader } from './reader';
import { textOf } from './text';
import type { IDataObject } from 'n8n-workflow';

/** An object, or text that holds one as JSON, where no text at all is none of its values; undefined for anything else. */
export function jsonObject(entered: unknown): IDataObject | undefined {
	let value = entered;
	if (typeof entered === 'string') {
		try {
			value = JSON.parse(entered.trim() === '' ? '{}' : entered);
		} catch {
			return undefined;
		}
	}
	const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
	return isObject ? (value as IDataObject) : undefined;
}

interface PhoneEntries<T> {
	/** As a message names them, for example `messages`, and one of them, `message`. */
	values: string;
	value: string;
	/** An object as it is to be written. */
	example: string;
	/** The operation that splits more than a request takes. */
	splitBy: string;
	read(value: unknown): Read<T>;
}

/**
 * Reads an object, or JSON text, that maps each phone number to something of its own (specification, "Shared sending
 * parameters", `listjson`), by the phones as they are sent; each once.
 */
export function perPhone<T>(entered: unknown, entries: PhoneEntries<T>): Read<Record<string, T>> {
	const fix = `Write it like ${entries.example}.`;
	if (isEmpty(entered)) return problem(EMPTY.rule, fix);
	const given = jsonObject(entered) ?? {};
	const keys = Object.keys(given);
	if (keys.length === 0) {
		return problem(`must be an object that maps phone numbers to ${entries.values}`, fix);
	}
	const twice = { rule: 'twice', fix: `Keep one ${entries.value} for each phone number.` };
	if (keys.length > MOST_RECIPIENTS) {
		return problem(
			`contains ${keys.length} phone numbers; a request takes at most ${MOST_RECIPIENTS}`,
			`Use '${entries.splitBy}', which splits them automatically.`,
		);
	}
	const phones = readPhones(keys, readPhone, twice);
	if ('problem' in phones) return phones;
	const values: Record<string, T> = {};
	for (const [index, phone] of [...phones.value.values()].entries()) {
		const read = entries.read(given[keys[index]]);
		if ('problem' in read) return problem(`for ${phone} ${read.problem.rule}`, read.problem.fix);
		values[phone] = read.value;
	}
	return { value: values };
}

const messageText = textOf({ atMost: 1000 });

/** A text of its own for each phone number (specification, "Shared sending parameters", `listjson`). */
export const textPerPhone: Reader<Record<string, string>> = (entered) =>
	perPhone(entered, {
		values: 'messages',
		value: 'message',
		example: '{"0570004567": "Hello"}',
		splitBy: 'Send Campaign',
		read: (text) => (isEmpty(text) ? problem(EMPTY.rule, 'Write a message.') : messageText(text)),
	});
