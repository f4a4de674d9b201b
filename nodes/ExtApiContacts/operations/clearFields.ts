import type { INodePropertyOptions } from 'n8n-workflow';

import { wireFields, type Field } from '../../shared/fields/field';
import type { CrossFieldRule } from '../../shared/rules/checkRequest';
import { asText, problem, type Reader } from '../../shared/rules/reader';
import { contactFieldsCollection } from './contactFields';

const choices = contactFieldsCollection.options as Field[];

/** Wire names of the contact fields, by their parameter names and by what the editor calls them. */
const wireNames = new Map(
	choices.flatMap((field) =>
		wireFields([field]).flatMap(({ wire, path, label }): Array<[string, string]> => [
			[path, wire],
			[label, wire],
		]),
	),
);

/** The wire names of the fields to clear, comma-separated; nothing for none. */
export const clearedFields: Reader<string | undefined> = (entered) => {
	const names = (Array.isArray(entered) ? entered : (asText(entered) ?? '').split(','))
		.map((name: unknown) => (asText(name) ?? '').trim())
		.filter((name) => name !== '');
	const unknown = names.find((name) => !wireNames.has(name));
	if (unknown !== undefined) {
		return problem(
			`holds "${unknown}", which is no contact field`,
			`Choose from: ${choices.map(({ displayName }) => displayName).join(', ')}.`,
		);
	}
	return { value: names.map((name) => wireNames.get(name)).join(',') || undefined };
};

export const clearFieldsOption: Field = {
	displayName: 'Clear Fields',
	name: 'clearFields',
	type: 'multiOptions',
	default: [],
	description:
		"Fields of a contact that already exists that are emptied when they have no value here. Needs 'Overwrite Existing Data'. Other fields without a value keep what the contact has.",
	options: choices.map(({ displayName, name }): INodePropertyOptions => ({
		name: displayName,
		value: name,
	})),
	// No wire name: the rule below puts each field in its place.
	wire: 'clear',
	reader: clearedFields,
};

/**
 * Empties what is to be cleared and has no value: `update=1` overwrites with the fields that are
 * sent, empty ones too (specification, "Contacts").
 */
export const clearFields: CrossFieldRule = (body) => {
	const { clear: cleared } = body;
	delete body.clear;
	if (cleared === undefined) return [];
	if (body.update !== 1) {
		return [
			{
				wire: 'clear',
				rule: "works only together with 'Overwrite Existing Data'",
				fix: 'Add that option and switch it on, or remove this one: without it the service keeps what a contact has.',
			},
		];
	}
	for (const wire of String(cleared).split(',')) body[wire] ??= '';
	return [];
};
