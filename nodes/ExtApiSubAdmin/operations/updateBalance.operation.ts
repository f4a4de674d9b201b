import type { PerItemOperation } from '../../shared/operations/operation';
import { wholeNumber, problem, type Reader } from '../../shared/rules/reader';
import { endpoints } from '../../shared/service/endpoints';
import { balanceIn, balanceResource, balanceTypeField, subAdminField } from './subAdminFields';

const MOST = 999_999_999;

const signedAmount: Reader<number> = (entered) => {
	const read = wholeNumber(-MOST, MOST)(entered);
	return 'value' in read && read.value === 0
		? problem('is 0, which changes nothing', 'Enter how many messages to add or subtract.')
		: read;
};

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
			displayName: 'Amount',
			name: 'amount',
			type: 'number',
			required: true,
			default: 1,
			description:
				'How many messages to move from the main account to the sub-admin, such as 100. A negative number moves them back.',
			wire: 'amount',
			reader: signedAmount,
		},
	],
	fixed: { act: 'creditupdate' },
	output: (reply, item, { suid, type, amount }) => {
		const said = balanceIn(reply, item, 'once');
		return {
			...{ outcome: 'meaning' in said ? 'refused' : 'accepted', subAdminCode: suid },
			...{ balanceType: type, amount, ...said },
		};
	},
};
