// The fields of a sub-admin's balance.
import type { IDataObject } from 'n8n-workflow';

import { type Field, textField } from '../../shared/fields/field';
import type { Resource } from '../../shared/operations/operation';
import type { AcceptedReply } from '../../shared/pipeline/row';
import { codeOf } from '../../shared/rules/text';
import { undocumentedError } from '../../shared/service/apiError';
import type { RunItem } from '../../shared/service/connection';
import type { Effect } from '../../shared/service/endpoints';

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

/** Result codes that are not errors (specification, "Sub-admin balance"). */
const meanings: Record<string, string> = {
	PRICE_CHANGED: 'The pricing changed: subtract the whole existing balance, then add it again',
	AMOUNT_MISMATCH: 'The sub-admin has fewer messages than the amount to subtract',
	NOT_ENOUGH_CREDIT: 'The main account has fewer messages than the amount to add',
};

/**
 * A reply's result and balance (specification, "Sub-admin balance"). An `OK` must have a balance.
 *
 * @throws NodeApiError for any other reply
 */
export function balanceIn(
	{ code: result, data }: AcceptedReply,
	{ node, index }: RunItem,
	effect: Effect,
): IDataObject {
	const text = String(data.credit).trim();
	const isWhole = /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text));
	const balance = isWhole ? Number(text) : null;
	const meaning = meanings[result];
	if (meaning !== undefined) return { result, balance, meaning };
	if (result === 'OK' && balance !== null) return { result, balance };
	const what = result === 'OK' ? 'OK without a balance' : `the word ${result}`;
	throw undocumentedError(node, what, effect, index);
}
