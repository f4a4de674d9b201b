import type { INodeProperties } from 'n8n-workflow';

import type { Resource } from '../../shared/operations/operation';

export const senderIdResource: Resource = { name: 'Sender ID', value: 'senderId' };

/** The number both calls are about (specification, "Verify a sender"). */
export const phoneField: INodeProperties = {
	displayName: 'Phone Number',
	name: 'phone',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 0501234567',
	description: 'Israeli landline or mobile number that is to become a sender ID',
	routing: { send: { type: 'body', property: 'phone' } },
};
