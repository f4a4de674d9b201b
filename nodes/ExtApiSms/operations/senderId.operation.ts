import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { showFor } from '../../shared/descriptions/showFor';
import { checkBody } from '../../shared/engine/checkBody';
import { resultOutput } from '../../shared/engine/resultOutput';
import { endpoints } from '../../shared/transport/endpoints';
import { preparing } from '../../shared/engine/preparing';
import type { RequestRules } from '../../shared/validation/checkRequest';
import { israeliPhone } from '../../shared/validation/phones';
import { digits, oneOf, textOf } from '../../shared/validation/text';

const phoneField: INodeProperties = {
	displayName: 'Phone Number',
	name: 'phone',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 0501234567',
	description: 'Israeli landline or mobile number that is to become a sender ID',
	routing: { send: { type: 'body', property: 'phone' } },
};

const requestFields: INodeProperties[] = [
	phoneField,
	{
		displayName: 'Channel',
		name: 'channel',
		type: 'options',
		options: [
			{ name: 'Automatic', value: 'auto', description: 'Voice for landlines, SMS for mobiles' },
			{ name: 'SMS', value: 'sms' },
			{ name: 'Voice', value: 'vms' },
		],
		default: 'auto',
		description: 'How the code reaches the number',
		routing: { send: { type: 'body', property: 'type' } },
	},
];

const verifyFields: INodeProperties[] = [
	phoneField,
	{
		displayName: 'Code',
		name: 'code',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 12345',
		description: 'Code the number received',
		routing: { send: { type: 'body', property: 'code' } },
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Description',
				name: 'description',
				type: 'string',
				default: '',
				placeholder: 'e.g. Service desk',
				description: 'Description of up to 50 characters, kept with the sender ID',
				routing: { send: { type: 'body', property: 'desc' } },
			},
		],
	},
];

/** Rules of the specification's "Verify a sender ID", first and second call. */
const requestRules: RequestRules = {
	readers: { phone: israeliPhone, type: oneOf('sms', 'vms', 'auto') },
	required: ['phone', 'type'],
};
const verifyRules: RequestRules = {
	readers: { phone: israeliPhone, code: digits(1, 10), desc: textOf({ atMost: 50 }) },
	required: ['phone', 'code'],
};

export const senderIdFields = [
	...showFor({ resource: ['senderId'], operation: ['requestCode'] }, requestFields),
	...showFor({ resource: ['senderId'], operation: ['verifyCode'] }, verifyFields),
];

export const requestCodeOption: INodePropertyOptions = {
	name: 'Request Code',
	value: 'requestCode',
	action: 'Send a code to a number to make it a sender ID',
	description: 'Send a code to a number that is to become a sender ID',
	routing: {
		request: { url: endpoints.senderVerification },
		send: { preSend: preparing(checkBody(requestFields, requestRules)) },
		output: {
			postReceive: [
				resultOutput(({ code }) => ({
					result: code,
					sent: code === 'CODE_SENT',
					exists: code === 'PHONE_EXIST',
				})),
			],
		},
	},
};

export const verifyCodeOption: INodePropertyOptions = {
	name: 'Verify Code',
	value: 'verifyCode',
	action: 'Confirm a sender ID with the code it received',
	description: 'Confirm the code; the number can be used as a sender at once',
	routing: {
		request: { url: endpoints.senderVerification },
		send: { preSend: preparing(checkBody(verifyFields, verifyRules)) },
		output: {
			postReceive: [
				resultOutput(({ code }) => ({
					result: code,
					verified: code === 'OK',
					exists: code === 'PHONE_EXIST',
				})),
			],
		},
	},
};
