// The variables that an automation gets.
import type { IDataObject } from 'n8n-workflow';

import { isEmpty, lostDigits, problem, type Problem, type Read } from '../../shared/rules/reader';
import { textOf } from '../../shared/rules/text';
import type { BodyStep } from '../../shared/service/connection';
import { inputError, isTool } from '../../shared/service/nodeErrors';

/** Variables the service writes over the caller's fields (specification, "Run an automation"). */
export const reservedFields = ['webhookIp', 'datetime', 'dayOfWeek', 'dayOfMonth', 'time'];

/**
 * Parameters of the request itself (specification, "Run an automation"), and a name that would set
 * an object's prototype, so that the field would not be sent.
 */
const UNUSABLE_NAMES = ['token', 'autoid', '__proto__'];

const fieldValue = textOf({ atLeast: 0, atMost: 500 });

const NOT_FOR_TOOLS: Problem = {
	rule: 'is All Fields of the Item, which a tool of an AI agent cannot use',
	fix: 'Choose Name and Value, and let the model fill in the values.',
};

/**
 * Adds the trigger fields to the body, from pairs or the item. Objects and lists are sent as JSON
 * text. An empty value is sent as empty text, or not at all if it comes with the item.
 */
export const addTriggerFields: BodyStep = (item, autoid) => {
	const fail = (field: string, { rule, fix }: Problem) =>
		inputError(item.node, [{ field, rule, fix }], item.index);
	const isOfItem = item.parameter('fieldsFrom', 'pairs') === 'item';
	// It is the agent's item, with what the model wrote: no one who reviews the call sees all of it.
	if (isOfItem && isTool(item.node)) throw fail('Fields From', NOT_FOR_TOOLS);
	// An item's empty columns say nothing. A person who enters an empty value means it.
	const entered = isOfItem
		? { value: withoutEmpty(item.json) }
		: fieldsOfPairs(item.parameter('fields.field', []) as IDataObject[]);
	if ('problem' in entered) throw fail('Fields', entered.problem);
	const body: IDataObject = { ...autoid };
	for (const [name, value] of Object.entries(entered.value)) {
		const text = textOfField(name, value);
		if ('problem' in text) throw fail(`Field "${name}"`, text.problem);
		body[name] = text.value;
	}
	return body;
};

function textOfField(name: string, value: unknown): Read<string> {
	if (UNUSABLE_NAMES.includes(name)) {
		const fix = 'Give the field another name, here and in the trigger.';
		return problem("has a name that can't be used", fix);
	}
	const lost = lostDigits(value);
	if (lost) return lost;
	const entry = typeof value === 'object' ? textOfObject(value as object) : String(value);
	return fieldValue(/phone/i.test(name) ? withoutFraction(entry) : entry);
}

/** Empty text is a value. Null or undefined means that the expression is wrong. */
function fieldsOfPairs(pairs: IDataObject[]): Read<IDataObject> {
	const fields = new Map<string, unknown>();
	for (const { name, value } of pairs) {
		if (isEmpty(name)) {
			return problem("has a field whose 'Name' is empty", 'Write it, or remove the field.');
		}
		const text = String(name);
		if (text !== text.trim()) {
			return problem(`has the name "${text}", with a blank beside it`, 'Remove the blank.');
		}
		if (fields.has(text)) return problem(`has "${text}" twice`, 'Remove one of the two.');
		if (value === undefined || value === null) {
			const fix = 'Correct its expression or the data, or remove the field.';
			return problem(`has "${text}", whose 'Value' gives nothing`, fix);
		}
		fields.set(text, value);
	}
	return { value: Object.fromEntries(fields) as IDataObject };
}

/** JSON; a date becomes its text. */
function textOfObject(value: object): string {
	const json: unknown = JSON.parse(JSON.stringify(value));
	return typeof json === 'string' ? json : JSON.stringify(json);
}

/** The service reads fields with "phone" in the name as phones, and `.0` as part of the number. */
function withoutFraction(text: string): string {
	return text.replace(/^\s*(\+?\d+)\.0\s*$/, '$1');
}

function withoutEmpty(json: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(json).filter(([, value]) => (value ?? '') !== ''));
}
