import type { JsonObject } from '../protocol/json';
import { oneWord, type Outcome } from '../protocol/reply';
import { ServiceError } from '../protocol/serviceError';
import { authorize } from '../rules/authorize';
import { readContactFields } from '../rules/contactFields';
import { identifyPhone } from '../rules/phones';
import { findList, splitList } from '../rules/recipients';
import type { Account } from '../state/account';
import type { Contact, DistributionList } from '../state/contacts';
import { actAsSent, type Call, type Endpoint } from './endpoint';

type Reason = 'ALREADY_REG' | 'NOT_REG' | 'BLOCKED' | 'ACTION_ERROR';

/** Contacts of distribution lists (specification, Contacts). */
export const poolMembers: Endpoint = {
	name: 'poolMembers',
	action: actAsSent,
	handle: (call) => {
		const { account } = authorize(call, ['lists']);
		const { params } = call;
		const list = findList(params.required('pid'), account);
		params.required('act');
		const act = params.oneOf('act', ['add', 'del', 'check']) ?? 'check';
		const entries = splitList(params.required('list'));
		if (entries.length === 0) throw new ServiceError('list is required');
		if (act === 'check') return check(call, entries, list, account);
		return changeAll(call, act, entries, list, account);
	},
};

function check(
	{ service }: Call,
	entries: string[],
	list: DistributionList,
	account: Account,
): Outcome {
	const { withoutZero } = service.settings;
	const phone = entries.length === 1 ? identifyPhone(entries[0], withoutZero)?.phone : undefined;
	if (phone === undefined) throw new ServiceError('list must be one valid phone number');
	const contact = list.contacts.get(phone);
	const blocked = account.blockedPhones.has(phone) || contact?.blocked === true;
	const word = blocked ? 'BLOCKED' : contact === undefined ? 'NOT_REG' : 'REG';
	return oneWord(word);
}

function changeAll(
	{ params, service }: Call,
	act: 'add' | 'del',
	entries: string[],
	list: DistributionList,
	account: Account,
): Outcome {
	const { withoutZero, overwriteReply, emptyFields } = service.settings;
	const single = entries.length === 1;
	const options: AddOptions = {
		// The free fields count only when exactly one number is added.
		fields: act === 'add' && single ? readContactFields(params, emptyFields) : {},
		unblock: act === 'add' && params.integer('unblock', 0, 1) === 1,
		update: act === 'add' ? params.integer('update', 0, 1) : undefined,
		// Without its one contact there is nothing to overwrite.
		overwritten: single && overwriteReply === 'OK' ? undefined : 'ALREADY_REG',
	};
	const reasons: Partial<Record<Reason, string[]>> = {};
	for (const entry of entries) {
		const phone = identifyPhone(entry, withoutZero)?.phone;
		const reason =
			phone === undefined
				? 'ACTION_ERROR'
				: act === 'add'
					? add(phone, options, list, account)
					: remove(phone, list);
		if (reason !== undefined) (reasons[reason] ??= []).push(entry);
	}
	const lines = Object.entries(reasons).map(([reason, phones]) => `${reason} ${phones.join(',')}`);
	return { plain: lines.length === 0 ? 'OK' : lines.join('\n'), data: reasons as JsonObject };
}

interface AddOptions {
	fields: Contact['fields'];
	unblock: boolean;
	/** 1 overwrites the data of a contact that exists, 0 keeps it. */
	update?: number;
	/** What is said of a contact whose data was overwritten; undefined says it was handled. */
	overwritten: Reason | undefined;
}

function add(
	phone: string,
	{ fields, unblock, update, overwritten }: AddOptions,
	list: DistributionList,
	account: Account,
): Reason | undefined {
	if (account.blockedPhones.has(phone)) return 'BLOCKED';
	const existing = list.contacts.get(phone);
	if (existing === undefined) {
		list.contacts.set(phone, { phone, blocked: false, fields: merge({}, fields) });
		return undefined;
	}
	if (existing.blocked) {
		if (!unblock) return 'BLOCKED';
		existing.blocked = false;
		// Lifting a block adds the number, with its data unless the old is to be kept.
		if (update !== 0) existing.fields = merge(existing.fields, fields);
		return undefined;
	}
	if (update !== 1) return 'ALREADY_REG';
	existing.fields = merge(existing.fields, fields);
	return overwritten;
}

/** Old data under new; an empty new value takes the old one away. */
function merge(old: Contact['fields'], fields: Contact['fields']): Contact['fields'] {
	return Object.fromEntries(
		Object.entries({ ...old, ...fields }).filter(([, value]) => value !== ''),
	);
}

function remove(phone: string, list: DistributionList): Reason | undefined {
	const contact = list.contacts.get(phone);
	if (contact === undefined) return 'NOT_REG';
	if (contact.blocked) return 'BLOCKED';
	list.contacts.delete(phone);
	return undefined;
}
