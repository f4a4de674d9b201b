import type { PerItemOperation } from '../../shared/operations/operation';
import { permissions } from '../../shared/operations/permissions';
import { endpoints } from '../../shared/transport/endpoints';
import type { CrossFieldRule } from '../../shared/validation/checkRequest';
import { wholeNumber } from '../../shared/validation/numbers';
import { digits, oneOf } from '../../shared/validation/text';
import { balanceOf, readBalance } from './balanceReply';
import { balanceResource, balanceTypeField, subAdminField } from './subAdminFields';

/** The service knows one signed amount; `change` is no wire name and leaves the body. */
const signedAmount: CrossFieldRule = (body) => {
	if (body.change === 'subtract') body.amount = -Number(body.amount);
	delete body.change;
	return [];
};

/** What the result codes that are no errors mean (specification, "Manage sub-admin balance"). */
const meanings: Record<string, string> = {
	PRICE_CHANGED: 'The pricing changed: subtract the whole existing balance, then add it again',
	AMOUNT_MISMATCH: "The amount to subtract exceeds the sub-admin's balance",
	NOT_ENOUGH_CREDIT: "The amount to add exceeds the main account's balance",
};

/** Moves messages between the main account and a sub-admin (specification, "Manage sub-admin balance"). */
export const updateBalance: PerItemOperation = {
	resource: balanceResource,
	name: 'Update',
	value: 'update',
	action: 'Update sub-admin balance',
	description: 'Add messages to the balance of a sub-admin, or subtract them',
	subtitle: 'Update: Balance',
	endpoint: endpoints.subAdmin,
	effect: 'once',
	permission: permissions.subAdmins,
	isForAgents: true,
	fields: [
		subAdminField,
		balanceTypeField,
		{
			displayName: 'Change',
			name: 'change',
			type: 'options',
			options: [
				{ name: 'Add', value: 'add', description: 'Move messages from the main account' },
				{ name: 'Subtract', value: 'subtract', description: 'Move messages back' },
			],
			default: 'add',
			description: 'Whether messages go to the sub-admin or come back',
			routing: { send: { type: 'body', property: 'change' } },
		},
		{
			displayName: 'Amount',
			name: 'amount',
			type: 'number',
			typeOptions: { minValue: 1 },
			required: true,
			default: 1,
			description: 'How many messages, as a positive whole number',
			routing: { send: { type: 'body', property: 'amount' } },
		},
	],
	fixed: { act: 'creditupdate' },
	rules: {
		readers: {
			suid: digits(),
			type: oneOf('sms', 'vms'),
			change: oneOf('add', 'subtract'),
			amount: wholeNumber(1, 999_999_999),
		},
		required: ['suid', 'type', 'change', 'amount'],
		together: [signedAmount],
	},
	output: (reply, item) => {
		const { code: result } = reply;
		const meaning = meanings[result];
		return meaning === undefined
			? { result, updated: true, balance: readBalance(item, reply, { question: false }) }
			: { result, updated: false, balance: balanceOf(reply) ?? null, meaning };
	},
};
