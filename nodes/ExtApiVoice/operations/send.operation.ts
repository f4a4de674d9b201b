import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { listCodesField, phoneNumbersField } from '../../shared/descriptions/recipientFields';
import { showFor } from '../../shared/descriptions/showFor';
import { campaignOutput } from '../../shared/hooks/campaignOutput';
import { checkBody } from '../../shared/hooks/checkBody';
import { endpoints } from '../../shared/transport/endpoints';
import { webAddress } from '../../shared/validation/addresses';
import type { RequestRules } from '../../shared/validation/checkRequest';
import { listCodes } from '../../shared/validation/lists';
import { wholeNumber } from '../../shared/validation/numbers';
import { phoneList } from '../../shared/validation/phones';
import { sendingReaders } from '../../shared/validation/sendingReaders';
import { voiceCaller } from '../../shared/validation/senders';
import { digits, oneOf, textOf } from '../../shared/validation/text';
import {
	exactlyOneOf,
	noEmailForSingleNumber,
	schedule,
} from '../../shared/validation/togetherRules';
import { digitsToWaitFor, stopTime } from '../../shared/validation/voice';
import { contentFields, voiceOptions } from './voiceFields';

const fields: INodeProperties[] = [
	{
		displayName: 'Caller',
		name: 'caller',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 0771234567',
		description: 'A number defined in the account, or 0 for a hidden number',
		routing: { send: { type: 'body', property: 'from' } },
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Appointment reminder',
		description: 'Subject of 2 to 100 characters that identifies the campaign in the service',
		routing: { send: { type: 'body', property: 'desc' } },
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
			{ name: 'Phone Numbers', value: 'numbers', description: 'One or more phone numbers' },
		],
		default: 'numbers',
	},
	phoneNumbersField,
	listCodesField,
	...contentFields,
	voiceOptions,
];

/** Rules of the specification's "Send voice message". */
const rules: RequestRules = {
	readers: {
		...sendingReaders,
		from: voiceCaller,
		desc: textOf({ atLeast: 2, atMost: 100 }),
		list: phoneList,
		pid: listCodes,
		sid: digits(1, 15),
		tts: textOf({ atMost: 1000 }),
		fileurl: webAddress,
		getdigits: digitsToWaitFor,
		nextsid: digits(1, 15),
		stop: stopTime,
		retry: wholeNumber(1, 10),
		retryint: wholeNumber(1, 30, 'minutes'),
		amd: wholeNumber(0, 3),
		lang: oneOf('he', 'ar', 'ru', 'en'),
		gender: oneOf('male', 'female'),
		data: textOf({ atMost: 50 }),
		constdata: textOf({ atMost: 50 }),
		endsid: digits(1, 15),
	},
	required: ['from', 'desc'],
	together: [
		exactlyOneOf('list', 'pid'),
		exactlyOneOf('sid', 'tts', 'fileurl'),
		(body) =>
			body.sid === undefined
				? []
				: ['getdigits', 'nextsid']
						.filter((wire) => body[wire] !== undefined)
						.map((wire) => ({
							wire,
							rule: 'works only with text to speech or an MP3 file',
							fix: 'Remove it, or choose another content.',
						})),
		noEmailForSingleNumber,
		schedule,
	],
};

export const sendFields = showFor({ resource: ['message'], operation: ['send'] }, fields);

export const sendOption: INodePropertyOptions = {
	name: 'Send',
	value: 'send',
	action: 'Send a voice message',
	description: 'Call and play a message, for each input item',
	routing: {
		request: { url: endpoints.voice },
		send: { preSend: [checkBody(fields, rules)] },
		output: { postReceive: [campaignOutput] },
	},
};
