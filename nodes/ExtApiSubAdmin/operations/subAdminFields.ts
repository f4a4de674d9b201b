import type { Field } from '../../shared/fields/field';
import type { Resource } from '../../shared/operations/operation';
import { codeOf, oneOf } from '../../shared/rules/text';

export const balanceResource: Resource = { name: 'Balance', value: 'balance' };

export const subAdminField: Field = {
	displayName: 'Sub-Admin Code',
	name: 'subAdminCode',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 501',
	description: 'Code of the sub-admin, as the sub-admin table of the service shows it',
	wire: 'suid',
	reader: codeOf('sub-admin', 'The sub-admin table of the service shows it.'),
};

export const balanceTypeField: Field = {
	displayName: 'Balance Type',
	name: 'balanceType',
	type: 'options',
	options: [
		{ name: 'SMS', value: 'sms' },
		{ name: 'Voice', value: 'vms' },
	],
	default: 'sms',
	description: 'Which of the two balances',
	wire: 'type',
	reader: oneOf('sms', 'vms'),
};
