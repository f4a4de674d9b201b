import type { INodeProperties } from 'n8n-workflow';

/**
 * Fields of a question, under the names n8n's own nodes with this operation use: people know them, and
 * n8n makes a human-review step of them, in which `message` and `responseType` are its own.
 */

/** How the person answers. */
export const responseFields: INodeProperties[] = [
	{
		displayName: 'Response Type',
		name: 'responseType',
		type: 'options',
		default: 'approval',
		options: [
			{
				name: 'Approval',
				value: 'approval',
				description: 'A page with a button to approve, and one to decline',
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
		description: 'What the page behind the link lets the person answer',
	},
	{
		displayName: 'Approval Options',
		name: 'approvalOptions',
		type: 'fixedCollection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Values',
				name: 'values',
				values: [
					{
						displayName: 'Type of Approval',
						name: 'approvalType',
						type: 'options',
						default: 'double',
						options: [
							{ name: 'Approve Only', value: 'single' },
							{ name: 'Approve and Decline', value: 'double' },
						],
					},
					{
						displayName: 'Approve Button Label',
						name: 'approveLabel',
						type: 'string',
						default: '',
						placeholder: 'e.g. Refund it',
						description: "Says 'Approve' in the language of the page when left empty",
					},
					{
						displayName: 'Decline Button Label',
						name: 'disapproveLabel',
						type: 'string',
						default: '',
						placeholder: 'e.g. Call the customer first',
						description: "Says 'Decline' in the language of the page when left empty",
						displayOptions: { show: { approvalType: ['double'] } },
					},
				],
			},
		],
		displayOptions: { show: { responseType: ['approval'] } },
	},
	{
		displayName: 'Form Fields',
		name: 'formFields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add form field',
		default: { values: [{ fieldLabel: '', fieldType: 'text' }] },
		options: [
			{
				displayName: 'Values',
				name: 'values',
				values: [
					{
						displayName: 'Field Label',
						name: 'fieldLabel',
						type: 'string',
						default: '',
						placeholder: 'e.g. How do you feel today?',
						description: 'Stands above the field, and names its value in the output',
					},
					{
						displayName: 'Element Type',
						name: 'fieldType',
						type: 'options',
						default: 'text',
						options: [
							{ name: 'Date', value: 'date' },
							{ name: 'Dropdown', value: 'dropdown' },
							{ name: 'Email', value: 'email' },
							{ name: 'Number', value: 'number' },
							{ name: 'Radio Buttons', value: 'radio' },
							{ name: 'Text', value: 'text' },
							{ name: 'Textarea', value: 'textarea' },
						],
						description: 'The type of field to add to the form',
					},
					{
						displayName: 'Field Options',
						name: 'fieldOptions',
						type: 'fixedCollection',
						typeOptions: { multipleValues: true, sortable: true },
						placeholder: 'Add field option',
						default: { values: [{ option: '' }] },
						description: 'What can be chosen',
						options: [
							{
								displayName: 'Values',
								name: 'values',
								values: [{ displayName: 'Option', name: 'option', type: 'string', default: '' }],
							},
						],
						displayOptions: { show: { fieldType: ['dropdown', 'radio'] } },
					},
					{
						displayName: 'Required Field',
						name: 'requiredField',
						type: 'boolean',
						default: false,
						description: 'Whether the form can be sent only with a value in this field',
					},
				],
			},
		],
		displayOptions: { show: { responseType: ['customForm'] } },
	},
];

/** The message of a question. */
export const questionMessageField: INodeProperties = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	placeholder: 'e.g. Refund 120 to Dana Levi?',
	hint: 'A link to the answer page is added at the end, or where you write {link}; its characters count too',
	routing: { send: { type: 'body', property: 'msg' } },
};

/** Who asks, as the answer page says it. */
export const fromField: INodeProperties = {
	displayName: 'From',
	name: 'from',
	type: 'string',
	default: '',
	placeholder: 'e.g. MyShop',
	description:
		'Your company, shown at the top of the answer page. Without it people cannot tell the page from a forgery.',
};

/** Whom a question is put to. */
export const answerersField: INodeProperties = {
	displayName: 'Phone Numbers',
	name: 'phoneNumbers',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 0501234567',
	description:
		'Whom to ask. Of several, comma-separated, each gets a link of their own, and the first answer decides.',
};
