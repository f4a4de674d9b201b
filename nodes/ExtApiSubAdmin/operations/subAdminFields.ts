import type { INodeProperties } from 'n8n-workflow';

import type { Resource } from '../../shared/operations/operation';
import { codeOf } from '../../shared/rules/text';

export const balanceResource: Resource = { name: 'Balance', value: 'balance' };

export const subAdminCode = codeOf('sub-admin', 'The sub-admin table of the service shows it.');

export const subAdminField: INodeProperties = {
	displayName: 'Sub-Admin Code',
	name: 'subAdminCode',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 501',
	description: 'Code of the sub-admin, as the sub-admin table of the service shows it',
	routing: { send: { type: 'body', property: 'suid' } },
};

export const balanceTypeField: INodeProperties = {
	displayName: 'Balance Type',
	name: 'balanceType',
	type: 'options',
	options: [
		{ name: 'SMS', value: 'sms' },
		{ name: 'Voice', value: 'vms' },
	],
	default: 'sms',
	description: 'Which of the two balances',
	routing: { send: { type: 'body', property: 'type' } },
};
