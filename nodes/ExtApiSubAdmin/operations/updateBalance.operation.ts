import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { showFor } from '../../shared/descriptions/showFor';
import { checkBody } from '../../shared/engine/checkBody';
import { resultOutput } from '../../shared/engine/resultOutput';
import { endpoints } from '../../shared/transport/endpoints';
import { preparing } from '../../shared/engine/preparing';
import type { RequestRules, CrossFieldRule } from '../../shared/validation/checkRequest';
import { wholeNumber } from '../../shared/validation/numbers';
import { digits, oneOf } from '../../shared/validation/text';
import { balanceOf, readBalance } from './balanceReply';
import { balanceTypeField, subAdminField } from './subAdminFields';

const fields: INodeProperties[] = [
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
];

/** The service knows one signed amount; `change` is no wire name and leaves the body. */
const signedAmount: CrossFieldRule = (body) => {
	if (body.change === 'subtract') body.amount = -Number(body.amount);
	delete body.change;
	return [];
};

/** Rules of the specification's "Manage sub-admin balance". */
const rules: RequestRules = {
	readers: {
		act: oneOf('creditupdate'),
		suid: digits(),
		type: oneOf('sms', 'vms'),
		change: oneOf('add', 'subtract'),
		amount: wholeNumber(1, 999_999_999),
	},
	required: ['suid', 'type', 'change', 'amount'],
	together: [signedAmount],
};

/** What the result codes that are no errors mean (specification, "Manage sub-admin balance"). */
const meanings: Record<string, string> = {
	PRICE_CHANGED: 'The pricing changed: subtract the whole existing balance, then add it again',
	AMOUNT_MISMATCH: "The amount to subtract exceeds the sub-admin's balance",
	NOT_ENOUGH_CREDIT: "The amount to add exceeds the main account's balance",
};

export const updateBalanceFields = showFor(
	{ resource: ['balance'], operation: ['update'] },
	fields,
);

export const updateBalanceOption: INodePropertyOptions = {
	name: 'Update',
	value: 'update',
	action: 'Add or subtract messages of a sub-admin',
	description: 'Add messages to the balance of a sub-admin, or subtract them',
	routing: {
		request: { url: endpoints.subAdmin, body: { act: 'creditupdate' } },
		send: { preSend: preparing(checkBody(fields, rules)) },
		output: {
			postReceive: [
				resultOutput((reply, context) => {
					const { code: result } = reply;
					const meaning = meanings[result];
					if (meaning !== undefined) {
						return { result, updated: false, balance: balanceOf(reply) ?? null, meaning };
					}
					return {
						result,
						updated: true,
						balance: readBalance(context, reply, { question: false }),
					};
				}),
			],
		},
	},
};
