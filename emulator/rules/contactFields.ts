import { isIP } from 'node:net';
import type { Params } from '../protocol/params';
import type { Readings } from '../protocol/readings';
import { ServiceError } from '../protocol/serviceError';
import type { Contact, ContactField } from '../state/contacts';
import { isRealDate } from './israelTime';

const lengths: Partial<Record<ContactField, number>> = {
	fname: 20,
	lname: 20,
	data: 1000,
	data1: 400,
	data2: 400,
	data3: 400,
	data4: 400,
};

const fieldNames = [...(Object.keys(lengths) as ContactField[]), 'bd', 'ip'] as const;

/** The free fields of a contact that is added, checked (specification, Contacts). */
export function readContactFields(
	params: Params,
	emptyFields: Readings['emptyFields'],
): Contact['fields'] {
	const fields: Contact['fields'] = {};
	if (emptyFields === 'clear') {
		for (const name of fieldNames) if (params.raw(name) === '') fields[name] = '';
	}
	for (const [name, length] of Object.entries(lengths) as Array<[ContactField, number]>) {
		const value = params.textOf(name, 1, length);
		if (value !== undefined) fields[name] = value;
	}
	const bd = params.text('bd');
	if (bd !== undefined) {
		const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(bd)?.slice(1).map(Number);
		if (parts === undefined || !isRealDate(parts[0], parts[1], parts[2])) {
			throw new ServiceError('bd must be a real date YYYY-MM-DD');
		}
		fields.bd = bd;
	}
	const ip = params.text('ip');
	if (ip !== undefined) {
		if (isIP(ip) === 0) throw new ServiceError('ip must be a valid IP address');
		fields.ip = ip;
	}
	return fields;
}
