import fc from 'fast-check';

import { asCode, asNumber, digitsOf, numberAround, textAround } from '../differential/values';
import { twoItems } from './items';
import { type OperationRow, comparison } from './row';

const get: OperationRow = {
	resource: 'balance',
	operation: 'get',
	parameters: { subAdminCode: '501' },
	effect: 'asks',
	sends: [
		{
			name: 'the voice balance',
			parameters: { balanceType: 'vms' },
			bodies: [{ act: 'creditcheck', suid: '501', type: 'vms' }],
			outputs: [{ subAdminCode: '501', balance: 50 }],
		},
	],
	compared: [
		comparison('subAdminCode', 'suid', fc.oneof(digitsOf(0, 6), textAround(4)), {
			sent: asCode,
			isRequired: true,
		}),
	],
	toolCalls: [
		{
			byModel: { subAdminCode: '501' },
			body: { act: 'creditcheck', suid: '501', type: 'sms' },
			output: [{ subAdminCode: '501', balance: 200 }],
		},
	],
};

const changed = (change: string, amount: number, balance: number) => ({
	...{ result: 'OK', updated: true, subAdminCode: '501' },
	...{ balanceType: 'sms', change, amount, balance },
});

const update: OperationRow = {
	resource: 'balance',
	operation: 'update',
	parameters: { subAdminCode: '501', change: 'add', amount: '={{ $json.amount }}' },
	effect: 'once',
	once: { deeds: ({ amount }) => [String(amount)] },
	sends: [
		{
			name: 'an amount of each item is added',
			items: twoItems,
			bodies: [
				{ act: 'creditupdate', suid: '501', type: 'sms', amount: 1 },
				{ act: 'creditupdate', suid: '501', type: 'sms', amount: 2 },
			],
			outputs: [
				changed('add', 1, expect.any(Number) as number),
				changed('add', 2, expect.any(Number) as number),
			],
		},
		{
			name: 'an amount is subtracted',
			parameters: { change: 'subtract', amount: 10 },
			bodies: [{ act: 'creditupdate', suid: '501', type: 'sms', amount: -10 }],
			outputs: [changed('subtract', 10, 190)],
		},
		{
			name: 'too much is subtracted',
			parameters: { change: 'subtract', amount: 999 },
			bodies: [{ act: 'creditupdate', suid: '501', type: 'sms', amount: -999 }],
			outputs: [
				{
					...{ outcome: 'refused', result: 'AMOUNT_MISMATCH', updated: false, subAdminCode: '501' },
					...{ balanceType: 'sms', change: 'subtract', amount: 999 },
					meaning: expect.any(String) as string,
				},
			],
		},
	],
	compared: [
		{
			field: 'amount',
			wire: 'amount',
			sent: asNumber,
			// The sign comes from "Change".
			values: numberAround(1, 1000).filter((value) => Number(value) >= 0),
			isRequired: true,
		},
	],
	toolCalls: [
		{
			byModel: { subAdminCode: '501', amount: 7 },
			body: { act: 'creditupdate', suid: '501', type: 'sms', amount: 7 },
			output: [changed('add', 7, 207)],
		},
	],
};

export const subAdminRows: OperationRow[] = [get, update];
