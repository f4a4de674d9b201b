import fc from 'fast-check';

import { asCode, asNumber, digitsOf, numberAround, textAround } from '../differential/values';
import { type OperationRow, comparison } from './row';

const get: OperationRow = {
	resource: 'balance',
	operation: 'get',
	parameters: { subAdminCode: '501' },
	effect: 'asks',
	compared: [
		comparison('subAdminCode', 'suid', fc.oneof(digitsOf(0, 6), textAround(4)), {
			sent: asCode,
			isRequired: true,
		}),
	],
};

const update: OperationRow = {
	resource: 'balance',
	operation: 'update',
	parameters: { subAdminCode: '501', amount: '={{ $json.amount }}' },
	effect: 'once',
	once: { deeds: ({ amount }) => [String(amount)] },
	compared: [
		{
			field: 'amount',
			wire: 'amount',
			sent: asNumber,
			values: numberAround(1, 1000),
			isRequired: true,
		},
	],
};

export const subAdminRows: OperationRow[] = [get, update];
