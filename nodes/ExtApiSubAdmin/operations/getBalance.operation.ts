import type { PerItemOperation } from '../../shared/operations/operation';
import { endpoints } from '../../shared/service/endpoints';
import { balanceIn, balanceResource, balanceTypeField, subAdminField } from './subAdminFields';

/** How many messages a sub-admin can still send (specification, "Sub-admin balance"). */
export const getBalance: PerItemOperation = {
	resource: balanceResource,
	name: 'Get',
	value: 'get',
	action: 'Get sub-admin balance',
	description: 'Get how many messages a sub-admin can still send',
	endpoint: endpoints.subAdmin,
	effect: 'asks',
	fields: [subAdminField, balanceTypeField],
	fixed: { act: 'creditcheck' },
	output: (reply, item, { suid }) => ({ subAdminCode: suid, ...balanceIn(reply, item, 'asks') }),
};
