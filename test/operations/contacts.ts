import fc from 'fast-check';

import {
	asCode,
	asPhone,
	addressValue,
	dateValue,
	digitsOf,
	phoneValue,
	textAround,
} from '../differential/values';
import { phone } from './items';
import { type OperationRow, comparison } from './row';

const listCode = '1003';

const add: OperationRow = {
	resource: 'contact',
	operation: 'add',
	parameters: { listCode, phone },
	effect: 'changes',
	compared: [
		comparison('phone', 'list', phoneValue, { sent: asPhone, isRequired: true }),
		comparison('contactFields.firstName', 'fname', textAround(20)),
		comparison('contactFields.lastName', 'lname', textAround(20)),
		comparison('customFields.data', 'data', textAround(1000)),
		...[1, 2, 3, 4].map((each) => ({
			field: `customFields.data${each}`,
			wire: `data${each}`,
			values: textAround(400),
		})),
		comparison('contactFields.birthday', 'bd', dateValue),
		comparison('contactFields.ipAddress', 'ip', addressValue),
		comparison('listCode', 'pid', fc.oneof(digitsOf(0, 6), textAround(4)), {
			sent: asCode,
			isRequired: true,
		}),
	],
};

const remove: OperationRow = {
	resource: 'contact',
	operation: 'remove',
	parameters: { listCode, phone },
	effect: 'changes',
};

const check: OperationRow = {
	resource: 'contact',
	operation: 'check',
	parameters: { listCode, phone },
	effect: 'asks',
};

const addMany: OperationRow = {
	resource: 'contact',
	operation: 'addMany',
	parameters: { listCode, recipient: 'phone' },
	effect: 'changes',
	built: { act: [], list: ['recipient'] },
};

const removeMany: OperationRow = {
	resource: 'contact',
	operation: 'removeMany',
	parameters: { listCode, recipient: 'phone' },
	effect: 'changes',
	built: { act: [], list: ['recipient'] },
};

export const contactsRows: OperationRow[] = [add, remove, check, addMany, removeMany];
