import type { PerItemOperation } from '../../shared/operations/operation';
import { endpoints } from '../../shared/service/endpoints';

/** The balance as a number (specification, "SMS balance"). */
export const getBalance: PerItemOperation = {
	resource: { name: 'Balance', value: 'balance' },
	name: 'Get',
	value: 'get',
	action: 'Get SMS balance',
	description: 'Get how many SMS messages the account can still send inside Israel',
	endpoint: endpoints.sms,
	effect: 'asks',
	fields: [],
	fixed: { act: 'credit' },
	output: ({ data }) => ({ balance: Number(data.credit) }),
};
