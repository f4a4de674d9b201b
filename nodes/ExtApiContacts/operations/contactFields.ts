import type { INodeProperties } from 'n8n-workflow';

import { digits } from '../../shared/validation/text';

export const listCodeField: INodeProperties = {
	displayName: 'List Code',
	name: 'listCode',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 1001',
	description: 'Code of the distribution list, as the service shows it',
	routing: { send: { type: 'body', property: 'pid' } },
};

export const phoneNumbersField: INodeProperties = {
	displayName: 'Phone Numbers',
	name: 'phoneNumbers',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 0501234567, 972521234567',
	description: 'One or more, comma-separated, 10,000 at most',
	routing: { send: { type: 'body', property: 'list' } },
};

export const listCode = digits(1, 15);
