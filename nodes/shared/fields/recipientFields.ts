import type { Field } from './field';
import { listCodes } from '../rules/lists';
import { phoneList } from '../rules/phones';
/** Phone numbers of a send, shown when "Send To" says so. */
export const phoneNumbersField: Field = {
	displayName: 'Phone Numbers',
	name: 'phoneNumbers',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 0501234567, 972521234567',
	description:
		'Comma-separated, 10,000 at most. Local with the leading 0, or international with the country code.',
	displayOptions: { show: { sendTo: ['numbers'] } },
	wire: 'list',
	reader: phoneList,
};

/** Distribution lists of a send, shown when "Send To" says so. */
export const listCodesField: Field = {
	displayName: 'List Codes',
	name: 'listCodes',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 1001, 1002',
	description: 'Comma-separated codes of distribution lists, as the service shows them',
	displayOptions: { show: { sendTo: ['lists'] } },
	wire: 'pid',
	reader: listCodes,
};
