import type { INodePropertyOptions } from 'n8n-workflow';

import { showFor } from '../../shared/descriptions/showFor';
import { checkBody } from '../../shared/engine/checkBody';
import { resultOutput } from '../../shared/engine/resultOutput';
import { endpoints } from '../../shared/transport/endpoints';
import { preparing } from '../../shared/engine/preparing';
import type { RequestRules } from '../../shared/validation/checkRequest';
import { digits, oneOf } from '../../shared/validation/text';
import { readBalance } from './balanceReply';
import { balanceTypeField, subAdminField } from './subAdminFields';

const fields = [subAdminField, balanceTypeField];

/** Rules of the specification's "Manage sub-admin balance". */
const rules: RequestRules = {
	readers: { act: oneOf('creditcheck'), suid: digits(), type: oneOf('sms', 'vms') },
	required: ['suid', 'type'],
};

export const getBalanceFields = showFor({ resource: ['balance'], operation: ['get'] }, fields);

export const getBalanceOption: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get the balance of a sub-admin',
	description: 'Get how many messages a sub-admin can still send',
	routing: {
		request: { url: endpoints.subAdmin, body: { act: 'creditcheck' } },
		send: { preSend: preparing(checkBody(fields, rules)) },
		output: {
			postReceive: [
				resultOutput((reply, context) => ({
					balance: readBalance(context, reply, { question: true }),
				})),
			],
		},
	},
};
