import { type Field, textField } from '../../shared/fields/field';
import type { Resource } from '../../shared/operations/operation';
import { codeOf } from '../../shared/rules/text';
import type { IDataObject } from 'n8n-workflow';
import { undocumentedError } from '../../shared/service/apiError';
import type { Effect } from '../../shared/service/endpoints';
import type { RunItem } from '../../shared/service/itemCredential';

export const balanceResource: Resource = { name: 'Balance', value: 'balance' };

export const subAdminField = textField({
	displayName: 'Sub-Admin Code',
	name: 'subAdminCode',
	required: true,
	placeholder: 'e.g. 501',
	description: 'Code of the sub-admin, as the sub-admin table of the service shows it',
	wire: 'suid',
	reader: codeOf('sub-admin', 'The sub-admin table of the service shows it.'),
});

export const balanceTypeField: Field = {
	displayName: 'Balance Type',
	name: 'balanceType',
	type: 'options',
	options: [
		{ name: 'SMS', value: 'sms' },
		{ name: 'Voice', value: 'vms' },
	],
	default: 'sms',
	description: 'Which balance to use: SMS or voice',
	wire: 'type',
};

/** What the result codes that are no errors mean (specification, "Sub-admin balance"). */
export const meanings: Record<string, string> = {
	PRICE_CHANGED: 'The pricing changed: subtract the whole existing balance, then add it again',
	AMOUNT_MISMATCH: 'The sub-admin has fewer messages than the amount to subtract',
	NOT_ENOUGH_CREDIT: 'The main account has fewer messages than the amount to add',
};

/** The parts of an accepted reply that hold a balance. */
interface BalanceReply {
	code: string;
	data: IDataObject;
}

/**
 * The balance of a reply (specification, "Sub-admin balance").
 *
 * @returns messages; undefined when the reply names no whole number
 */
export function balanceOf({ data }: Pick<BalanceReply, 'data'>): number | undefined {
	const text = String(data.credit).trim();
	const balance = Number(text);
	return /^-?\d+$/.test(text) && Number.isSafeInteger(balance) ? balance : undefined;
}

/**
 * The balance that an `OK` has to come with.
 *
 * @throws NodeApiError for any other reply
 */
export function readBalance({ node, index }: RunItem, reply: BalanceReply, effect: Effect): number {
	const balance = reply.code === 'OK' ? balanceOf(reply) : undefined;
	if (balance !== undefined) return balance;
	const what = reply.code === 'OK' ? 'OK without a balance' : `the word ${reply.code}`;
	throw undocumentedError(node, what, effect, index);
}
