// Options of everything that sends.
import { emailAddress, notificationAddress } from '../rules/addresses';
import { readCampaignKey } from '../rules/campaignKey';
import { listCodes, phoneList } from '../rules/lists';
import { notificationPhone, readPhone } from '../rules/phones';
import { asEntered } from '../rules/reader';
import { textOf } from '../rules/text';
import { timeZoneName } from '../rules/timeZones';
import { type Field, type WireField, textField } from './field';

/** Shown when "Send To" says so. */
export const phoneNumbersField = textField({
	displayName: 'Phone Numbers',
	name: 'phoneNumbers',
	required: true,
	placeholder: 'e.g. 0570004567, 972570014567',
	description:
		'Comma-separated, at most 10,000. Local with the leading 0, or international with the country code.',
	displayOptions: { show: { sendTo: ['numbers'] } },
	wire: 'list',
	reader: phoneList,
});

/** The phone number of a request; `own` adds what an operation says of it. */
export function phoneNumberField(own: Partial<WireField>): WireField {
	return {
		displayName: 'Phone Number',
		name: 'phone',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 0570004567',
		wire: 'phone',
		reader: readPhone,
		...own,
	};
}

/** The choice of "Send To" that shows {@link listCodesField}. */
export const distributionLists = {
	name: 'Distribution Lists',
	value: 'lists',
	description: 'Everyone in one or more distribution lists of the account',
};

/** Shown when "Send To" says so. */
export const listCodesField = textField({
	displayName: 'List Codes',
	name: 'listCodes',
	required: true,
	placeholder: 'e.g. 1001, 1002',
	description: 'Comma-separated codes of distribution lists, as the service shows them',
	displayOptions: { show: { sendTo: ['lists'] } },
	wire: 'pid',
	reader: listCodes,
});

/** Options of several sending operations; they name no resource or operation. */
export const descriptionOption = textField({
	displayName: 'Description',
	name: 'description',
	placeholder: 'e.g. Spring sale, customers',
	description:
		'Short subject that identifies the campaign in the service. A campaign to a single number is not saved there.',
	wire: 'desc',
	isText: true,
	reader: textOf(),
});

export const delayOption: Field = {
	displayName: 'Delay Between Recipients (Seconds)',
	name: 'delay',
	optionGroup: 'timing',
	type: 'number',
	typeOptions: { minValue: 2, maxValue: 180 },
	default: 2,
	description:
		'Seconds to wait between two recipients, 2 to 180. Without this option, there is no delay.',
	wire: 'int',
};

export const notificationEmailOption = textField({
	displayName: 'Notification Email',
	name: 'notificationEmail',
	optionGroup: 'notifications',
	placeholder: 'e.g. name@example.com',
	description: 'Email address that receives progress updates. Not available for a single number.',
	wire: 'ne',
	reader: emailAddress,
});

export const notificationPhoneOption = textField({
	displayName: 'Notification Phone',
	name: 'notificationPhone',
	optionGroup: 'notifications',
	placeholder: 'e.g. 0570004567',
	description: 'Mobile number that receives progress updates by SMS',
	wire: 'np',
	reader: notificationPhone,
});

const notificationUrlOption = textField({
	displayName: 'Notification URL',
	name: 'notificationUrl',
	optionGroup: 'notifications',
	placeholder: 'e.g. https://n8n.example.com/webhook/…/campaign-event',
	description:
		'URL the service calls with progress events. Paste the production URL of an ExtApi Trigger in this n8n instance, unchanged. This node adds a key that proves that the event is genuine.',
	wire: 'nu',
	reader: notificationAddress,
});

export const campaignKeyOption = textField({
	displayName: 'Campaign Key',
	name: 'campaignKey',
	optionGroup: 'beforeSending',
	reader: readCampaignKey,
	placeholder: 'e.g. spring-sale-2026',
	description:
		'Name for the campaign. Each recipient gets at most one message per key from this node, even if you run it again. Unknown outcomes count as sent, unless On Unknown Outcome is set to Send Again. An approved campaign is sent only once even without a key. A node has room for nearly 100,000 messages; for more, see the million-rows examples.',
});

/** The same for each item, but not for agents' tools: a model would reuse a key. */
export const itemCampaignKeyOption: Field = {
	...campaignKeyOption,
	placeholder: 'e.g. reminder-2026-05',
	description:
		'Name for the message. Each recipient gets at most one message per key from this node, even if you run it again. Unknown outcomes count as sent, unless On Unknown Outcome is set to Send Again.',
	displayOptions: { hide: { '@tool': [true] } },
};

export const requestsAtOnceOption: Field = {
	displayName: 'Max Concurrent Requests',
	name: 'requestsAtOnce',
	optionGroup: 'advanced',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 100 },
	default: 20,
	description: 'Maximum number of simultaneous requests',
};

export const sendAtOption: Field = {
	displayName: 'Send At',
	name: 'sendAt',
	optionGroup: 'timing',
	type: 'dateTime',
	default: '',
	description:
		"When to send. Without an offset such as +02:00, it's a time in the service's time zone: Asia/Jerusalem, or what 'Service Time Zone' says.",
	hint: "Time in Asia/Jerusalem, unless you add 'Service Time Zone' or an offset such as +02:00",
	wire: 'sendAt',
	reader: asEntered,
};

export const timeZoneOption: Field = {
	displayName: 'Service Time Zone',
	name: 'timeZone',
	optionGroup: 'timing',
	type: 'string',
	default: 'Asia/Jerusalem',
	placeholder: 'e.g. Asia/Jerusalem',
	description:
		"Time zone of 'Send At', and in which the service reads times. Change it only if your service uses another time zone.",
	wire: 'timeZone',
	reader: timeZoneName,
};

export const validateRecipientsOption: Field = {
	displayName: 'Validate Recipients',
	name: 'validateRecipients',
	optionGroup: 'advanced',
	type: 'boolean',
	default: true,
	description: 'Whether the service counts the recipients it recognizes and returns the count',
	wire: 'validate',
};

/** When a campaign is sent. */
export const scheduleOptions = [delayOption, sendAtOption, timeZoneOption];

/** Who gets progress updates (specification, "Notifications"). */
export const notificationOptions = [
	notificationEmailOption,
	notificationPhoneOption,
	notificationUrlOption,
];

/** Language of what the service itself says or writes. */
export const serviceLanguageOption: Field = {
	displayName: 'Language',
	name: 'language',
	type: 'options',
	options: [
		{ name: 'Arabic', value: 'ar' },
		{ name: 'English', value: 'en' },
		{ name: 'Hebrew', value: 'he' },
		{ name: 'Russian', value: 'ru' },
	],
	default: 'he',
	description: 'Language of generic messages and numbers. By default, Hebrew.',
	wire: 'lang',
};

/** What a node does with requests of an earlier try whose outcome is unknown. */
export type UnknownOutcome = 'stop' | 'sendAgain';

/** Option of all sending operations; code reads it by the name `unknownOutcome`. */
export const unknownOutcomeOption: Field = {
	displayName: 'On Unknown Outcome',
	name: 'unknownOutcome',
	optionGroup: 'advanced',
	type: 'options',
	options: [
		{
			name: "Don't Send Again",
			value: 'stop',
			description: 'A retry does not send the message again. Check in the service what happened.',
		},
		{
			name: 'Send Again',
			value: 'sendAgain',
			description: 'A retry sends the message again. A recipient may get it twice.',
		},
	],
	default: 'stop',
	description:
		'What to do on a retry if the service never replied, so it may or may not have accepted the request',
};
