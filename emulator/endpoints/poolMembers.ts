import { isIP } from 'node:net';
import type { JsonObject, Params } from '../http/params';
import type { Outcome } from '../http/reply';
import { isRealDate } from '../rules/israelTime';
import { identifyPhone } from '../rules/phones';
import { findList, splitList } from '../rules/recipients';
import { ServiceError } from '../serviceError';
import { authorize } from '../state/authorize';
import type { Account, Contact, ContactField, DistributionList } from '../state/types';
import type { Call, Endpoint } from './types';

type Reason = 'ALREADY_REG' | 'NOT_REG' | 'BLOCKED' | 'ACTION_ERROR';

const lengths: Partial<Record<ContactField, number>> = {
	fname: 20,
	lname: 20,
	data: 1000,
	data1: 400,
	data2: 400,
	data3: 400,
	data4: 400,
};

const fieldNames: ContactField[] = [...(Object.keys(lengths) as ContactField[]), 'bd', 'ip'];

/** Contacts of distribution lists (specification, Manage distribution-list contacts). */
export const poolMembers: Endpoint = {
	name: 'poolMembers',
	action: (params) => {
		const act = params.raw('act');
		return typeof act === 'string' ? act : undefined;
	},
	handle: (call) => {
		const { account } = authorize(call, ['lists']);
		const { params } = call;
		const list = findList(params.required('pid'), account);
		params.required('act');
		const act = params.oneOf('act', ['add', 'del', 'check']) ?? 'check';
		const entries = splitList(params.required('list'));
		if (entries.length === 0) throw new ServiceError('list is required');
		if (act === 'check') return check(entries, list, account);
		return changeAll(call, act, entries, list, account);
	},
};

function check(entries: string[], list: DistributionList, account: Account): Outcome {
	const phone = entries.length === 1 ? identifyPhone(entries[0])?.phone : undefined;
	if (phone === undefined) throw new ServiceError('list must be one valid phone number');
	const contact = list.contacts.get(phone);
	const blocked = account.blockedPhones.has(phone) || contact?.blocked === true;
	const word = blocked ? 'BLOCKED' : contact === undefined ? 'NOT_REG' : 'REG';
	return { plain: word, message: word };
}

function changeAll(
	{ params }: Call,
	act: 'add' | 'del',
	entries: string[],
	list: DistributionList,
	account: Account,
): Outcome {
	const isSingle = act === 'add' && entries.length === 1;
	const fields = isSingle ? readFields(params) : {};
	const emptied = isSingle ? fieldNames.filter((name) => params.raw(name) === '') : [];
	const unblock = act === 'add' && params.integer('unblock', 0, 1) === 1;
	const update = act === 'add' ? params.integer('update', 0, 1) : undefined;
	const reasons: Partial<Record<Reason, string[]>> = {};
	for (const entry of entries) {
		const phone = identifyPhone(entry)?.phone;
		const reason =
			phone === undefined
				? 'ACTION_ERROR'
				: act === 'add'
					? add(phone, { fields, emptied }, { unblock, update }, list, account)
					: remove(phone, list);
		if (reason !== undefined) (reasons[reason] ??= []).push(entry);
	}
	const lines = Object.entries(reasons).map(([reason, phones]) => `${reason} ${phones.join(',')}`);
	return { plain: lines.length === 0 ? 'OK' : lines.join('\n'), data: reasons as JsonObject };
}

function add(
	phone: string,
	{ fields, emptied }: { fields: Contact['fields']; emptied: ContactField[] },
	{ unblock, update }: { unblock: boolean; update?: number },
	list: DistributionList,
	account: Account,
): Reason | undefined {
	if (account.blockedPhones.has(phone)) return 'BLOCKED';
	const existing = list.contacts.get(phone);
	if (existing === undefined) {
		list.contacts.set(phone, { phone, blocked: false, fields });
		return undefined;
	}
	if (existing.blocked) {
		if (!unblock) return 'BLOCKED';
		existing.blocked = false;
		existing.fields = { ...existing.fields, ...fields };
		return undefined;
	}
	if (update === 1) {
		existing.fields = { ...existing.fields, ...fields };
		// Overwriting with an empty value empties the field.
		for (const name of emptied) delete existing.fields[name];
	}
	return 'ALREADY_REG';
}

function remove(phone: string, list: DistributionList): Reason | undefined {
	const contact = list.contacts.get(phone);
	if (contact === undefined) return 'NOT_REG';
	if (contact.blocked) return 'BLOCKED';
	list.contacts.delete(phone);
	return undefined;
}

/** The free fields, used only when exactly one number is added. */
function readFields(params: Params): Contact['fields'] {
	const fields: Contact['fields'] = {};
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
