import type { IDataObject } from 'n8n-workflow';

import { anyCode, nothing, openReplyWindows } from './items';
import { type OperationRow, type RefusedCase, refusal } from './row';
import { refusedChoices, switches, unknownOutcome } from './sending';

/** What operations that ask a person have in common. */

const phone = '0570002233';
const others = ['0570002234', '0570002235'];

/** A message with a link to the page of the question. */
const withLink = (text: string): string =>
	expect.stringMatching(
		new RegExp(`^${text}\\nhttps?://\\S+\\?k=[\\w-]{22}(&signature=\\w+)?$`),
	) as unknown as string;

const sentTo = (...phones: string[]): IDataObject[] =>
	phones.map((each) => ({ phone: each, taskId: anyCode }));

/** Values that its fields refuse, whatever the channel. */
const refused = (longest: number): RefusedCase[] => [
	refusal('phoneNumbers', nothing, 'is empty or missing'),
	refusal('phoneNumbers', '05700022', 'contains "05700022", which'),
	refusal(
		'phoneNumbers',
		[...Array(11).keys()].map((index) => `05700022${index + 10}`).join(),
		'contains 11 phone numbers; a question can be sent to at most 10',
	),
	refusal('message', nothing, 'is empty: its expression returns nothing'),
	refusal(
		'message',
		'x'.repeat(longest - 50),
		/^Message with its link is longer than [12],000 characters \(it has/,
	),
	refusal('from', 'x'.repeat(61), 'is longer than 60 characters'),
	refusal('message', 'Hello {text}', 'contains a merge field: {text}'),
	refusal(
		'approvalOptions',
		{ values: { approveLabel: 'x'.repeat(61) } },
		'contains a button label longer than 60 characters',
	),
	refusal(
		'approvalOptions',
		{ values: { approveLabel: 'Yes', disapproveLabel: 'Yes' } },
		'gives both buttons the same label',
	),
	refusal('formFields', { values: [] }, 'are missing', { responseType: 'customForm' }),
	refusal(
		'formFields',
		{ values: [{ fieldLabel: ' ', fieldType: 'text' }] },
		'contain a field without a label',
		{ responseType: 'customForm' },
	),
	refusal(
		'formFields',
		{ values: [{ fieldLabel: 'A' }, { fieldLabel: 'A' }] },
		'contain "A" twice',
		{ responseType: 'customForm' },
	),
	refusal(
		'formFields',
		{ values: [{ fieldLabel: 'A', fieldType: 'radio' }] },
		'contain "A" without anything to choose from',
		{ responseType: 'customForm' },
	),
	refusal(
		'formFields',
		{ values: [{ fieldLabel: 'A', fieldType: 'file' }] },
		'contain a field of type "file"',
		{ responseType: 'customForm' },
	),
	// What an expression gives that says nothing, or no word anyone knows: no part falls back to another.
	...(
		[
			[{ approvalType: 'Single' }, 'contains "Single" as type of approval'],
			[{ approveLabel: '\u200b' }, 'contains a button label without visible characters'],
			[{ approveLabel: { no: 'text' } }, "contains a button label that isn't text"],
			[{ approveLabel: 'Decline' }, 'gives both buttons the same label'],
		] as const
	).map(([values, says]) => ({ field: 'approvalOptions', value: { values }, says })),
	...(
		[
			[{ fieldType: 'Email' }, 'contain a field of type "Email"'],
			[{ requiredField: 'yes' }, 'contain "A", which does not say whether it is required'],
			[
				{
					fieldType: 'dropdown',
					fieldOptions: { values: [{ option: 'Yes' }, { option: nothing }] },
				},
				"has 'Option', which is empty or missing",
			],
		] as const
	).map(([field, says]) => ({
		field: 'formFields',
		value: { values: [{ fieldLabel: 'A', ...field }] },
		with: { responseType: 'customForm' },
		says,
	})),
	refusal(
		'options.limitWaitTime',
		{ values: { limitType: 'AtSpecifiedTime' } },
		'must have a type that is afterTimeInterval or atSpecifiedTime',
	),
	...refusedChoices(['responseType']),
	refusal('options.pageLanguage', '={{ "fr" }}', 'must be one of ar, en, he, ru'),
];

const taken = {
	...unknownOutcome,
	...switches('options.confirmByCode', 'options.tellOthers'),
};

const later = [
	'text',
	'fields',
	'plan',
	'declinedBecause',
	'answeredBy',
	'answeredAt',
	'confirmedByCode',
];

export const smsSendAndWait: OperationRow = {
	resource: 'message',
	operation: 'sendAndWait',
	takesOneItem: true,
	comesLater: later,
	parameters: { phoneNumbers: phone, message: 'Refund?', sender: 'MyShop' },
	effect: 'once',
	once: { deeds: ({ list }) => [String(list)] },
	documented: {
		list: ['phoneNumbers'],
		msg: ['message'],
		from: ['sender'],
		desc: ['options.description'],
	},
	sends: [
		{
			name: 'a message with a link, and the row until someone answers',
			items: [{ order: 'A-1' }],
			bodies: [{ list: phone, msg: withLink('Refund\\?'), from: 'MyShop' }],
			outputs: [
				{ order: 'A-1', approved: false, timedOut: true, sentTo: sentTo(phone), messages: 1 },
			],
		},
		{
			name: 'a link of its own for each of several, with every option of the service',
			parameters: {
				phoneNumbers: [phone, ...others].join(),
				options: { description: 'Refunds' },
			},
			items: [{}],
			bodies: [phone, ...others].map((list) => ({
				...{ list, msg: withLink('Refund\\?'), from: 'MyShop', desc: 'Refunds' },
			})),
			outputs: [{ approved: false, timedOut: true, sentTo: sentTo(phone, ...others), messages: 3 }],
		},
	],
	refuses: [
		...refused(1000),
		refusal('sender', 'x', 'is "x", which is neither a verified phone number nor 2 to 11'),
		refusal('options.description', {}, 'must be text'),
	],
	takesAnything: taken,
};

export const chatSendAndWait: OperationRow = {
	resource: 'message',
	operation: 'sendAndWait',
	takesOneItem: true,
	comesLater: later,
	parameters: { phoneNumbers: phone, message: 'Refund?' },
	prepare: openReplyWindows,
	effect: 'once',
	once: { deeds: ({ to }) => [String(to)] },
	documented: {
		to: ['phoneNumbers'],
		msg: ['message'],
		from: ['options.sender'],
		desc: ['options.description'],
	},
	sends: [
		{
			name: 'a reply with a link, with every option of the service',
			parameters: { options: { description: 'Refunds', sender: '0570004567' } },
			items: [{ order: 'A-1' }],
			bodies: [{ to: phone, msg: withLink('Refund\\?'), from: '0570004567', desc: 'Refunds' }],
			outputs: [{ order: 'A-1', approved: false, timedOut: true, sentTo: sentTo(phone) }],
		},
	],
	refuses: [
		...refused(2000),
		refusal('options.sender', 'MyShop', "contains characters that aren't digits"),
		refusal('options.description', {}, 'must be text'),
	],
	takesAnything: taken,
};
