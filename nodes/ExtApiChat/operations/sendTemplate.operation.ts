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
import { templateField } from '../../shared/templates/templateField';
import { endpoints } from '../../shared/transport/endpoints';
import { preparing } from '../../shared/engine/preparing';
import type { RequestRules, CrossFieldRule } from '../../shared/validation/checkRequest';
import { listCodes } from '../../shared/validation/lists';
import { wholeNumber } from '../../shared/validation/numbers';
import { phone, phoneList } from '../../shared/validation/phones';
import { sendingReaders } from '../../shared/validation/sendingReaders';
import { digits } from '../../shared/validation/text';
import { noEmailForSingleNumber, schedule } from '../../shared/validation/crossFieldRules';
import { addTemplateParameters } from './buildTemplateRequest';
import { chatSenderField, mostMessagesOption, showAllTemplatesOption } from './chatFields';
import { parameterFields } from './templateParameters';

const fields: INodeProperties[] = [
	{
		...templateField('searchTemplates'),
		routing: { send: { type: 'body', property: 'template' } },
	},
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
				name: 'Numbers With Own Parameters',
				value: 'ownParameters',
				description: 'Parameters of its own for each phone number, as JSON',
			},
			{
				name: 'Phone Numbers',
				value: 'numbers',
				description: 'One or more phone numbers, all with the same parameters',
			},
		],
		default: 'numbers',
	},
	phoneNumbersField,
	listCodesField,
	{
		displayName: 'Parameters by Number',
		name: 'parametersByNumber',
		type: 'json',
		required: true,
		default: '{\n  "0501234567": { "body": { "1": "Dana" } }\n}',
		description: 'Object that maps each phone number to its parameters',
		displayOptions: { show: { sendTo: ['ownParameters'] } },
	},
	...parameterFields,
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
			mostMessagesOption,
			notificationEmailOption,
			notificationPhoneOption,
			notificationUrlOption,
			requestsAtOnceOption,
			sendAtOption,
			chatSenderField,
			severalPerListForLists,
			showAllTemplatesOption,
			timeZoneOption,
			validateRecipientsOption,
		],
	},
];

/** `listjson` comes from the template's own check, so at most one of the others may be there. */
const recipientsGiven: CrossFieldRule = ({ list, pid }) =>
	list !== undefined && pid !== undefined
		? [
				{
					wire: 'list',
					rule: 'cannot be combined with distribution lists',
					fix: 'Use one of them.',
				},
			]
		: [];

/** Rules of the specification's "Send chat-channel message by approved template". */
const rules: RequestRules = {
	readers: {
		...sendingReaders,
		template: digits(1, 15),
		from: phone,
		list: phoneList,
		pid: listCodes,
		ms: wholeNumber(1, 999_999_999, 'messages'),
	},
	required: ['template'],
	together: [recipientsGiven, noEmailForSingleNumber, schedule],
};

export const sendTemplateFields = showFor(
	{ resource: ['message'], operation: ['sendTemplate'] },
	fields,
);

export const sendTemplateOption: INodePropertyOptions = {
	name: 'Send Template',
	value: 'sendTemplate',
	action: 'Send an approved chat template',
	description: 'Send an approved template for each input item',
	routing: {
		request: { url: endpoints.chatTemplate },
		send: {
			preSend: preparing(
				checkBody(fields, rules),
				addTemplateParameters,
				addNotificationKey('chat'),
			),
		},
		output: { postReceive: [campaignOutput] },
	},
};
