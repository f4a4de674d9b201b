import type { PerItemOperation } from '../../shared/operations/operation';
import { endpoints } from '../../shared/service/endpoints';
import type { CrossFieldRule } from '../../shared/rules/checkRequest';
import { wholeNumber } from '../../shared/rules/numbers';
import { asText, problem, quoted, type Reader } from '../../shared/rules/reader';
import {
	balanceOf,
	balanceResource,
	balanceTypeField,
	meanings,
	readBalance,
	subAdminField,
} from './subAdminFields';

/** The service knows one signed amount; `change` is no wire name and is removed from the body. */
const signedAmount: CrossFieldRule = (body) => {
	if (body.change === 'subtract') body.amount = -Number(body.amount);
	delete body.change;
	return undefined;
};

/** A negative amount would say twice, or against each other, what *Change* says. */
const addedOrSubtracted: Reader<number> = (entered) =>
	Number(asText(entered)) < 0
		? problem(
				`is ${quoted(entered)}, and must be a whole number above 0`,
				"To take messages away, set 'Change' to Subtract and enter the amount without the minus.",
			)
		: wholeNumber(1, 999_999_999)(entered);

/** Moves messages between the main account and a sub-admin (specification, "Sub-admin balance"). */
export const updateBalance: PerItemOperation = {
	resource: balanceResource,
	name: 'Update',
	value: 'update',
	action: 'Update sub-admin balance',
	description: 'Add messages to the balance of a sub-admin, or subtract them',
	endpoint: endpoints.subAdmin,
	effect: 'once',
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
			description: 'Whether to give messages to the sub-admin or take them back',
			wire: 'change',
		},
		{
			displayName: 'Amount',
			name: 'amount',
			type: 'number',
			typeOptions: { minValue: 1 },
			required: true,
			default: 1,
			description: 'How many messages, as a positive whole number',
			wire: 'amount',
			reader: addedOrSubtracted,
		},
	],
	fixed: { act: 'creditupdate' },
	rules: [signedAmount],
	output: (reply, item, { suid, type, amount }) => {
		const { code: result } = reply;
		const signed = Number(amount);
		// What was asked for: a later try may ask for something else, and read what this one did.
		const whom = {
			...{ subAdminCode: suid, balanceType: type },
			...{ change: signed < 0 ? 'subtract' : 'add', amount: Math.abs(signed) },
		};
		const meaning = meanings[result];
		return meaning === undefined
			? {
					...{ outcome: 'accepted', result, updated: true, ...whom },
					balance: readBalance(item, reply, 'once'),
				}
			: {
					...{ outcome: 'refused', result, updated: false, ...whom },
					...{ balance: balanceOf(reply) ?? null, meaning },
				};
	},
};
