import type { PerItemOperation } from '../../shared/operations/operation';
import { endpoints } from '../../shared/service/endpoints';
import { phoneField, senderIdResource } from './smsFields';

/** Sends a code to a future sender ID (specification, "Verify a sender", first call). */
export const requestCode: PerItemOperation = {
	resource: senderIdResource,
	name: 'Request Code',
	value: 'requestCode',
	action: 'Request code to verify sender ID',
	description: 'Send a code to a number that will become a sender ID',
	endpoint: endpoints.senderVerification,
	effect: 'once',
	fields: [
		phoneField,
		{
			displayName: 'Channel',
			name: 'channel',
			type: 'options',
			options: [
				{
					name: 'Automatic',
					value: 'auto',
					description: 'Voice to landlines, SMS to mobile numbers',
				},
				{ name: 'SMS', value: 'sms' },
				{ name: 'Voice', value: 'vms' },
			],
			default: 'auto',
			description: 'How the code reaches the number',
			wire: 'type',
		},
	],
	output: ({ code }, _item, { phone }) => ({
		outcome: code === 'CODE_SENT' ? 'accepted' : 'refused',
		result: code,
		exists: code === 'PHONE_EXIST',
		phone,
	}),
};
