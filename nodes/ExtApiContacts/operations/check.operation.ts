import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { showFor } from '../../shared/descriptions/showFor';
import { checkBody } from '../../shared/engine/checkBody';
import { resultOutput } from '../../shared/engine/resultOutput';
import { endpoints } from '../../shared/transport/endpoints';
import { preparing } from '../../shared/engine/preparing';
import type { RequestRules } from '../../shared/validation/checkRequest';
import { phone } from '../../shared/validation/phones';
import { oneOf } from '../../shared/validation/text';
import { listCode, listCodeField } from './contactFields';

const fields: INodeProperties[] = [
	listCodeField,
	{
		displayName: 'Phone Number',
		name: 'phone',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 0501234567',
		description: 'The number to look for in the list',
		routing: { send: { type: 'body', property: 'list' } },
	},
];

/** Rules of the specification's "Manage distribution-list contacts". */
const rules: RequestRules = {
	readers: { act: oneOf('check'), pid: listCode, list: phone },
	required: ['pid', 'list'],
};

export const checkFields = showFor({ resource: ['contact'], operation: ['check'] }, fields);

export const checkOption: INodePropertyOptions = {
	name: 'Check',
	value: 'check',
	action: 'Look up a phone in a distribution list',
	description: 'Check whether a number is registered in a list, not registered, or blocked',
	routing: {
		request: { url: endpoints.contacts, body: { act: 'check' } },
		send: { preSend: preparing(checkBody(fields, rules)) },
		output: {
			postReceive: [
				resultOutput(({ code }, context) => ({
					phone: String(context.getNodeParameter('phone')),
					result: code,
					registered: code === 'REG',
					blocked: code === 'BLOCKED',
				})),
			],
		},
	},
};
