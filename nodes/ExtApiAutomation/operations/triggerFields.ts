import type { IDataObject } from 'n8n-workflow';

import { jsonText } from '../../shared/values/mergeTextReader';
import { inputError } from '../../shared/service/nodeErrors';
import { jsonObject } from '../../shared/rules/expressions';
import { isEmpty, lostDigits, problem, type Read } from '../../shared/rules/reader';
import { textOf } from '../../shared/rules/text';
import type { BodyStep, RunItem } from '../../shared/service/itemCredential';

/** Variables the service writes after the caller's fields (specification, "Run an automation"). */
export const reservedFields = ['webhookIp', 'datetime', 'dayOfWeek', 'dayOfMonth', 'time'];

/**
 * What a JSON request says of itself (specification, "Run an automation"), and what an object takes for its prototype when
 * it is set: the field would not be sent.
 */
const UNUSABLE_NAMES = ['token', 'autoid', '__proto__'];

const fieldValue = textOf({ atLeast: 0, atMost: 500 });

/**
 * Adds the trigger fields to the body, from pairs, JSON or the item.
 * A value of the item that is no text, number or boolean is sent as JSON text, an empty one as
 * empty text unless it comes with the item, null not at all.
 */
export const addTriggerFields: BodyStep = (item, autoid) => {
	const fail = (field: string, rule: string, fix: string) =>
		inputError(item.node, [{ field, rule, fix }], item.index);
	const entered = enteredFields(item);
	if ('problem' in entered) {
		const { field = 'Fields JSON', rule, fix } = entered.problem;
		throw fail(field, rule, fix);
	}
	const body: IDataObject = { ...autoid };
	for (const [name, value] of Object.entries(entered.value)) {
		if (value === undefined || value === null) continue;
		const lost = lostDigits(value);
		const entry = typeof value === 'object' ? textOfObject(value) : String(value);
		const text = /phone/i.test(name) ? withoutFraction(entry) : entry;
		const read = fieldValue(text);
		if (UNUSABLE_NAMES.includes(name)) {
			const fix = 'Give the field another name, here and in the trigger.';
			throw fail(`Field "${name}"`, "has a name that can't be used", fix);
		}
		if (lost) throw fail(`Field "${name}"`, lost.problem.rule, lost.problem.fix);
		if ('problem' in read) throw fail(`Field "${name}"`, read.problem.rule, read.problem.fix);
		body[name] = text;
	}
	return body;
};

function enteredFields(item: RunItem): Read<IDataObject> {
	const from = item.parameter('fieldsFrom', 'pairs') as string;
	// An item's empty columns say nothing; an empty value that was entered says that it is empty.
	if (from === 'item') return { value: withoutEmpty(item.json) };
	if (from === 'pairs') {
		const read = fieldsOfPairs(item.parameter('fields.field', []) as IDataObject[]);
		return 'problem' in read ? { problem: { ...read.problem, field: 'Fields' } } : read;
	}
	const { context, index, json, node } = item;
	const entered = jsonText(context, node.parameters.fieldsJson ?? '{}', 'Fields JSON')(index, json);
	if ('problem' in entered) return entered;
	const fields = entered.value === '' ? undefined : jsonObject(entered.value);
	return fields === undefined
		? problem('must be an object', 'Write it like {"name": "Dana"}.')
		: { value: fields };
}

/** An empty text is a value; what gives nothing at all is a mistake in the expression. */
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

/** JSON; a date is the text it represents. */
function textOfObject(value: object): string {
	const json: unknown = JSON.parse(JSON.stringify(value));
	return typeof json === 'string' ? json : JSON.stringify(json);
}

/** The service reads fields called so as phones, and would take a float's `.0` for digits of the number. */
function withoutFraction(text: string): string {
	return text.replace(/^\s*(\+?\d+)\.0\s*$/, '$1');
}

function withoutEmpty(json: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== ''));
}
