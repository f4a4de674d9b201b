import type { IDataObject } from 'n8n-workflow';

import { onOrOff } from '../rules/numbers';
import { asText, isEmpty, problem, quoted, type Read } from '../rules/reader';
import { countCharacters, isUnseen } from '../rules/text';
import type { AskedCampaign } from './campaignApproval';
import type { PageTexts } from '../pages/pageTexts';
import { formFieldTypes, type FormField, type FormFieldType, type ResponseKind } from './question';
import { CAMPAIGN_APPROVAL } from './questionFields';

const LONGEST_LABEL = 60;
const LONGEST_QUESTION = 500;
const MOST_FIELDS = 30;

/**
 * Reads how a question is to be answered. A part that was left out is what its field shows; one that an
 * expression fills with nothing, or with a word no one knows, is refused: no answer counts as more than it says.
 *
 * @param texts of the page, which name the buttons that have no label of their own
 * @param campaign the one that is asked about
 */
export function readResponse(
	entered: Record<'responseType' | 'approvalOptions' | 'formFields', unknown>,
	texts: PageTexts,
	campaign?: Read<AskedCampaign>,
): Read<ResponseKind> {
	const { responseType, approvalOptions, formFields } = entered;
	if (responseType === CAMPAIGN_APPROVAL && campaign !== undefined) {
		if ('problem' in campaign) return campaign;
		const labels = { approveLabel: texts.approve, declineLabel: texts.decline };
		return { value: { kind: CAMPAIGN_APPROVAL, ...labels, ...campaign.value } };
	}
	if (responseType === 'freeText') return { value: { kind: 'freeText' } };
	if (responseType === 'customForm') return readForm(formFields);
	return readApproval(((approvalOptions ?? {}) as IDataObject).values, texts);
}

function readApproval(values: unknown, texts: PageTexts): Read<ResponseKind> {
	const entered = { approvalType: 'double', ...(values as IDataObject | undefined) };
	const { approvalType, approveLabel, disapproveLabel }: IDataObject = entered;
	if (approvalType !== 'single' && approvalType !== 'double') {
		return problem(`contains ${quoted(approvalType)} as type of approval`, 'Use single or double.');
	}
	const mayDecline = approvalType === 'double';
	const approve = readLabel(approveLabel, texts.approve);
	const decline = readLabel(disapproveLabel, texts.decline);
	if ('problem' in approve) return approve;
	if ('problem' in decline) return decline;
	if (mayDecline && approve.value === decline.value) {
		return problem('gives both buttons the same label', 'Write different labels.');
	}
	const labels = { approveLabel: approve.value, declineLabel: decline.value };
	return { value: { kind: 'approval', mayDecline, ...labels } };
}

function readLabel(entered: unknown, whenEmpty: string): Read<string> {
	if (isEmpty(entered)) return { value: whenEmpty };
	const label = asText(entered)?.trim();
	if (label === undefined) {
		return problem("contains a button label that isn't text", 'Write a text.');
	}
	if (isUnseen(label)) {
		return problem('contains a button label without visible characters', 'Write a text.');
	}
	if (countCharacters(label) <= LONGEST_LABEL) return { value: label };
	const rule = `contains a button label longer than ${LONGEST_LABEL} characters`;
	return problem(rule, 'Shorten the label.');
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
		? problem(`are more than ${MOST_FIELDS}`, 'Use fewer fields.')
		: { value: { kind: 'customForm', fields } };
}

function readField(entered: IDataObject, others: FormField[]): Read<FormField> {
	const label = (asText(entered.fieldLabel) ?? '').trim();
	if (label === '') return problem('contain a field without a label', 'Write its label.');
	if (countCharacters(label) > LONGEST_QUESTION) {
		return problem(
			`contain a label longer than ${LONGEST_QUESTION} characters`,
			'Shorten the label.',
		);
	}
	// What copies the answer would take it for the object's prototype, and lose it.
	if (label === '__proto__') {
		return problem('contain the label "__proto__", which can\'t be used', 'Write another label.');
	}
	if (others.some((other) => other.label === label)) {
		return problem(
			`contain "${label}" twice`,
			'Use different labels, so that the answers can be told apart.',
		);
	}
	const shown = { fieldType: 'text', requiredField: false };
	const { fieldType, requiredField, fieldOptions }: IDataObject = { ...shown, ...entered };
	const types = Object.keys(formFieldTypes) as FormFieldType[];
	const type = types.find((known) => known === fieldType);
	if (type === undefined) {
		return problem(
			`contain a field of type ${quoted(fieldType)}`,
			`Choose one of ${types.join(', ')}.`,
		);
	}
	const isRequired = onOrOff(requiredField);
	if ('problem' in isRequired) {
		return problem(
			`contain "${label}", which does not say whether it is required`,
			'Use true or false.',
		);
	}
	const choices = type === 'dropdown' || type === 'radio' ? readChoices(fieldOptions, label) : NONE;
	if ('problem' in choices) return choices;
	return { value: { label, type, choices: choices.value, isRequired: isRequired.value } };
}

const NONE = { value: [] };

function readChoices(entered: unknown, label: string): Read<string[]> {
	const { values = [] } = (entered ?? {}) as IDataObject;
	const choices = ([values].flat() as IDataObject[]).map(({ option }) =>
		(asText(option) ?? '').trim(),
	);
	if (choices.every(isUnseen)) {
		return problem(`contain "${label}" without anything to choose from`, 'Add its options.');
	}
	return choices.some(isUnseen)
		? problem(
				`contain "${label}" with an option that is empty or missing`,
				'Fill it, correct its expression, or remove it.',
			)
		: { value: choices };
}
