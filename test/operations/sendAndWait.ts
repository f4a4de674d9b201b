import type { IDataObject } from 'n8n-workflow';

import { anyCode, nothing, openReplyWindows } from './items';
import { type OperationRow, type RefusedCase, refusal } from './row';
import { refusedChoices, unknownOutcome } from './sending';

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

/** Buttons, also as an expression gives them that says nothing, or no word anyone knows: no part falls back to another. */
const wrongApprovals: Array<[IDataObject, says: string]> = [
	[{ approveLabel: 'x'.repeat(61) }, 'contains a button label longer than 60 characters'],
	[{ approveLabel: 'Yes', disapproveLabel: 'Yes' }, 'gives both buttons the same label'],
	[{ approveLabel: 'Decline' }, 'gives both buttons the same label'],
	[{ approvalType: 'Single' }, 'contains "Single" as type of approval'],
	[{ approveLabel: '\u200b' }, 'contains a button label without visible characters'],
	[{ approveLabel: { no: 'text' } }, "contains a button label that isn't text"],
];
const field = (of: IDataObject) => [{ fieldLabel: 'A', ...of }];
const yesOrNothing = { values: [{ option: 'Yes' }, { option: nothing }] };
const wrongFields: Array<[IDataObject[], says: string]> = [
	[[], 'are missing'],
	[field({ fieldLabel: ' ', fieldType: 'text' }), 'contain a field without a label'],
	[[...field({}), ...field({})], 'contain "A" twice'],
	[field({ fieldType: 'radio' }), 'contain "A" without anything to choose from'],
	[field({ fieldType: 'file' }), 'contain a field of type "file"'],
	[field({ requiredField: 'yes' }), 'contain "A", which does not say whether it is required'],
	[
		field({ fieldType: 'dropdown', fieldOptions: yesOrNothing }),
		"has 'Option', which is empty or missing",
	],
];

/** Values that its fields refuse, whatever the channel. */
const refused = (longest: number): RefusedCase[] => [
	refusal('phoneNumbers', nothing, 'is empty or missing'),
	refusal(
		'phoneNumbers',
		[...Array(11).keys()].map((index) => `05700022${index + 10}`).join(),
		'contains 11 phone numbers; a question can be sent to at most 10',
	),
	refusal('message', nothing, 'is empty or missing'),
	refusal(
		'message',
		'x'.repeat(longest - 50),
		/^Message with its link is longer than [12],000 characters \(it has/,
	),
	refusal('from', 'x'.repeat(61), 'is longer than 60 characters'),
	refusal(
		'message',
		'Hello {{ $json.text }}',
		'contains {{ $json.text }}, which nothing replaces here',
	),
	...wrongApprovals.map(([values, says]) => refusal('approvalOptions', { values }, says)),
	...wrongFields.map(([fields, says]) =>
		refusal('formFields', { values: fields as IDataObject[] }, says, {
			responseType: 'customForm',
		}),
	),
	refusal(
		'options.limitWaitTime',
		{ values: { limitType: 'AtSpecifiedTime' } },
		'must have a type that is afterTimeInterval or atSpecifiedTime',
	),
	refusal('options.description', {}, 'must be text'),
	...refusedChoices(['responseType']),
	refusal('options.pageLanguage', '={{ "fr" }}', 'must be one of ar, en, he, ru'),
];

const later = [...['text', 'fields', 'seal', 'declinedBecause', 'answeredBy', 'answeredAt']];

const asking = {
	resource: 'message',
	operation: 'sendAndWait',
	takesOneItem: true,
	comesLater: later,
	effect: 'once',
	takesAnything: unknownOutcome,
} satisfies Partial<OperationRow>;

export const smsSendAndWait: OperationRow = {
	...asking,
	parameters: { phoneNumbers: phone, message: 'Refund?', sender: 'MyShop' },
	once: { deeds: ({ list }) => [String(list)] },
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
	],
};

export const chatSendAndWait: OperationRow = {
	...asking,
	parameters: { phoneNumbers: phone, message: 'Refund?' },
	prepare: openReplyWindows,
	once: { deeds: ({ to }) => [String(to)] },
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
	],
};
