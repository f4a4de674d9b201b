import type { INodeProperties } from 'n8n-workflow';

import { languageOption } from '../../shared/descriptions/languageOption';
import {
	delayOption,
	notificationEmailOption,
	notificationPhoneOption,
	requestsAtOnceOption,
	sendAtOption,
	timeZoneOption,
} from '../../shared/descriptions/sendingOptions';
import { unknownOutcomeOption } from '../../shared/descriptions/unknownOutcomeOption';

export const callerField: INodeProperties = {
	displayName: 'Caller',
	name: 'caller',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 0771234567',
	description: 'A number defined in the account, or 0 for a hidden number',
	routing: { send: { type: 'body', property: 'from' } },
};

/** Required for voice, unlike for the other channels. */
export const descriptionField: INodeProperties = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Appointment reminder',
	description: 'Subject of 2 to 100 characters that identifies the campaign in the service',
	routing: { send: { type: 'body', property: 'desc' } },
};

/**
 * The description of a single message. As a tool it has another name: the editor lets no model fill a
 * parameter `description`, the name of the tool's own.
 */
export const messageDescriptionFields: INodeProperties[] = [
	{ ...descriptionField, displayOptions: { hide: { '@tool': [true] } } },
	{ ...descriptionField, name: 'subject', displayOptions: { show: { '@tool': [true] } } },
];

/** What a call plays: exactly one of three, as one choice. */
export const contentFields: INodeProperties[] = [
	{
		displayName: 'Content',
		name: 'content',
		type: 'options',
		options: [
			{ name: 'MP3 File', value: 'file', description: 'A recording, by its direct link' },
			{
				name: 'Telephony Service',
				value: 'service',
				description: 'An existing service of the account, such as a menu',
			},
			{ name: 'Text to Speech', value: 'text', description: 'Text the service reads out' },
		],
		default: 'text',
		description: 'What the call plays',
	},
	{
		displayName: 'Text',
		name: 'text',
		type: 'string',
		typeOptions: { rows: 4 },
		required: true,
		default: '',
		placeholder: 'e.g. Hello, we are looking forward to seeing you tomorrow at nine',
		description: 'Up to 1,000 characters. Text to speech must be enabled in the account.',
		displayOptions: { show: { content: ['text'] } },
		routing: { send: { type: 'body', property: 'tts' } },
	},
	{
		displayName: 'MP3 Link',
		name: 'fileUrl',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://example.com/message.mp3',
		description: 'Direct link to an MP3 file',
		displayOptions: { show: { content: ['file'] } },
		routing: { send: { type: 'body', property: 'fileurl' } },
	},
	{
		displayName: 'Service Code',
		name: 'serviceCode',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 301',
		description: 'Code of a telephony service of the account',
		displayOptions: { show: { content: ['service'] } },
		routing: { send: { type: 'body', property: 'sid' } },
	},
];

/** The optional parameters of a call. */
export const voiceOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Constant Data',
			name: 'constantData',
			type: 'string',
			default: '',
			description:
				'Up to 50 characters, kept for the whole call and passed on to interfaces that pass data to your server',
			routing: { send: { type: 'body', property: 'constdata' } },
		},
		{
			displayName: 'Data',
			name: 'data',
			type: 'string',
			default: '',
			description:
				'Up to 50 characters, put in as the last value of the digits input. Cleared when the customer presses other keys.',
			routing: { send: { type: 'body', property: 'data' } },
		},
		delayOption,
		{
			displayName: 'End Service Code',
			name: 'endService',
			type: 'string',
			default: '',
			placeholder: 'e.g. 303',
			description: 'Dynamic-information service that runs at the end of every call',
			routing: { send: { type: 'body', property: 'endsid' } },
		},
		{
			displayName: 'Get Digits',
			name: 'getDigits',
			type: 'string',
			default: 'all',
			placeholder: 'e.g. 159',
			description:
				'"no", "all", "num" (waits for more digits, about 5 seconds between them, or until star or hash), or the digits to wait for. Not with a telephony service.',
			routing: { send: { type: 'body', property: 'getdigits' } },
		},
		unknownOutcomeOption,
		languageOption,
		{
			displayName: 'Next Service Code',
			name: 'nextService',
			type: 'string',
			default: '',
			placeholder: 'e.g. 302',
			description:
				'Service started after the message; without it the call ends. Not with a telephony service as content.',
			routing: { send: { type: 'body', property: 'nextsid' } },
		},
		notificationEmailOption,
		notificationPhoneOption,
		requestsAtOnceOption,
		{
			displayName: 'Retries',
			name: 'retries',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 10 },
			default: 1,
			description: 'How often numbers that did not answer are called again, 1 to 10',
			routing: { send: { type: 'body', property: 'retry' } },
		},
		{
			displayName: 'Retry Interval (Minutes)',
			name: 'retryInterval',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 30 },
			default: 5,
			description: 'Minutes from the end of a round to the start of the next, 1 to 30',
			routing: { send: { type: 'body', property: 'retryint' } },
		},
		sendAtOption,
		timeZoneOption,
		{
			displayName: 'Stop Time',
			name: 'stopTime',
			type: 'string',
			default: '',
			placeholder: 'e.g. 2130',
			description: 'Hour and minute after which no call is made, as HHMM',
			routing: { send: { type: 'body', property: 'stop' } },
		},
		{
			displayName: 'Voice Gender',
			name: 'gender',
			type: 'options',
			options: [
				{ name: 'Female', value: 'female' },
				{ name: 'Male', value: 'male' },
			],
			default: 'male',
			description: 'Voice that reads the text out',
			routing: { send: { type: 'body', property: 'gender' } },
		},
		{
			displayName: 'Voicemail Detection',
			name: 'voicemailDetection',
			type: 'options',
			options: [
				{
					name: 'Hang Up at Voicemail',
					value: 2,
					description: 'Counts as unanswered for retries, billed as a normal message',
				},
				{
					name: 'Leave the Message on Voicemail',
					value: 1,
					description: 'Waits for the greeting to end and plays; counts as a normal call',
				},
				{ name: 'Off', value: 0, description: 'Voicemail counts as answered' },
				{
					name: 'Voicemail if No Key Was Pressed',
					value: 3,
					description:
						'Needs a menu, extension menu or numeric-code service that saves the last value; otherwise all calls count as unanswered',
				},
			],
			default: 0,
			description:
				'How voicemail is recognised. The first two wait about two seconds and are not meant for repeated sends to the same numbers.',
			routing: { send: { type: 'body', property: 'amd' } },
		},
	],
};
