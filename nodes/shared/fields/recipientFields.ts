import type { INodeProperties } from 'n8n-workflow';

/** Phone numbers of a send, shown when "Send To" says so. */
export const phoneNumbersField: INodeProperties = {
	displayName: 'Phone Numbers',
	name: 'phoneNumbers',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 0501234567, 972521234567',
	description:
		'Comma-separated, 10,000 at most. Local with the leading 0, or international with the country code.',
	displayOptions: { show: { sendTo: ['numbers'] } },
	routing: { send: { type: 'body', property: 'list' } },
};

/** Distribution lists of a send, shown when "Send To" says so. */
export const listCodesField: INodeProperties = {
	displayName: 'List Codes',
	name: 'listCodes',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 1001, 1002',
	description: 'Comma-separated codes of distribution lists, as the service shows them',
	displayOptions: { show: { sendTo: ['lists'] } },
	routing: { send: { type: 'body', property: 'pid' } },
};
