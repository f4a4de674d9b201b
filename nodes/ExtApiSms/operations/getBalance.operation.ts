import type { PerItemOperation } from '../../shared/operations/operation';
import { endpoints, permissions } from '../../shared/service/endpoints';

/** The balance as a number (specification, "SMS balance"). */
export const getBalance: PerItemOperation = {
	resource: { name: 'Balance', value: 'balance' },
	name: 'Get',
	value: 'get',
	action: 'Get SMS balance',
	description: 'Get how many SMS messages the account can still send inside Israel',
	subtitle: 'Get: Balance',
	endpoint: endpoints.sms,
	effect: 'asks',
	permission: permissions.sms,
	isForAgents: true,
	fields: [],
	fixed: { act: 'credit' },
	output: ({ data }) => ({ balance: Number(data.credit) }),
};
