// Fields of every SMS.
import { type WireField, textField } from '../../shared/fields/field';
import { phoneNumberField } from '../../shared/fields/sendingOptions';
import type { Resource } from '../../shared/operations/operation';
import { smsSender } from '../../shared/rules/addresses';
import { textOf } from '../../shared/rules/text';
import { israeliPhone } from '../../shared/rules/phones';

export const messageResource: Resource = { name: 'Message', value: 'message' };

/** Sender of an SMS. Optional, because a token's settings may fix one. */
export const senderField = textField({
	displayName: 'Sender',
	name: 'sender',
	placeholder: 'e.g. MyShop or 0570004567',
	description:
		'Sender ID approved in the account: a verified phone number, or 2 to 11 English letters, digits, spaces, + or *',
	hint: 'Approved for your account. Leave empty only if your token has a default sender.',
	wire: 'from',
	reader: smsSender,
});

/** Text of an SMS. */
export const messageField = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	placeholder: 'e.g. Your order is on its way',
	description:
		'Text of up to 1,000 characters. One message can have 70 characters, or 140 in English; longer texts count as one message per 67 or 134 characters.',
	hint: 'Any character outside basic ASCII, such as an accented letter or an emoji, halves the length of one message',
	wire: 'msg',
	isText: true,
	reader: textOf({ atMost: 1000 }),
} satisfies WireField;

export const senderIdResource: Resource = { name: 'Sender ID', value: 'senderId' };

/** The future sender ID (specification, "Verify a sender"). */
export const phoneField = phoneNumberField({
	description: 'Israeli landline or mobile number that will become a sender ID',
	reader: israeliPhone,
});
