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
import { phone, twoItems } from './items';
import { type OperationRow, comparison } from './row';
import { twoPhones } from './sending';

/** Every field of a contact and every option, as entered and as sent. */
const everyField = {
	contactFields: {
		birthday: '1990-12-31',
		...{ firstName: 'Dana', ipAddress: '192.0.2.7', lastName: 'Levi' },
	},
	customFields: { data: 'a', data1: 'b', data2: 'c', data3: 'd', data4: 'e' },
	options: { overwrite: false, unblock: true },
};
const everyFieldOnWire = {
	...{ bd: '1990-12-31', data: 'a', data1: 'b', data2: 'c', data3: 'd', data4: 'e' },
	...{ fname: 'Dana', ip: '192.0.2.7', lname: 'Levi', update: 0, unblock: 1 },
};
/** The result of a contact that was not there. */
const added = (of: string) => ({
	...{ phone: of, result: 'OK', added: true, updated: false },
	...{ blocked: false, registered: true },
});

const number = '0570002233';
const listCode = '1003';

const add: OperationRow = {
	resource: 'contact',
	operation: 'add',
	parameters: { listCode, phoneNumbers: phone },
	effect: 'changes',
	sends: [
		{
			name: 'each number with every field',
			parameters: everyField,
			bodies: [{ act: 'add', pid: '1003', list: number, ...everyFieldOnWire }],
			outputs: [added(number)],
		},
		{
			name: 'the same person twice is one contact, and may have fields',
			parameters: {
				phoneNumbers: '0570002233,+972 57-0002233',
				contactFields: { firstName: 'Dana' },
			},
			bodies: [{ act: 'add', pid: '1003', list: number, fname: 'Dana' }],
			outputs: [added(number)],
		},
		{
			name: 'several numbers, each with its result',
			parameters: { phoneNumbers: twoPhones },
			bodies: [{ act: 'add', pid: '1003', list: twoPhones }],
			outputs: [added('0570002233'), added('0570002234')],
			of: [0, 0],
		},
	],
	compared: [
		comparison('phoneNumbers', 'list', phoneValue, { sent: asPhone, isRequired: true }),
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
	toolCalls: [
		{
			byModel: { listCode: '1003', phoneNumbers: number },
			body: { act: 'add', pid: '1003', list: number },
			output: [{ phone: number, result: 'OK', added: true, updated: false, blocked: false }],
		},
	],
};

const remove: OperationRow = {
	resource: 'contact',
	operation: 'remove',
	parameters: { listCode, phoneNumbers: phone },
	effect: 'changes',
	sends: [
		{
			name: 'a number that is not there',
			bodies: [{ act: 'del', pid: '1003', list: number }],
			outputs: [{ phone: number, outcome: 'refused', result: 'NOT_REG', removed: false }],
		},
	],
	toolCalls: [
		{
			byModel: { listCode: '1001', phoneNumbers: '0570001001' },
			body: { act: 'del', pid: '1001', list: '0570001001' },
			output: [{ phone: '0570001001', result: 'OK', removed: true }],
		},
	],
};

const check: OperationRow = {
	resource: 'contact',
	operation: 'check',
	parameters: { listCode, phone },
	effect: 'asks',
	sends: [
		{
			name: 'a number that is not there',
			bodies: [{ act: 'check', pid: '1003', list: number }],
			outputs: [{ phone: number, result: 'NOT_REG', registered: false, blocked: false }],
		},
	],
	toolCalls: [
		{
			byModel: { listCode: '1001', phone: '0570001001' },
			body: { act: 'check', pid: '1001', list: '0570001001' },
			output: [{ phone: '0570001001', result: 'REG', registered: true, blocked: false }],
		},
	],
};

const addMany: OperationRow = {
	resource: 'contact',
	operation: 'addMany',
	parameters: { listCode, recipient: 'phone' },
	effect: 'changes',
	built: { act: [], list: ['recipient'] },
	sends: [
		{
			name: 'numbers without fields together',
			items: twoItems,
			bodies: [{ act: 'add', pid: '1003', list: twoPhones }],
			outputs: [added('0570002233'), added('0570002234')],
		},
		{
			name: 'each with every field by itself',
			items: twoItems,
			parameters: everyField,
			bodies: [
				{ act: 'add', pid: '1003', list: '0570002233', ...everyFieldOnWire },
				{ act: 'add', pid: '1003', list: '0570002234', ...everyFieldOnWire },
			],
			outputs: [added('0570002233'), added('0570002234')],
		},
	],
};

const removeMany: OperationRow = {
	resource: 'contact',
	operation: 'removeMany',
	parameters: { listCode, recipient: 'phone' },
	effect: 'changes',
	built: { act: [], list: ['recipient'] },
	sends: [
		{
			name: 'the numbers of all items together',
			items: twoItems,
			bodies: [{ act: 'del', pid: '1003', list: twoPhones }],
			outputs: [
				{ phone: '0570002233', outcome: 'refused', result: 'NOT_REG', removed: false },
				{ phone: '0570002234', outcome: 'refused', result: 'NOT_REG', removed: false },
			],
		},
	],
};

export const contactsRows: OperationRow[] = [add, remove, check, addMany, removeMany];
