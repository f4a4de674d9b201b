import type { Field } from '../../shared/fields/field';
import type { Resource } from '../../shared/operations/operation';
import { israeliPhone } from '../../shared/rules/phones';

export const senderIdResource: Resource = { name: 'Sender ID', value: 'senderId' };

/** The number both calls are about (specification, "Verify a sender"). */
export const phoneField: Field = {
	displayName: 'Phone Number',
	name: 'phone',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 0570004567',
	description: 'Israeli landline or mobile number that is to become a sender ID',
	wire: 'phone',
	reader: israeliPhone,
};
