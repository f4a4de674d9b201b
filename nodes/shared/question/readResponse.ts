import type { IDataObject } from 'n8n-workflow';

import { asText, isEmpty, problem, type Read } from '../rules/reader';
import { countCharacters } from '../rules/text';
import type { FormField, FormFieldType, ResponseKind } from './question';

/** What the fields of an operation say of how a question is to be answered, as n8n read them. */
export interface EnteredResponse {
	responseType: unknown;
	/** The collection with its single entry `values`. */
	approvalOptions: unknown;
	/** The collection with its list `values`. */
	formFields: unknown;
}

const formFieldTypes: FormFieldType[] = [
	...(['date', 'dropdown', 'email', 'number', 'radio', 'text', 'textarea'] as const),
];
const LONGEST_LABEL = 60;
const LONGEST_QUESTION = 500;
const MOST_FIELDS = 30;

/** Reads how a question is to be answered. */
export function readResponse(entered: EnteredResponse): Read<ResponseKind> {
	if (entered.responseType === 'freeText') return { value: { kind: 'freeText' } };
	if (entered.responseType === 'customForm') return readForm(entered.formFields);
	return readApproval(((entered.approvalOptions ?? {}) as IDataObject).values);
}

function readApproval(values: unknown): Read<ResponseKind> {
	const { approvalType, approveLabel, disapproveLabel } = (values ?? {}) as IDataObject;
	const labels = [approveLabel, disapproveLabel].map((label) =>
		isEmpty(label) ? undefined : (asText(label) ?? JSON.stringify(label)).trim(),
	);
	if (labels.some((label) => label !== undefined && countCharacters(label) > LONGEST_LABEL)) {
		return problem(
			`holds a button label longer than ${LONGEST_LABEL} characters`,
			'Shorten the label.',
		);
	}
	const mayDecline = approvalType !== 'single';
	if (mayDecline && labels[0] !== undefined && labels[0] === labels[1]) {
		return problem('gives both buttons the same label', 'Write different labels.');
	}
	return {
		value: {
			kind: 'approval',
			mayDecline,
			...(labels[0] === undefined ? {} : { approveLabel: labels[0] }),
			...(labels[1] === undefined ? {} : { declineLabel: labels[1] }),
		},
	};
}

function readForm(entered: unknown): Read<ResponseKind> {
	const values = ((entered ?? {}) as IDataObject).values ?? [];
	const fields: FormField[] = [];
	for (const each of [values].flat() as IDataObject[]) {
		const field = readField(each, fields);
		if ('problem' in field) return field;
		fields.push(field.value);
	}
	if (fields.length === 0) return problem('are missing', 'Add at least one field.');
	return fields.length > MOST_FIELDS
		? problem(`are more than ${MOST_FIELDS}`, 'Ask for less.')
		: { value: { kind: 'customForm', fields } };
}

function readField(entered: IDataObject, others: FormField[]): Read<FormField> {
	const label = (asText(entered.fieldLabel) ?? '').trim();
	if (label === '') return problem('hold a field without a label', 'Write its label.');
	if (countCharacters(label) > LONGEST_QUESTION) {
		return problem(`hold a label longer than ${LONGEST_QUESTION} characters`, 'Shorten the label.');
	}
	// What copies the answer would take it for the object's prototype, and lose it.
	if (label === '__proto__') {
		return problem('hold the label "__proto__", which no object can hold', 'Write another label.');
	}
	if (others.some((other) => other.label === label)) {
		return problem(
			`hold "${label}" twice`,
			'Write different labels: answers are told apart by them.',
		);
	}
	const type = String(entered.fieldType ?? 'text') as FormFieldType;
	if (!formFieldTypes.includes(type)) {
		return problem(`hold a field of type "${type}"`, `Choose one of ${formFieldTypes.join(', ')}.`);
	}
	const { values = [] } = (entered.fieldOptions ?? {}) as IDataObject;
	const choices = ([values].flat() as IDataObject[])
		.map(({ option }) => (asText(option) ?? '').trim())
		.filter((option) => option !== '');
	if ((type === 'dropdown' || type === 'radio') && choices.length === 0) {
		return problem(`hold "${label}" without anything to choose from`, 'Add its options.');
	}
	return { value: { label, type, choices, isRequired: entered.requiredField === true } };
}
