import { optionsFields, textField } from '../../shared/fields/field';
import type { PerItemOperation } from '../../shared/operations/operation';
import { endpoints } from '../../shared/service/endpoints';
import { textOf, typedCode } from '../../shared/rules/text';
import { phoneField, senderIdResource } from './smsFields';

/** Confirms a sender ID (specification, "Verify a sender", second call). */
export const verifyCode: PerItemOperation = {
	resource: senderIdResource,
	name: 'Verify Code',
	value: 'verifyCode',
	action: 'Verify sender ID with received code',
	description: 'Confirm the code. You can then use the number as a sender.',
	endpoint: endpoints.senderVerification,
	effect: 'once',
	fields: [
		phoneField,
		textField({
			displayName: 'Code',
			name: 'code',
			required: true,
			placeholder: 'e.g. 12345',
			description: 'Code that was sent to the number',
			wire: 'code',
			reader: typedCode,
		}),
		...optionsFields({
			displayName: 'Description',
			name: 'description',
			type: 'string',
			default: '',
			placeholder: 'e.g. Service desk',
			description: 'Description of up to 50 characters, kept with the sender ID',
			wire: 'desc',
			reader: textOf({ atMost: 50 }),
		}),
	],
	output: ({ code }, _item, { phone }) => ({
		outcome: code === 'OK' ? 'accepted' : 'refused',
		result: code,
		verified: code === 'OK',
		exists: code === 'PHONE_EXIST',
		phone,
	}),
};
