// Fields and options that sending operations share.
import { itemChecksOption } from '../fields/beforeSendingFields';
import { type Field } from '../fields/field';
import {
	descriptionOption,
	distributionLists,
	itemCampaignKeyOption,
	listCodesField,
	notificationOptions,
	phoneNumbersField,
	requestsAtOnceOption,
	scheduleOptions,
	unknownOutcomeOption,
	validateRecipientsOption,
} from '../fields/sendingOptions';
import { quietHoursOption } from '../fields/timingFields';

/** Recipient fields of operations with a request for each item. */
export const sendToFields: Field[] = [
	{
		displayName: 'Send To',
		name: 'sendTo',
		type: 'options',
		noDataExpression: true,
		options: [
			distributionLists,
			{
				name: 'Phone Numbers',
				value: 'numbers',
				description: 'One or more phone numbers, all with the same message',
			},
		],
		default: 'numbers',
	},
	phoneNumbersField,
	listCodesField,
];

/** Options of all operations that send messages with a request for each item. */
export const sendOptions: Field[] = [
	itemCampaignKeyOption,
	itemChecksOption,
	quietHoursOption,
	requestsAtOnceOption,
];

/** Options of SMS and chat messages to many, with a request for each item or as a campaign. */
export const messageOptions: Field[] = [
	...scheduleOptions,
	...notificationOptions,
	descriptionOption,
	unknownOutcomeOption,
	validateRecipientsOption,
];
