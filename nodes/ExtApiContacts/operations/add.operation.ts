import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { requestsAtOnceOption } from '../../shared/descriptions/sendingOptions';
import { showFor } from '../../shared/descriptions/showFor';
import { checkBody } from '../../shared/hooks/checkBody';
import { endpoints } from '../../shared/transport/endpoints';
import { ipAddress } from '../../shared/validation/addresses';
import type { RequestRules, TogetherRule } from '../../shared/validation/checkRequest';
import { calendarDate } from '../../shared/validation/dates';
import { countEntries } from '../../shared/validation/lists';
import { switchedOn, yesOrNo } from '../../shared/validation/numbers';
import { phoneList } from '../../shared/validation/phones';
import { oneOf, textOf } from '../../shared/validation/text';
import { contactResults } from './contactResults';
import { listCode, listCodeField, phoneNumbersField } from './contactFields';

const fields: INodeProperties[] = [
	listCodeField,
	phoneNumbersField,
	{
		displayName: 'Contact Fields',
		name: 'contactFields',
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		description: 'Only possible when adding exactly one number',
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
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Overwrite Existing Data',
				name: 'overwrite',
				type: 'boolean',
				default: true,
				description:
					'Whether the fields of a contact that already exists are overwritten (on) or kept (off)',
				routing: { send: { type: 'body', property: 'update' } },
			},
			requestsAtOnceOption,
			{
				displayName: 'Unblock',
				name: 'unblock',
				type: 'boolean',
				default: true,
				description:
					'Whether to add a number that is blocked in this list. A block on the whole account stays.',
				routing: { send: { type: 'body', property: 'unblock' } },
			},
		],
	},
];

const contactWires = ['fname', 'lname', 'data', 'data1', 'data2', 'data3', 'data4', 'bd', 'ip'];

/** The service ignores fields sent with several numbers; they would be lost silently. */
const fieldsForOneNumber: TogetherRule = (body) => {
	const used = contactWires.find((wire) => body[wire] !== undefined);
	return used !== undefined && countEntries(body.list) > 1
		? [
				{
					wire: used,
					rule: 'can be set only when adding exactly one number',
					fix: 'Add the numbers one by one, or leave the contact fields out.',
				},
			]
		: [];
};

/** Rules of the specification's "Manage distribution-list contacts". */
const rules: RequestRules = {
	readers: {
		act: oneOf('add'),
		pid: listCode,
		list: phoneList,
		unblock: switchedOn,
		update: yesOrNo,
		fname: textOf({ atMost: 20 }),
		lname: textOf({ atMost: 20 }),
		data: textOf({ atMost: 1000 }),
		data1: textOf({ atMost: 400 }),
		data2: textOf({ atMost: 400 }),
		data3: textOf({ atMost: 400 }),
		data4: textOf({ atMost: 400 }),
		bd: calendarDate,
		ip: ipAddress,
	},
	required: ['pid', 'list'],
	together: [fieldsForOneNumber],
};

export const addFields = showFor({ resource: ['contact'], operation: ['add'] }, fields);

export const addOption: INodePropertyOptions = {
	name: 'Add',
	value: 'add',
	action: 'Add contacts to a distribution list',
	description: 'Add one or more numbers to a distribution list, with one output item for each',
	routing: {
		request: { url: endpoints.contacts, body: { act: 'add' } },
		send: { preSend: [checkBody(fields, rules)] },
		output: {
			postReceive: [
				contactResults((result, context) => {
					const options = context.getNodeParameter('options', {}) as { overwrite?: boolean };
					return {
						added: result === 'OK',
						updated: result === 'ALREADY_REG' && options.overwrite === true,
						blocked: result === 'BLOCKED',
					};
				}),
			],
		},
	},
};
