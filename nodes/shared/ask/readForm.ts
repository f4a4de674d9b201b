// The fields of a custom form.
import type { IDataObject } from 'n8n-workflow';

import {
	onOrOff,
	asText,
	EMPTY,
	fieldsReader,
	isEmpty,
	problem,
	type Read,
	choiceOf,
} from '../rules/reader';
import { isUnseen, textOf } from '../rules/text';
import { formFieldTypes, hasChoices, type FormField, type FormFieldType } from './question';

const labelText = textOf({ atMost: 500 });

function readLabel(entered: unknown): Read<string> {
	if (isEmpty(entered)) return { problem: EMPTY };
	const read = labelText(entered);
	if ('problem' in read) return read;
	// A copy of the answer would lose this name: it sets the prototype.
	return read.value.trim() === '__proto__'
		? problem('can\'t be "__proto__"', 'Write another label.')
		: { value: read.value.trim() };
}

/** An entered field without its choices. */
interface EnteredField {
	fieldLabel: string;
	fieldType: FormFieldType;
	requiredField: boolean;
}

const types = Object.keys(formFieldTypes) as FormFieldType[];
const readField = fieldsReader<EnteredField>({
	fieldLabel: { label: 'Field Label', reader: readLabel },
	fieldType: { label: 'Element Type', reader: choiceOf(...types) },
	requiredField: { label: 'Required Field', reader: onOrOff },
});

/**
 * Reads the fields of a custom form. A missing part has its field's default. An expression that
 * gives nothing, or an unknown word, is refused.
 */
export function readForm(entered: unknown): Read<FormField[]> {
	const entries = [((entered ?? {}) as IDataObject).values ?? []].flat() as IDataObject[];
	if (entries.length === 0) return problem('has no fields', 'Add at least one field.');
	const fields: FormField[] = [];
	for (const { fieldOptions, ...entry } of entries) {
		const read = readField({ fieldType: 'text', requiredField: false, ...entry });
		if ('problem' in read) return read;
		const { fieldLabel: label, fieldType: type, requiredField: isRequired } = read.value;
		if (fields.some((each) => each.label === label)) {
			return problem(`has the label "${label}" twice`, 'Use different labels.');
		}
		const choices = hasChoices({ type }) ? choicesIn(fieldOptions) : [];
		if (hasChoices({ type }) && (choices.length === 0 || choices.some(isUnseen))) {
			return problem(
				`has "${label}", whose options are empty or missing`,
				'Fill them, or correct their expressions.',
			);
		}
		fields.push({ label, type, choices, isRequired });
	}
	return { value: fields };
}

function choicesIn(entered: unknown): string[] {
	const { values = [] } = (entered ?? {}) as IDataObject;
	return ([values].flat() as IDataObject[]).map(({ option }) => (asText(option) ?? '').trim());
}
