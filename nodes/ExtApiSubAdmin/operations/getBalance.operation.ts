import type { PerItemOperation } from '../../shared/operations/operation';
import { permissions } from '../../shared/operations/permissions';
import { endpoints } from '../../shared/transport/endpoints';
import { digits, oneOf } from '../../shared/validation/text';
import { readBalance } from './balanceReply';
import { balanceResource, balanceTypeField, subAdminField } from './subAdminFields';

/** How many messages a sub-admin can still send (specification, "Manage sub-admin balance"). */
export const getBalance: PerItemOperation = {
	resource: balanceResource,
	name: 'Get',
	value: 'get',
	action: 'Get sub-admin balance',
	description: 'Get how many messages a sub-admin can still send',
	subtitle: 'Get: Balance',
	endpoint: endpoints.subAdmin,
	effect: 'asks',
	permission: permissions.subAdmins,
	isForAgents: true,
	fields: [subAdminField, balanceTypeField],
	fixed: { act: 'creditcheck' },
	rules: {
		readers: { suid: digits(), type: oneOf('sms', 'vms') },
		required: ['suid', 'type'],
	},
	output: (reply, item) => ({ balance: readBalance(item, reply, { question: true }) }),
};
