import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { severalPerListForLists } from '../../shared/descriptions/campaignFields';
import { listCodesField, phoneNumbersField } from '../../shared/descriptions/recipientFields';
import {
	delayOption,
	descriptionOption,
	notificationEmailOption,
	notificationPhoneOption,
	notificationUrlOption,
	requestsAtOnceOption,
	sendAtOption,
	timeZoneOption,
	validateRecipientsOption,
} from '../../shared/descriptions/sendingOptions';
import { showFor } from '../../shared/descriptions/showFor';
import { unknownOutcomeOption } from '../../shared/descriptions/unknownOutcomeOption';
import { campaignOutput } from '../../shared/engine/campaignOutput';
import { checkBody } from '../../shared/engine/checkBody';
import { addNotificationKey } from '../../shared/notifications/notificationAddress';
import { endpoints } from '../../shared/transport/endpoints';
import { preparing } from '../../shared/engine/preparing';
import type { RequestRules } from '../../shared/validation/checkRequest';
import { listCodes } from '../../shared/validation/lists';
import { phoneList } from '../../shared/validation/phones';
import { sendingReaders } from '../../shared/validation/sendingReaders';
import { smsSender } from '../../shared/validation/senders';
import { textOf } from '../../shared/validation/text';
import { textPerPhone } from '../../shared/validation/textPerPhone';
import {
	exactlyOneOf,
	noEmailForSingleNumber,
	schedule,
} from '../../shared/validation/crossFieldRules';
import { messageField, senderField } from './smsFields';

const fields: INodeProperties[] = [
	{
		displayName: 'Send To',
		name: 'sendTo',
		type: 'options',
		options: [
			{
				name: 'Distribution Lists',
				value: 'lists',
				description: 'Everybody registered in one or more distribution lists of the account',
			},
			{
				name: 'Numbers With Own Messages',
				value: 'ownMessages',
				description: 'A message of its own for each phone number, as JSON',
			},
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
	{
		displayName: 'Messages by Number',
		name: 'messagesByNumber',
		type: 'json',
		required: true,
		default: '{\n  "0501234567": "Hello Dana",\n  "0521234567": "Hello Noam"\n}',
		description: 'Object that maps each phone number to its message',
		displayOptions: { show: { sendTo: ['ownMessages'] } },
		routing: { send: { type: 'body', property: 'listjson' } },
	},
	{ ...messageField, displayOptions: { show: { sendTo: ['lists', 'numbers'] } } },
	senderField,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			delayOption,
			descriptionOption,
			unknownOutcomeOption,
			notificationEmailOption,
			notificationPhoneOption,
			notificationUrlOption,
			requestsAtOnceOption,
			sendAtOption,
			severalPerListForLists,
			timeZoneOption,
			validateRecipientsOption,
		],
	},
];

/** Rules of the specification's "Send SMS". */
const rules: RequestRules = {
	readers: {
		...sendingReaders,
		from: smsSender,
		msg: textOf({ atMost: 1000 }),
		list: phoneList,
		pid: listCodes,
		listjson: textPerPhone,
	},
	texts: ['msg', 'listjson'],
	together: [
		exactlyOneOf('list', 'pid', 'listjson'),
		exactlyOneOf('msg', 'listjson'),
		noEmailForSingleNumber,
		schedule,
	],
};

export const sendFields = showFor({ resource: ['message'], operation: ['send'] }, fields);

/** One SMS request per item: to numbers, to distribution lists, or a text for each number. */
export const sendOption: INodePropertyOptions = {
	name: 'Send',
	value: 'send',
	action: 'Send an SMS',
	description: 'Send an SMS for each input item',
	routing: {
		request: { url: endpoints.sms },
		send: { preSend: preparing(checkBody(fields, rules), addNotificationKey('sms')) },
		output: { postReceive: [campaignOutput] },
	},
};
