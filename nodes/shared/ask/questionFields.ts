// The fields of a question in the editor.
import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { type Field, type WireField } from '../fields/field';
import { pageLanguages } from '../pages/pageTexts';
import { phoneList } from '../rules/lists';
import { asEntered, isEmpty, problem, readAs, type Reader, waitingMinutes } from '../rules/reader';
import { textOf } from '../rules/text';
import { formFieldTypes } from './question';

/**
 * A question's fields, named as in n8n's own nodes with this operation: people know these names,
 * and n8n makes a human-review step of the fields, with its own `message` and `responseType`.
 */

/** A collection's entry, with its fields. */
const entryOf = (...values: INodeProperties[]): INodePropertyCollection[] => [
	{ displayName: 'Values', name: 'values', values },
];

/** The response type that asks about a campaign. */
export const CAMPAIGN_APPROVAL = 'campaignApproval';

/** How the person answers. */
export const responseTypeField: Field = {
	displayName: 'Response Type',
	name: 'responseType',
	type: 'options',
	noDataExpression: true,
	default: 'approval',
	options: [
		{
			name: 'Approval',
			value: 'approval',
			description: 'A page with a button to approve, and one to decline',
		},
		{
			name: 'Campaign Approval',
			value: CAMPAIGN_APPROVAL,
			description: "A page that shows a campaign's preview, with buttons to approve or decline it",
		},
		{
			name: 'Custom Form',
			value: 'customForm',
			description: 'A page with the fields you define',
		},
		{
			name: 'Free Text',
			value: 'freeText',
			description: 'A page with one field for a text',
		},
	],
	description: 'How the person can answer on the page',
};

const campaignNotice: Field = {
	displayName:
		"Before this node, connect Send Campaign with 'Mode' set to Preview. After it, connect Send Campaign with 'Mode' set to Send Approved. All three need the same credential.",
	name: 'campaignNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { responseType: [CAMPAIGN_APPROVAL] } },
};

/** The fields of a custom form. */
export const formFieldsField: Field = {
	displayName: 'Form Fields',
	name: 'formFields',
	type: 'fixedCollection',
	reader: asEntered,
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add form field',
	default: { values: [{ fieldLabel: '', fieldType: 'text' }] },
	options: entryOf(
		{
			displayName: 'Field Label',
			name: 'fieldLabel',
			type: 'string',
			default: '',
			placeholder: 'e.g. How do you feel today?',
			description: 'Label shown above the field, also used as the output name',
		},
		{
			displayName: 'Element Type',
			name: 'fieldType',
			type: 'options',
			default: 'text',
			options: Object.entries(formFieldTypes).map(([value, name]) => ({ name, value })),
			description: 'The type of field to add to the form',
		},
		{
			displayName: 'Field Options',
			name: 'fieldOptions',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, sortable: true },
			placeholder: 'Add field option',
			default: { values: [{ option: '' }] },
			description: 'Choices to offer',
			options: entryOf({ displayName: 'Option', name: 'option', type: 'string', default: '' }),
			displayOptions: { show: { fieldType: ['dropdown', 'radio'] } },
		},
		{
			displayName: 'Required Field',
			name: 'requiredField',
			type: 'boolean',
			default: false,
			description: 'Whether the form can be sent only with a value in this field',
		},
	),
	displayOptions: { show: { responseType: ['customForm'] } },
};

/** The message of a question. How long it may be depends on its link. */
export const questionMessageField = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	placeholder: 'e.g. Refund 120 to Dana Levi?',
	hint: 'A link to the answer page is added in a line of its own; its characters count too',
	wire: 'msg',
	isText: true,
	reader: textOf(),
} satisfies WireField;

const company = readAs(textOf({ atMost: 60 }), (text) => text.trim());

/** Who asks, as the answer page says it. */
export const fromField: Field = {
	displayName: 'Company Name',
	name: 'from',
	type: 'string',
	reader: (entered) => (isEmpty(entered) ? { value: '' } : company(entered)),
	default: '',
	placeholder: 'e.g. MyShop',
	description:
		'Shown at the top of the answer page, in up to 60 characters. It helps people tell the page from a fake one.',
};

const MOST_ANSWERERS = 10;

/** The people to ask: each phone once, in the entered order. */
const answerers: Reader<string> = (entered) => {
	const read = phoneList(entered);
	if ('problem' in read) return read;
	const count = read.value.split(',').length;
	return count > MOST_ANSWERERS
		? problem(
				`contains ${count} phone numbers; a question can be sent to at most ${MOST_ANSWERERS}`,
				'Keep only those who need to decide.',
			)
		: read;
};

/** What a question's page says and offers. */
export const questionFields: Field[] = [
	...[fromField, responseTypeField, campaignNotice, formFieldsField],
];

/** The people to ask, by the service's parameter for them. */
export function answerersField(wire: 'list' | 'to'): Field {
	return {
		displayName: 'Phone Numbers',
		name: 'phoneNumbers',
		type: 'string',
		wire,
		reader: answerers,
		required: true,
		default: '',
		placeholder: 'e.g. 0570004567',
		description:
			'Comma-separated phone numbers to ask. Each gets a separate link, and the first answer counts.',
	};
}

export const limitOption: Field = {
	displayName: 'Limit Wait Time (Minutes)',
	name: 'limitWaitTime',
	type: 'number',
	reader: waitingMinutes,
	typeOptions: { minValue: 0, numberPrecision: 2 },
	default: 60,
	description:
		'How long to wait for an answer. Then the workflow continues with <code>timedOut</code> set to true.',
};

export const languageOption: Field = {
	displayName: 'Page Language',
	name: 'pageLanguage',
	type: 'options',
	options: pageLanguages,
	default: 'he',
	description: "Language of the answer page's own texts. English if you don't add this option.",
};

/** Options of every question. */
export const questionOptions: Field[] = [limitOption, languageOption];
