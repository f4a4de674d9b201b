import type { INodeProperties } from 'n8n-workflow';

import type { Resource } from '../../shared/operations/operation';
import { ipAddress } from '../../shared/rules/addresses';
import { calendarDate } from '../../shared/rules/dates';
import type { Reader } from '../../shared/rules/reader';
import { codeOf, textOf } from '../../shared/rules/text';

export const contactResource: Resource = { name: 'Contact', value: 'contact' };

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

export const listCode = codeOf('list', 'The service shows it beside each distribution list.', 15);

export const contactFieldsCollection: INodeProperties = {
	displayName: 'Contact Fields',
	name: 'contactFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	options: [
		{
			displayName: 'Birthday',
			name: 'birthday',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1990-12-31',
			description: 'Date as YYYY-MM-DD',
			routing: { send: { type: 'body', property: 'bd' } },
		},
		{
			displayName: 'Data',
			name: 'data',
			type: 'string',
			default: '',
			description: 'Free field of up to 1,000 characters',
			routing: { send: { type: 'body', property: 'data' } },
		},
		{
			displayName: 'Data 1',
			name: 'data1',
			type: 'string',
			default: '',
			description: 'Free field of up to 400 characters',
			routing: { send: { type: 'body', property: 'data1' } },
		},
		{
			displayName: 'Data 2',
			name: 'data2',
			type: 'string',
			default: '',
			description: 'Free field of up to 400 characters',
			routing: { send: { type: 'body', property: 'data2' } },
		},
		{
			displayName: 'Data 3',
			name: 'data3',
			type: 'string',
			default: '',
			description: 'Free field of up to 400 characters',
			routing: { send: { type: 'body', property: 'data3' } },
		},
		{
			displayName: 'Data 4',
			name: 'data4',
			type: 'string',
			default: '',
			description: 'Free field of up to 400 characters',
			routing: { send: { type: 'body', property: 'data4' } },
		},
		{
			displayName: 'First Name',
			name: 'firstName',
			type: 'string',
			default: '',
			description: 'Up to 20 characters',
			routing: { send: { type: 'body', property: 'fname' } },
		},
		{
			displayName: 'IP Address',
			name: 'ipAddress',
			type: 'string',
			default: '',
			description: 'Address of the computer the registration came from',
			routing: { send: { type: 'body', property: 'ip' } },
		},
		{
			displayName: 'Last Name',
			name: 'lastName',
			type: 'string',
			default: '',
			description: 'Up to 20 characters',
			routing: { send: { type: 'body', property: 'lname' } },
		},
	],
};

/** Rules of a contact's fields, by wire name (specification, "Contacts"). */
export const contactReaders: Record<string, Reader> = {
	fname: textOf({ atMost: 20 }),
	lname: textOf({ atMost: 20 }),
	data: textOf({ atMost: 1000 }),
	data1: textOf({ atMost: 400 }),
	data2: textOf({ atMost: 400 }),
	data3: textOf({ atMost: 400 }),
	data4: textOf({ atMost: 400 }),
	bd: calendarDate,
	ip: ipAddress,
};

export const overwriteOption: INodeProperties = {
	displayName: 'Overwrite Existing Data',
	name: 'overwrite',
	type: 'boolean',
	default: true,
	description:
		"Whether the fields of a contact that already exists are overwritten (on) or kept (off). The service decides when left out. With it on the service may answer OK in either case: 'added' and 'updated' are then null, and 'registered' says that the contact is in the list.",
	routing: { send: { type: 'body', property: 'update' } },
};

export const unblockOption: INodeProperties = {
	displayName: 'Unblock',
	name: 'unblock',
	type: 'boolean',
	default: true,
	description:
		'Whether to add a number that is blocked in this list. A block on the whole account stays. Off when left out.',
	routing: { send: { type: 'body', property: 'unblock' } },
};
